import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import Ajv from "ajv";
import draft4 from "ajv/lib/refs/json-schema-draft-04.json" with { type: "json" };
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LintReport, lintRules, toAnnotations, toSarif } from "../../../src/systems.js";
import { linted, skillText } from "./project.js";

const ajv = new Ajv({ schemaId: "auto", allErrors: true, unknownFormats: "ignore" });
ajv.addMetaSchema(draft4);
const validate = ajv.compile(schema);
const errorsOf = (log: object) => (validate(log) ? [] : validate.errors);

/** A report with one finding that says this of this file. */
async function reporting(file: string, message: string): Promise<LintReport> {
  const report = await linted({ "a/SKILL.md": "x" });
  const [one] = report.findings;
  if (one === undefined) throw new Error("The report has no finding.");
  return { ...report, findings: [{ ...one, file, message, level: "error", line: 7 }] };
}

describe("SARIF", () => {
  test("the log of a report fits the schema of SARIF 2.1.0, and one that does not is seen", async () => {
    const report = await linted({
      ".claude/skills/one/SKILL.md": skillText(
        `${"word ".repeat(6_000)}\n## Rules\n- Never.\n[a](b.md)\n!\`x\``,
        "a: [",
      ),
      ".claude/settings.json": "{",
    });
    expect(report.findings.length).toBeGreaterThan(5);
    expect(errorsOf(toSarif(report, { version: "1.2.3" }))).toEqual([]);
    expect(errorsOf(toSarif({ ...report, findings: [] }))).toEqual([]);
    expect(errorsOf({ ...toSarif(report), runs: [{ tool: {} }] })).not.toEqual([]);
  });

  test("a result has its rule, level, file from the root of the sources, and line", async () => {
    const log = toSarif(await reporting("skills/a b#1/SKILL.md", "It is so."));
    const [run] = log.runs as [{ tool: { driver: { rules: { id: string }[] } }; results: Record<string, unknown>[] }];
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(lintRules.map(({ id }) => id));
    const [result] = run.results;
    expect(result).toMatchObject({
      level: "error",
      message: { text: expect.stringMatching(/^It is so\. /) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "skills/a%20b%231/SKILL.md", uriBaseId: "%SRCROOT%" },
            region: { startLine: 7 },
          },
        },
      ],
    });
    expect(run.tool.driver.rules[result?.ruleIndex as number]?.id).toBe(result?.ruleId);
  });

  test("whatever a file is called and a message says, the log fits the schema and holds no link or placeholder", async () => {
    const report = await reporting("a", "b");
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("[a](http://x)", "see {0} and {12}", "/abs/path", "C:/x"),
    );
    fc.assert(
      fc.property(text, text, (file, message) => {
        const findings = report.findings.map((one) => ({ ...one, file: file.replace(/\p{Cs}/gu, "x"), message }));
        const log = toSarif({ ...report, findings });
        expect(errorsOf(log)).toEqual([]);
        const { text } = (log.runs[0] as { results: { message: { text: string } }[] }).results[0]?.message ?? {
          text: "",
        };
        expect(text).not.toMatch(/\]\(/);
        expect(text.replace(/\{\{\d+\}\}/g, "")).not.toMatch(/\{\d+\}/);
      }),
    );
  });
});

describe("annotations", () => {
  /** Reads a workflow command as the runner of GitHub Actions does. */
  function parsed(line: string): { command: string; properties: Record<string, string>; message: string } {
    const [, command = "", words = "", data = ""] = /^::(\w+) (.*?)::(.*)$/s.exec(line) ?? [];
    const plain = (text: string, ...pairs: [string, string][]) =>
      pairs.reduce((before, [from, to]) => before.replaceAll(from, to), text);
    const common: [string, string][] = [
      ["%0D", "\r"],
      ["%0A", "\n"],
    ];
    const properties = words.split(",").map((word) => {
      const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(word) ?? [];
      return [name, plain(value, ...common, ["%3A", ":"], ["%2C", ","], ["%25", "%"])];
    });
    return { command, properties: Object.fromEntries(properties), message: plain(data, ...common, ["%25", "%"]) };
  }

  test("a finding is one line with file, line and rule", async () => {
    const [line] = toAnnotations(await reporting("a,b/50%:c/SKILL.md", "100% of it: a, b"));
    expect(line).toMatch(/^::error file=a%2Cb\/50%25%3Ac\/SKILL\.md,line=7,title=no-rules::100%25 of it: a, b /);
  });

  test("whatever a file is called and a message says, the runner reads one command with just that", async () => {
    const report = await reporting("a", "b");
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("::set-env name=X::y", "a\n::error::b", "##[add-mask]x", "%0A::warning::", "a,line=1", "%25"),
    );
    fc.assert(
      fc.property(text, text, (file, message) => {
        const [line = "", ...more] = toAnnotations({
          ...report,
          findings: report.findings.map((one) => ({ ...one, file, message })),
        });
        expect(more).toEqual([]);
        expect(line).not.toMatch(/[\r\n]|##\[/);
        const { command, properties, message: shown } = parsed(line);
        const same = (text: string) => text.replaceAll("##[", "# #[");
        expect({ command, ...properties }).toEqual({
          command: "error",
          file: same(file),
          line: "7",
          title: "no-rules",
        });
        expect(shown.startsWith(same(message))).toBe(true);
      }),
    );
  });

  test("the gravest come first", async () => {
    const report = await linted({ "a/SKILL.md": "x", "b/SKILL.md": "---\nx", "c/SKILL.md": "y" });
    expect(toAnnotations(report).map((line) => line.split(" ", 1)[0])).toEqual([
      "::error",
      "::warning",
      "::warning",
      "::warning",
      "::notice",
      "::notice",
      "::notice",
    ]);
  });
});
