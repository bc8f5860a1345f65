import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readManifests } from "../../../src/systems/lab/manifest.js";
import { type LabReport, labHtml, labMarkdown, labReport, runLab } from "../../../src/systems.js";
import type { Behaviour } from "./stand-in/behaviour.js";
import { emptyFolders, standIn } from "./stand-in.js";

const budgetUsd = Number.POSITIVE_INFINITY;

/** A laboratory of one run of shape B. */
async function oneRun(behaviour: Partial<Behaviour>, shape = "B") {
  const { configDir, lab } = emptyFolders();
  const outcome = await runLab(lab, {
    program: await standIn(behaviour),
    configDir,
    shapes: [shape],
    runs: 1,
    budgetUsd,
  });
  return { outcome, lab, configDir };
}

test.each([
  ["exit", /compact: ended without a result message, exit code 3: fatal: the connection was refused/],
  ["error", /compact: answered with an error \(success\): You've hit your session limit/],
  ["garbage", /compact: ended without a result message, exit code 0/],
] as const)(
  "a program that goes wrong by %s makes a failed run with its reason, and what it did is reported",
  async (kind, problem) => {
    for (const shape of ["A", "B"]) {
      const { outcome, lab } = await oneRun({ fault: { at: "/compact", kind } }, shape);
      expect(outcome.done).toEqual([]);
      expect(outcome.failed[0]?.problem).toMatch(problem);
      const report = await labReport(lab);
      expect(report.runs).toMatchObject([{ state: "failed", compactions: 0, cliVersion: "2.1.285" }]);
      // The record up to there is told, and nothing is told of a compaction that was not.
      expect(report.rows.filter(({ boundary }) => boundary !== null)).toEqual([]);
      expect(report.answers).toEqual([]);
    }
  },
);

test("a program that writes without end is ended, and memory does not grow with it", async () => {
  const { outcome } = await oneRun({ fault: { at: "/compact", kind: "flood" } });
  expect(outcome.failed).toEqual([{ run: "B1", problem: "compact: wrote more than 64 MB" }]);
});

test("a secret that the program prints is in no file of the laboratory", async () => {
  const { lab } = await oneRun({ fault: { at: "/compact", kind: "exit" } });
  const files = readdirSync(lab, { recursive: true, encoding: "utf8" }).map((name) => join(lab, name));
  const texts = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, "utf8"));
  expect(texts.join("\n")).toContain("fatal: the connection was refused, token=[redacted: ");
  expect(texts.join("\n")).not.toContain("made-up-made-up");
});

test("a secret in the person's own instructions does not get into the laboratory with the transcript", async () => {
  const { configDir, lab } = emptyFolders();
  writeFileSync(join(configDir, "CLAUDE.md"), "Use this:\nAPI_TOKEN=abcd1234efgh5678ijkl\n");
  await runLab(lab, { program: await standIn(), configDir, shapes: ["B"], runs: 1, budgetUsd });
  const copy = readFileSync(join(lab, "transcripts", "B1.jsonl"), "utf8");
  expect(copy).toContain("API_TOKEN=[redacted: ");
  expect(copy).not.toContain("abcd1234efgh");
  const [project] = readdirSync(join(configDir, "projects"));
  const [original] = readdirSync(join(configDir, "projects", project ?? ""));
  const lines = (text: string) => text.split("\n").length;
  expect(lines(copy)).toBe(lines(readFileSync(join(configDir, "projects", project ?? "", original ?? ""), "utf8")));
  expect((await labReport(lab)).rows.map(({ place, fate }) => [place, fate])).toEqual([
    ["root", "back"],
    ["import", "back"],
    ["sub", "back"],
    ["skill", "back"],
    ["message", "summary only"],
  ]);
});

test("a run that ends between the compaction and the probe is not judged: what comes with the next prompt had no occasion", async () => {
  const { lab } = await oneRun({ fault: { at: "Do not use any tools", kind: "exit" } });
  const report = await labReport(lab);
  expect(report.runs).toMatchObject([{ run: "B1", state: "failed", compactions: 1 }]);
  expect(report.rows).toEqual([]);
  expect(report.numbers).toHaveLength(1);
  expect(report.carriers.map(({ carrier }) => carrier)).toEqual(["file", "file", "invoked_skills"]);
});

test("a program that writes no transcript makes a failed run that says what to name", async () => {
  const { outcome, configDir } = await oneRun({ writesNothing: true });
  expect(outcome.failed[0]?.problem).toMatch(/^no transcript .{36}\.jsonl below .*: name .* with --config-dir$/);
  expect(outcome.failed[0]?.problem).toContain(join(configDir, "projects"));
});

test("an answer that names a number nobody wrote, or leaves one out, is told beside the record", async () => {
  const guess = (await labReport((await oneRun({ answer: "guess" })).lab)).answers[0];
  expect(guess).toMatchObject({ same: false, onlyRecorded: [] });
  expect(guess?.onlySaid).toEqual([expect.stringMatching(/^[A-Z]{2}-000000$/)]);
  const forget = (await labReport((await oneRun({ answer: "forget" })).lab)).answers[0];
  expect(forget).toMatchObject({ same: false, onlySaid: [] });
  expect(forget?.onlyRecorded).toHaveLength(1);
});

test("what a version does not record is not judged: nothing is called lost for it", async () => {
  const { lab } = await oneRun({ version: "2.0.76" });
  const report = await labReport(lab);
  const fates = report.rows.map(({ place, fate }) => [place, fate]);
  expect(fates).toEqual([
    ["root", "not recorded"],
    ["import", "not recorded"],
    ["sub", "not recorded"],
    ["skill", "not recorded"],
    ["message", "summary only"],
  ]);
  expect(labMarkdown(report)).toContain("| Skill body | not recorded: 1 | not judged |");
});

test.each([
  [
    "no program",
    { program: "/nowhere/claude" },
    /\/nowhere\/claude: no such program; name the program with --claude PATH/,
  ],
  ["a folder as program", { program: tmpdir() }, /: is no program to run; name the program with --claude PATH/],
  ["a shape that is none", { shapes: ["Z"] }, /No shape is called "Z"; name some of A, B, BC, C, D, auto,/],
  ["no runs", { runs: 0 }, /`runs` is 0; pass a whole number from 1 on/],
  ["no budget", { budgetUsd: 0 }, /more than 0/],
  ["a personal file without a place", { shapes: ["personal"] }, /name one that is made for it with --config-dir/],
])("%s is wrong use, and leaves nothing behind", async (_, options, message) => {
  const { lab } = emptyFolders();
  await expect(runLab(lab, { program: await standIn(), ...options })).rejects.toThrow(message);
  expect(() => statSync(lab)).toThrow();
});

test("a CLAUDE.md that is there already is not replaced", async () => {
  const { configDir, lab } = emptyFolders();
  writeFileSync(join(configDir, "CLAUDE.md"), "mine");
  const outcome = await runLab(lab, { program: await standIn(), configDir, shapes: ["personal"], runs: 1 });
  expect(outcome.failed[0]?.problem).toMatch(/CLAUDE\.md is there already/);
  expect(outcome.spent.processes).toBe(0);
  expect(readFileSync(join(configDir, "CLAUDE.md"), "utf8")).toBe("mine");
});

test("a folder with other things is refused, and left as it is", async () => {
  const { lab } = emptyFolders();
  mkdirSync(lab);
  writeFileSync(join(lab, "thesis.md"), "mine");
  await expect(runLab(lab, { program: await standIn() })).rejects.toThrow(/holds other things than a laboratory/);
  expect(readdirSync(lab)).toEqual(["thesis.md"]);
  await expect(labReport(lab)).rejects.toThrow(/no laboratory; make one with tidemark lab run/);
});

test("files of a laboratory that are damaged are problems of the report, and stop nothing", async () => {
  const { configDir, lab } = emptyFolders();
  await runLab(lab, { program: await standIn(), configDir, shapes: ["A", "B", "C", "BC"], runs: 1 });
  writeFileSync(join(lab, "runs", "A1.json"), "{");
  const b1 = JSON.parse(readFileSync(join(lab, "runs", "B1.json"), "utf8"));
  writeFileSync(join(lab, "runs", "B1.json"), JSON.stringify({ ...b1, marks: 7 }));
  const c1 = JSON.parse(readFileSync(join(lab, "runs", "C1.json"), "utf8"));
  c1.sessions[0].file = "../../../etc/passwd";
  writeFileSync(join(lab, "runs", "C1.json"), JSON.stringify(c1));
  rmSync(join(lab, "transcripts", "BC1.jsonl"));
  const { problems, runs, rows } = await labReport(lab);
  expect(runs.map(({ run }) => run)).toEqual(["BC1", "C1"]);
  expect(rows).toEqual([]);
  expect(problems.join("\n")).toMatch(/A1\.json: not the manifest of a run: not JSON/);
  expect(problems.join("\n")).toMatch(/B1\.json: not the manifest of a run: marks: /);
  expect(problems.join("\n")).toMatch(/C1: \.\.\/\.\.\/\.\.\/etc\/passwd is no transcript of this laboratory/);
  expect(problems.join("\n")).toMatch(/BC1\.jsonl: no such file/);
  await expect(runLab(lab, {})).rejects.toThrow(/A1\.json: .*; move it away to go on/);
});

test("the manifests and transcripts are for the person alone", async () => {
  const { lab } = await oneRun({});
  if (process.platform === "win32") return;
  expect(statSync(join(lab, "runs", "B1.json")).mode & 0o077).toBe(0);
  expect(statSync(join(lab, "transcripts")).mode & 0o077).toBe(0);
  expect(readManifests(lab).runs).toHaveLength(1);
});

const hostile = '<script>alert(1)</script> ![x](https://evil.example) | `a` \u001b]0;title\u0007\u202e & "q"';

test("hostile texts are text in the page and in the Markdown", async () => {
  const { lab } = await oneRun({});
  const clean = await labReport(lab);
  const report: LabReport = {
    ...clean,
    models: [hostile],
    problems: [hostile],
    notMeasured: [hostile],
    answers: clean.answers.map((row) => ({ ...row, text: `${hostile}\n# ${hostile}` })),
    carriers: clean.carriers.map((row) => ({ ...row, label: hostile })),
    changes: [
      {
        shape: hostile,
        place: "root",
        from: hostile,
        to: hostile,
        change: "regression",
        before: { back: 1, of: 1, ways: [hostile] },
        after: { back: 0, of: 1, ways: [] },
      },
    ],
  };
  const html = labHtml(report);
  expect(html).not.toMatch(/<script|<img|javascript:|https:\/\/(?!evil\.example)/i);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  const markdown = labMarkdown(report);
  expect(markdown).toContain("\\<script\\>");
  expect(markdown).toContain("!\\[x\\](https\\://evil.example) \\|");
  for (const text of [html, markdown]) {
    expect(text).not.toContain("\u001b");
    expect(text).not.toContain("\u202e");
  }
  // Every row of a table has as many cells as its head; answers are indented, so that nothing in them is markup.
  for (const block of markdown.split("\n\n").filter((one) => one.startsWith("| "))) {
    const cells = block.split("\n").map((line) => line.replaceAll("\\|", "").split("|").length);
    expect(new Set(cells).size).toBe(1);
  }
  for (const line of markdown.split("## The answers")[1]?.split("\n") ?? [])
    if (line.includes("alert")) expect(line).toMatch(/^ {4}/);
});
