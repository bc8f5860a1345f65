import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { initLab } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { emptyFolders, standIn } from "./stand-in.js";

test("a dry run prints the article's commands in their order, and touches nothing", async () => {
  const { lab } = emptyFolders();
  const { code, out, err } = await runCaptured(["lab", "run", lab, "--shapes", "A", "--runs", "1", "--dry-run"]);
  expect([code, err, existsSync(lab)]).toEqual([0, "", false]);
  const settings = `--settings '{"disableAllHooks":true,"autoMemoryEnabled":false}' --strict-mcp-config`;
  const lines = out.trimEnd().split("\n");
  // The commands of "Reproduce it", with the texts of this laboratory in place of the article's.
  const patterns = [
    /^# A1: /,
    /^DIR=\$\(mktemp -d\); ID=\$\(uuidgen \| tr A-Z a-z\)$/,
    /^tidemark lab init "\$DIR" --version 1 --shape A --seed \d+$/,
    /^cd "\$DIR"$/,
    /^claude -p \/ready-check --session-id "\$ID" --max-turns 1 --output-format json /,
    /^claude -p '[^']+' --resume "\$ID" --allowedTools Read --max-turns 3 --output-format json /,
    /^tidemark lab init "\$DIR" --version 2$/,
    /^claude -p '[^']+' --resume "\$ID" --fork-session --max-turns 1 --output-format json /,
    /^claude -p \/compact --resume "\$ID" --max-turns 1 --output-format json /,
    /^claude -p '[^']+' --resume "\$ID" --max-turns 1 --output-format json /,
    /^$/,
    /^# 5 processes in all$/,
  ];
  expect(lines).toHaveLength(patterns.length);
  for (const [at, pattern] of patterns.entries()) expect(lines[at]).toMatch(pattern);
  for (const line of lines.filter((one) => one.startsWith("claude"))) expect(line).toContain(settings);
});

test("the files that a dry run's first line writes have the numbers that its messages ask for", async () => {
  const { lab } = emptyFolders();
  const { out } = await runCaptured(["lab", "run", lab, "--shapes", "A", "--runs", "2", "--dry-run"]);
  const runs = out.split("\n\n").slice(0, 2);
  for (const [at, lines] of runs.entries()) {
    const folder = `${lab}-${at}`;
    const seed = Number(/--seed (\d+)/.exec(lines)?.[1]);
    const { numbers } = initLab(folder, { version: 1, shape: "A", seed });
    const { prefix, numbers: drawn } = JSON.parse(readFileSync(numbers, "utf8"));
    expect(lines).toContain(`starts with ${prefix}- that`);
    expect(lines).toContain(`the order number is ${drawn.message[0]}.`);
  }
  expect(runs[0]?.match(/--seed \d+/)?.[0]).not.toBe(runs[1]?.match(/--seed \d+/)?.[0]);
});

test("a dry run of the article's shapes counts its 18 processes; as JSON it says so too", async () => {
  const { lab } = emptyFolders();
  const { out } = await runCaptured(["lab", "run", lab, "--dry-run", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ processes: 18 });
});

test("a shell takes the words of a dry run as they are meant", async () => {
  const { lab } = emptyFolders();
  const { out } = await runCaptured(["lab", "run", lab, "--shapes", "hook-resumed", "--runs", "1", "--dry-run"]);
  const line = out.split("\n").find((one) => one.includes("/compact")) ?? "";
  const shown = execFileSync("sh", ["-c", line.replace(/^claude/, "printf '%s\\n'")], {
    env: { ID: "x y" },
    encoding: "utf8",
  });
  expect(shown.split("\n")).toEqual([
    ...["-p", "/compact", "--resume", "x y", "--max-turns", "1", "--output-format", "json"],
    ...["--settings", '{"autoMemoryEnabled":false}', "--setting-sources", "project,local", "--strict-mcp-config", ""],
  ]);
});

test("run tells each run on standard error and what to do next; report writes all three forms", async () => {
  const { configDir, lab } = emptyFolders();
  const program = await standIn();
  const args = ["lab", "run", lab, "--shapes", "B", "--runs", "1", "--claude", program, "--config-dir", configDir];
  const { code, out, err } = await runCaptured(args);
  expect(code).toBe(0);
  expect(err).toBe("Up to 1 process; nothing more is asked from $5.00 on.\nB1 (1 of 1) started\nB1 (1 of 1) done\n");
  expect(out).toBe(
    `Claude Code 2.1.285: 1 run done, 0 failed, 0 open; 1 process, $0.08\nNext: tidemark lab report ${lab}\n`,
  );
  const json = await runCaptured([...args, "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ done: ["B1"], spent: { usd: 0.08, processes: 1, unknownIn: [] } });

  const markdown = await runCaptured(["lab", "report", lab]);
  expect(markdown.code).toBe(0);
  expect(markdown.out).toContain(
    "| Skill body | invocation, old text, attachment/invoked\\_skills: 1 | 1 of 1 |".replace("\\_", "_"),
  );
  const report = JSON.parse((await runCaptured(["lab", "report", lab, "--json"])).out);
  expect(report).toMatchObject({ versions: ["2.1.285"], models: ["claude-opus-5-5"], problems: [] });
  const page = join(dirname(lab), "report.html");
  expect(await runCaptured(["lab", "report", lab, "--html", "--out", page])).toMatchObject({
    code: 0,
    out: "",
    err: "",
  });
  expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*<\/html>\n$/);

  // A report takes the place of one in any format, and of nothing else.
  for (const format of [[], ["--json"], ["--html"], []])
    expect(await runCaptured(["lab", "report", lab, ...format, "--out", page])).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(page, "utf8")).toBe(markdown.out);
  expect((await runCaptured(["lab", "report", lab, "--out", "-"])).out).toBe(markdown.out);
  for (const text of ['{"type":"user","uuid":"u1"}\n', '{"versions":["1.0.0"],"packages":[]}', "# Notes\n"]) {
    writeFileSync(page, text);
    expect(await runCaptured(["lab", "report", lab, "--out", page])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${page} is there and is no report`),
    });
    expect(readFileSync(page, "utf8")).toBe(text);
  }
});

test("what went wrong is told with the way on, and ends with 2", async () => {
  const { configDir, lab } = emptyFolders();
  const program = await standIn({ fault: { at: "/compact", kind: "exit" } });
  const args = ["lab", "run", lab, "--shapes", "B", "--runs", "1", "--claude", program, "--config-dir", configDir];
  const { code, out } = await runCaptured(args);
  expect(code).toBe(2);
  expect(out).toContain("B1 failed: compact: ended without a result message, exit code 3");
  expect(out).toContain(`Go on with: tidemark lab run ${lab}`);
});

test.each([
  ["two words", "'two words'"],
  ["$(touch x)", "'$(touch x)'"],
  ["it's", "'it'\\''s'"],
  ["--json", "./--json"],
])("the way on can be pasted for a folder called %s", async (name, word) => {
  const { configDir, lab } = emptyFolders();
  const here = process.cwd();
  mkdirSync(lab);
  process.chdir(lab);
  try {
    const args = ["--shapes", "BC", "--runs", "1", "--claude", await standIn(), "--config-dir", configDir, "--", name];
    expect((await runCaptured(["lab", "run", ...args])).out).toContain(`\nNext: tidemark lab report ${word}\n`);
  } finally {
    process.chdir(here);
  }
});

test.each([
  [["lab", "run", "new", "--budget", "-1"], /Give US dollars, such as 2\.50, or none; see tidemark lab run --help$/m],
  [["lab", "run", "new", "--budget", ""], /Give US dollars/],
  [["lab", "run", "new", "--runs", "0"], /Give a whole number from 1 on/],
  [["lab", "run", "new", "--shapes", "A,,B"], /No shape is called ""/],
  [["lab", "run"], /missing required argument 'folder'; see tidemark lab run --help/],
  [["lab", "init", "new"], /required option '--version <1\|2>' not specified; see tidemark lab init --help/],
  [["lab", "report", "nowhere"], /nowhere: no laboratory; make one with tidemark lab run, or check the path/],
  [["lab", "report", ".", "--html", "--json"], /cannot be used with/],
  [["lab", "weigh"], /unknown command 'weigh'/],
])("wrong use of %j is one line on standard error, with code 2", async (args, line) => {
  const { code, out, err } = await runCaptured(args as string[]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(line as RegExp);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(existsSync("new")).toBe(false);
});

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = join(root, "dist", "cli", "main.js");

test.skipIf(!existsSync(built) || process.platform === "win32")(
  "the commands of the page run as they stand there",
  async () => {
    const { configDir, lab } = emptyFolders();
    const bin = join(dirname(lab), "bin");
    mkdirSync(bin);
    symlinkSync(await standIn(), join(bin, "claude"));
    symlinkSync(built, join(bin, "tidemark"));
    const page = readFileSync(join(root, "docs", "lab.md"), "utf8");
    const blocks = [...page.matchAll(/^```sh(?: no-run:model)?\n([\s\S]*?)^```$/gm)].map((match) => match[1] as string);
    expect(blocks.length).toBeGreaterThan(2);
    const env = {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      HOME: configDir,
      CLAUDE_CONFIG_DIR: configDir,
      TMPDIR: dirname(lab),
    };
    for (const block of blocks) execFileSync("sh", ["-e", "-c", block], { cwd: dirname(lab), env, stdio: "pipe" });
  },
);
