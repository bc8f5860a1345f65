import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { wantsColor } from "../../src/cli/paint.js";
import { verbGroups } from "../../src/cli/verbs.js";
import { demoTranscript } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

test("--help names every verb on one line, examples and the exit codes, in 80 columns", async () => {
  const { code, out, err } = await runCaptured(["--help"], { columns: 200 });
  const lines = out.split("\n");
  for (const [heading, group] of Object.entries(verbGroups)) {
    expect(lines).toContain(heading);
    for (const [name, { summary }] of Object.entries(group)) expect(lines).toContain(`  ${name.padEnd(15)}${summary}`);
  }
  expect(lines.filter((line) => /^ {2}tidemark( .*)? {3,}[a-z]/.test(line)).length).toBeGreaterThan(5);
  expect(lines.flatMap((line) => /^ {2}(\d+) {2,}[a-z]/.exec(line)?.[1] ?? [])).toEqual(["0", "1", "2", "70", "130"]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect([code, err]).toEqual([0, ""]);
});

test("--version is that of the package", async () => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await runCaptured(["--version"])).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
});

test.each([
  [["retruned", "x"], "tidemark: unknown verb 'retruned' (Did you mean returned?); see tidemark --help\n"],
  [["drfit"], "tidemark: unknown verb 'drfit' (Did you mean drift?); see tidemark --help\n"],
  [["a.jsonl"], "tidemark: a.jsonl is no verb; to report it: tidemark report a.jsonl; see tidemark --help\n"],
  [["help"], "tidemark: help is no verb; for the help: tidemark --help; see tidemark --help\n"],
  [["help", "usage"], "tidemark: help is no verb; for the help: tidemark usage --help; see tidemark --help\n"],
  [
    ["--json"],
    "tidemark: unknown option '--json'; options stand behind a verb, as in tidemark report --json; see tidemark --help\n",
  ],
  [
    ["--json", "missing"],
    "tidemark: unknown option '--json'; options stand behind a verb, as in tidemark missing --json; see tidemark --help\n",
  ],
  [["./it's"], "tidemark: ./it's is no verb; to report it: tidemark report './it'\\''s'; see tidemark --help\n"],
  [
    ["report", "--width", "9"],
    "tidemark: option '--width <columns>' argument '9' is invalid. Give a whole number from 40 on; wider than any line, such as 1000, cuts nothing; see tidemark report --help\n",
  ],
  [["report", "x", "--jsn"], "tidemark: unknown option '--jsn' (Did you mean --json?); see tidemark report --help\n"],
  [
    ["report", "x", "--concurrency", "0"],
    "tidemark: option '--concurrency <number>' argument '0' is invalid. Give a whole number from 1 on; see tidemark report --help\n",
  ],
])("wrong use %j is one line that says what to do, and code 2", async (args, line) => {
  expect(await runCaptured(args)).toEqual({ code: 2, out: "", err: line });
});

test("the folder of a project, whose name begins with a dash, is told how to be named", async () => {
  await inFolder({ "-home-dev-tide/a.jsonl": "", "-x.jsonl": "" }, async (path) => {
    const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
    const tsx = import.meta.resolve("tsx");
    const told = (...args: string[]) =>
      spawnSync(process.execPath, ["--import", tsx, main, ...args], { cwd: path, encoding: "utf8" }).stderr;
    expect(told("report", "-home-dev-tide")).toBe(
      "tidemark: unknown option '-home-dev-tide'; to name the folder: ./-home-dev-tide; see tidemark report --help\n",
    );
    expect(told("-x.jsonl")).toBe(
      "tidemark: unknown option '-x.jsonl'; to name the file: ./-x.jsonl; see tidemark --help\n",
    );
    expect(told("report", "-home-dev-gone")).toBe(
      "tidemark: unknown option '-home-dev-gone'; see tidemark report --help\n",
    );
  });
});

test("a folder without transcripts is told with a next step", async () => {
  await inFolder({ "notes.txt": "" }, async (path) => {
    expect(await runCaptured(["report", path])).toEqual({
      code: 2,
      out: "",
      err: `tidemark: ${path}: no transcript in this folder; Claude Code keeps them as *.jsonl under ~/.claude/projects\n`,
    });
  });
});

test("colour follows NO_COLOR first, then FORCE_COLOR, then CLICOLOR_FORCE and CLICOLOR, then the terminal", () => {
  expect(wantsColor({}, true)).toBe(true);
  expect(wantsColor({}, false)).toBe(false);
  expect(wantsColor({ TERM: "dumb" }, true)).toBe(false);
  expect(wantsColor({ FORCE_COLOR: "1" }, false)).toBe(true);
  expect(wantsColor({ FORCE_COLOR: "0" }, true)).toBe(false);
  expect(wantsColor({ NO_COLOR: "1", FORCE_COLOR: "1" }, true)).toBe(false);
  expect(wantsColor({ NO_COLOR: "" }, true)).toBe(true);
  expect(wantsColor({ CLICOLOR_FORCE: "1" }, false)).toBe(true);
  expect(wantsColor({ CLICOLOR_FORCE: "1", NO_COLOR: "1" }, true)).toBe(false);
  expect(wantsColor({ CLICOLOR_FORCE: "1", FORCE_COLOR: "0" }, true)).toBe(false);
  expect(wantsColor({ CLICOLOR_FORCE: "0", CLICOLOR: "1" }, false)).toBe(false);
  expect(wantsColor({ CLICOLOR: "0" }, true)).toBe(false);
});

test("a reader that stops early, as head does, ends the program quietly", async () => {
  await inFolder(
    {
      "one.jsonl": Array.from({ length: 3_000 }, (_, at) => demoTranscript().replaceAll("msg_a", `msg_${at}_`)).join(
        "",
      ),
    },
    async (path) => {
      const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
      const command = `"${process.execPath}" --import tsx "${main}" usage "${path}" --json | head -n 2`;
      const { status, stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", command], { encoding: "utf8" });
      expect({ status, lines: stdout.trimEnd().split("\n").length, stderr }).toEqual({
        status: 0,
        lines: 2,
        stderr: "",
      });
    },
  );
});

describe("what is no transcript any more is told by what it is", () => {
  const text = demoTranscript();
  const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
  test.each([
    ["UTF-16, little end first", utf16, "is text in UTF-16; save it as UTF-8, such as with iconv -f UTF-16 -t UTF-8"],
    ["UTF-16, big end first", Buffer.from(utf16).swap16(), "is text in UTF-16; save it as UTF-8"],
    ["UTF-16 without a mark", utf16.subarray(2), "is text in UTF-16; save it as UTF-8"],
    ["gzip", gzipSync(text), "is packed with gzip; unpack it first, such as with gunzip -c, and pass it as -"],
    ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0, 1]), "is packed with zstd; unpack it first"],
    ["ZIP", Buffer.from("PK\u0003\u0004 and more"), "is a ZIP archive; unpack it first, and name the transcript"],
    ["a picture", Buffer.from("GIF89a"), "not a transcript, no line is an entry; name a *.jsonl file"],
  ])("%s", async (_, bytes, reason) => {
    await inFolder({ "one.jsonl": "" }, async (path) => {
      writeFileSync(`${path}/one.jsonl`, bytes);
      for (const [name, given] of [
        [`${path}/one.jsonl`, []],
        ["-", [bytes]],
      ] as const) {
        const { code, out, err } = await runCaptured(["report", name], { input: given });
        expect([code, out]).toEqual([2, ""]);
        expect(err).toContain(`tidemark: ${name}: ${reason}`);
      }
    });
  });
});

test("a verb is listed by its own name", async () => {
  for (const group of Object.values(verbGroups))
    for (const [name, { load }] of Object.entries(group)) expect((await load()).name).toBe(name);
  expect((await runCaptured(["constructor"])).err).toMatch(/^tidemark: unknown verb 'constructor'/);
});
