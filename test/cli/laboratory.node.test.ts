import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openTimeline, trace } from "../../src/node.js";
import { runCaptured } from "./run-captured.js";

const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));
const lab = (name: string): string => `${fixtures}/lab/${name}.jsonl`;
const article = JSON.parse(readFileSync(`${fixtures}/lab/article.expected.json`, "utf8"));
const sessions = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"];
const demo = `${fixtures}/demo/session.jsonl`;
const demoCase = JSON.parse(readFileSync(`${fixtures}/demo/session.expected.json`, "utf8"));

// biome-ignore lint/suspicious/noExplicitAny: the rows of any verb.
async function rowsOf(...args: string[]): Promise<any[]> {
  const { code, out, err } = await runCaptured([...args, "--json"]);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

/** How often something came back, as the article's table says. */
const cameBack = (what: string): { held: number; of: number } =>
  article.cameBack.find((row: { what: string }) => row.what === what);

describe("the article's laboratory, by the verbs", () => {
  test.each(sessions)(
    "trace --only-in-summary: in %s the passphrase came back with the summary alone",
    async (name) => {
      const rows = await rowsOf("trace", lab(name), "--marker", "MK-PASS-8053", "--only-in-summary");
      expect(rows).toMatchObject([{ marker: "MK-PASS-8053", boundary: 1, side: "after", source: "summary" }]);
    },
  );

  test("trace takes markers after the path, and patterns", async () => {
    const byWord = await rowsOf("trace", lab("B1"), "MK-PASS-8053", "--only-in-summary");
    const byPattern = await rowsOf("trace", lab("B1"), "--pattern", "MK-PASS-\\d+", "--only-in-summary");
    expect(byPattern).toEqual(byWord);
    // B1's skill listing, hooks and files hold no codeword of the old root file: it stands in the summary alone too.
    const two = await rowsOf(
      "trace",
      lab("B1"),
      "--marker",
      "MK-PASS-8053",
      "--marker",
      "MK-ROOT-4417",
      "--only-in-summary",
    );
    expect(two.map((row) => row.marker)).toEqual(["MK-PASS-8053", "MK-ROOT-4417"]);
  });

  test("missing: the skill is lost in the sessions that the article names, and in no other", async () => {
    const { lostIn } = article.cameBack.find((row: { what: string }) => row.what === "skill body");
    const lost = [];
    for (const name of sessions)
      if ((await rowsOf("missing", lab(name))).some((row) => row.item === "skill" && row.name === "lab-skill"))
        lost.push(name);
    expect(lost).toEqual(lostIn);
  });

  test("skills: the body is kept as often as the article says", async () => {
    const rows = await rowsOf("skills", ...sessions.map(lab));
    const { held, of } = cameBack("skill body");
    expect(rows.filter((row) => row.name === "lab-skill" && row.boundary === 1)).toHaveLength(of);
    expect(rows.filter((row) => row.name === "lab-skill" && row.fate === "kept")).toHaveLength(held);
  });

  test("survival: skills, nested files and instructions have the article's rates", async () => {
    const rows = await rowsOf("survival", ...sessions.map(lab));
    const counts = (item: string) => {
      const row = rows.find((one) => one.item === item && one.by === "all");
      return { held: row.survived, of: row.n };
    };
    const together = (...names: string[]) =>
      names
        .map(cameBack)
        .reduce((sum, { held, of }) => ({ held: sum.held + held, of: sum.of + of }), { held: 0, of: 0 });
    expect(counts("skill")).toEqual(together("skill body"));
    expect(counts("nested-memory")).toEqual(together("nested CLAUDE.md", "path-scoped rule"));
    expect(counts("instructions")).toEqual(together("root CLAUDE.md", "@import file", "unscoped rule"));
  });

  test("claims: the article's verdicts", async () => {
    const rows = await rowsOf("claims", ...sessions.map(lab));
    const verdict = (id: string) => {
      const row = rows.find((one) => one.id === id);
      return `${row.verdict} ${row.held} of ${row.n}`;
    };
    const stated = (claim: string) => {
      const found = article.claims.find((one: { claim: string }) => one.claim === claim);
      return `${found.verdict} ${found.n}`;
    };
    expect(verdict("july.root-comes-back")).toBe(stated("the root CLAUDE.md comes back verbatim"));
    expect(verdict("july.unscoped-rules-retained")).toBe(stated("unscoped rules are retained the same way"));
    expect(verdict("july.scoped-rules-gone")).toBe(stated("scoped rules are gone until triggered"));
    expect(verdict("july.conversation-in-summary")).toBe(stated("mid-session instructions live only in the summary"));
    expect(verdict("july.tool-output-gone")).toBe(stated("raw text of tool output is gone"));
  });

  test("budget: the rules keep the skill that another process lost, and agree where one process did all", async () => {
    const [lost] = await rowsOf("budget", lab("A1"), "--rules", "2026-08-22");
    expect(lost).toMatchObject({ name: "lab-skill", predicted: "keep", observed: "drop", agrees: false });
    const [kept] = await rowsOf("budget", lab("B1"));
    expect(kept).toMatchObject({ name: "lab-skill", predicted: "keep", observed: "keep", agrees: true });
  });

  test("forecast --before 1: as many files as came back in D1", async () => {
    const rows = await rowsOf("forecast", lab("D1"), "--before", "1");
    const kept = rows.filter((row) => row.prediction === "keep" && /^(file|nested-memory)$/.test(row.item));
    expect(kept).toHaveLength(article.filesReadAgain.D1);
  });

  test("listings: the sizes of the listing after the boundary", async () => {
    for (const name of ["A1", "B1"]) {
      const { skillCount } = article.after[name].find((row: { skillCount?: number }) => row.skillCount !== undefined);
      const rows = await rowsOf("listings", lab(name));
      expect(rows.filter((row) => row.boundary === 1 && row.listing === "skills" && row.visible)).toHaveLength(
        skillCount,
      );
    }
  });

  test("hooks: the compact hook ran in shapes C and D alone", async () => {
    for (const name of sessions) {
      const ran = (await rowsOf("hooks", lab(name))).filter((row) => row.boundary === 1);
      expect(ran).toHaveLength(/^[CD]/.test(name) ? 1 : 0);
    }
  });

  test("context: at the end the summary comes first; before the boundary and with --full the prompts are whole", async () => {
    const kinds = async (...args: string[]) => (await rowsOf("context", lab("B1"), ...args)).map((row) => row.kind);
    const rows = await rowsOf("context", lab("B1"));
    expect(rows[0]).toMatchObject({ kind: "summary", chars: article.numbers.B1.summaryChars });
    const [{ evidence, at }] = await rowsOf("boundaries", lab("B1"));
    const before = await kinds("--line", String(evidence[0].line - 1));
    expect(before).not.toContain("summary");
    expect(await kinds("--at", new Date(at - 1).toISOString())).toEqual(before);
    const full = await kinds("--full", "--chain", "main");
    expect(full.slice(0, before.length)).toEqual(before);
    expect(full).toContain("summary");
  });
});

describe("the demo, by the verbs", () => {
  test("missing, skills and runs give what the case states", async () => {
    const missing = await rowsOf("missing", demo);
    for (const row of demoCase.missingAtLeast) expect(missing).toContainEqual(expect.objectContaining(row));
    expect(await rowsOf("skills", demo)).toMatchObject(demoCase.skills);
    expect(await rowsOf("runs", demo)).toMatchObject(demoCase.runs);
  });

  test("conflicts, directories, session, branches, turns and tools give rows of the session", async () => {
    expect(await rowsOf("conflicts", demo)).toMatchObject([
      { boundary: 1, name: "/home/dev/shop/CLAUDE.md", older: { source: "held" }, newer: { source: "disk" } },
    ]);
    expect((await rowsOf("directories", demo)).map((row) => [row.chain, row.cwd])).toEqual(
      demoCase.chains.map((chain: string) => [chain, "/home/dev/shop"]),
    );
    expect(await rowsOf("session", demo)).toMatchObject([{ boundaries: demoCase.boundaries.length, subagents: 1 }]);
    expect(await rowsOf("branches", demo)).toEqual([]);
    expect((await rowsOf("turns", demo))[0]).toMatchObject({ turn: 1, prompt: "Add tax to the cart." });
    expect((await rowsOf("tools", demo))[0]).toMatchObject({ tool: "Read", state: "paired" });
  });

  test("change gives the requests around a boundary, and parts that sum up to the one after it", async () => {
    const rows = (await rowsOf("change", demo)).filter((row) => row.boundary === 1);
    const tokens = Object.fromEntries(rows.map((row) => [row.part, row.tokens as number]));
    const [first] = await rowsOf("boundaries", demo);
    const [before, after] = [first?.lastRequestBefore as number, first?.firstRequestAfter as number];
    expect(tokens).toMatchObject({
      "last-request-before": before,
      "first-request-after": after,
      gone: before - after,
    });
    const ends = ["last-request-before", "first-request-after", "gone"];
    const parts = rows.filter((row) => !ends.includes(row.part as string));
    expect(parts.reduce((sum, row) => sum + (row.tokens as number), 0)).toBe(after);
  });

  test("trace searches the files of subagents too, as trace does over a timeline with whole payloads", async () => {
    const rows = await rowsOf("trace", demo, "--pattern", "[Ff]loats?");
    expect(new Set(rows.map((row) => row.chain))).toEqual(new Set(demoCase.chains));
    const whole = trace(await openTimeline(demo, { payload: "full" }), [/[Ff]loats?/]);
    expect(rows).toEqual(JSON.parse(JSON.stringify(whole)));
  });

  test("context --chain asks a subagent, whose lines are those of its own file", async () => {
    const rows = await rowsOf("context", demo, "--chain", "a5eed11", "--line", "1");
    expect(rows).toMatchObject([{ chain: "a5eed11", kind: "prompt", line: 1 }]);
  });
});

test("session gives one line a session of a folder", async () => {
  const { out } = await runCaptured(["session", ...sessions.map(lab)]);
  expect(out.trimEnd().split("\n")).toHaveLength(1 + sessions.length);
});
