import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { expect, test } from "vitest";
import { spentOn } from "../../../src/systems/lab/cost.js";
import { readManifests } from "../../../src/systems/lab/manifest.js";
import { labReport, runLab } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { emptyFolders, standIn } from "./stand-in.js";

test("the budget in dollars stops the laboratory after the message that used it up", async () => {
  const { configDir, lab } = emptyFolders();
  const program = await standIn({ costUsd: 0.4 });
  // A1 sends five messages; the running total of its session is 0.4 a message, and so is that of its fork.
  const outcome = await runLab(lab, { program, configDir, shapes: ["A", "B"], runs: 1, budgetUsd: 1 });
  expect(outcome).toMatchObject({ done: [], open: ["A1", "B1"], failed: [] });
  expect(outcome.stopped).toMatch(/^the budget of \$1\.00 is used up \(\$2\.00\)$/);
  expect(outcome.spent).toMatchObject({ processes: 3, unknownIn: [] });
  expect(readManifests(lab).runs).toMatchObject([{ state: "interrupted", messages: [{}, {}, {}] }]);
});

test("the limit of processes stops it before a run that it could not end", async () => {
  const { configDir, lab } = emptyFolders();
  const outcome = await runLab(lab, {
    program: await standIn(),
    configDir,
    shapes: ["A", "B"],
    runs: 2,
    maxProcesses: 8,
  });
  expect(outcome).toMatchObject({ done: ["A1", "B1"], open: ["A2", "B2"], spent: { processes: 6 } });
  expect(outcome.stopped).toBe("A2 needs 5 more processes, and 6 of 8 are used");
});

test("an unknown cost is not 0: with a budget it stops the laboratory, without one it is told", async () => {
  const { configDir, lab } = emptyFolders();
  const program = await standIn({ hidesCost: true });
  const outcome = await runLab(lab, { program, configDir, shapes: ["B"], runs: 1 });
  expect(outcome).toMatchObject({ done: [], open: ["B1"], spent: { usd: 0, unknownIn: ["B1"] } });
  expect(outcome.stopped).toMatch(/^what B1 cost is not known, so the budget can't be held/);
  const second = await runLab(lab, { budgetUsd: Number.POSITIVE_INFINITY });
  expect(second).toMatchObject({ done: ["B1"], open: [], stopped: null });
  const report = await labReport(lab);
  expect(report.runs).toMatchObject([{ costUsd: null }]);
  const { out } = await runCaptured(["lab", "report", lab]);
  expect(out).toContain("at least \\$0.00");
  expect(out).toContain("not known for B1, B1, attempt 2");
});

test("a run that did not come to its end is made again, and each attempt counts as spent", async () => {
  const { configDir, lab } = emptyFolders();
  const broken = await standIn({ fault: { at: "/compact", kind: "exit" } });
  const budgetUsd = Number.POSITIVE_INFINITY;
  const first = await runLab(lab, { program: broken, configDir, shapes: ["B", "BC"], runs: 1, budgetUsd });
  expect(first).toMatchObject({ done: ["BC1"], failed: [{ run: "B1" }] });
  const second = await runLab(lab, { program: await standIn() });
  expect(second).toMatchObject({ done: ["B1", "BC1"], failed: [], open: [], spent: { processes: 3 } });
  expect(readdirSync(join(lab, "runs")).sort()).toEqual(["B1.2.json", "B1.json", "BC1.json"]);
  expect((await labReport(lab)).runs.map(({ run, state }) => [run, state])).toEqual([
    ["B1", "done"],
    ["BC1", "done"],
  ]);
});

test("two runs that fail one after the other end it", async () => {
  const { configDir, lab } = emptyFolders();
  const program = await standIn({ fault: { at: "/ready-check", kind: "error" } });
  const outcome = await runLab(lab, { program, configDir, budgetUsd: Number.POSITIVE_INFINITY });
  expect(outcome.failed.map(({ run }) => run)).toEqual(["A1", "B1"]);
  expect(outcome.stopped).toContain("You've hit your session limit");
  expect(outcome.spent.processes).toBe(2);
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that has ended and waits to be fetched is still there by its number.
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "");
  } catch {
    return false;
  }
};

async function childOf(configDir: string): Promise<number> {
  const path = join(configDir, "child.pid");
  while (!existsSync(path) || statSync(path).size === 0) await later(20);
  return Number(readFileSync(path, "utf8"));
}

test.each(["A", "B"])(
  "Ctrl-C ends the program of shape %s with its children; what was done can be reported",
  async (shape) => {
    const { configDir, lab } = emptyFolders();
    const program = await standIn({ fault: { at: "/compact", kind: "hang" } });
    const ended = new AbortController();
    const args = ["lab", "run", lab, "--claude", program, "--config-dir", configDir, "--shapes", shape, "--runs", "1"];
    const running = runCaptured(args, { interrupted: ended.signal });
    const child = await childOf(configDir);
    expect(isAlive(child)).toBe(true);
    ended.abort();
    const { code, out } = await running;
    expect(code).toBe(130);
    expect(out).toContain(`1 open`);
    while (isAlive(child)) await later(20);
    const { runs } = readManifests(lab);
    expect(runs).toMatchObject([{ state: "interrupted", problem: "interrupted" }]);
    expect(existsSync(runs[0]?.directory ?? "")).toBe(false);
    expect(existsSync(join(lab, "in-use"))).toBe(false);
    const report = await labReport(lab);
    expect(report.problems).toContain(`${shape}1 is interrupted: interrupted`);
    expect(report.runs).toMatchObject([{ run: `${shape}1`, compactions: 0, costUsd: null }]);
  },
);

test.each(["A", "B"])("an answer of shape %s that takes too long ends the program with its children", async (shape) => {
  const { configDir, lab } = emptyFolders();
  const program = await standIn({ fault: { at: "/ready-check", kind: "hang" } });
  const outcome = await runLab(lab, { program, configDir, shapes: [shape], runs: 1, timeoutMs: 6_000 });
  expect(outcome.failed).toEqual([{ run: `${shape}1`, problem: "skill: gave no answer within 6 s and was ended" }]);
  const child = await childOf(configDir);
  while (isAlive(child)) await later(20);
});

test("what a killed laboratory had asked for is a cost that is not known", async () => {
  const { configDir, lab } = emptyFolders();
  const ended = new AbortController();
  const program = await standIn({ fault: { at: "/compact", kind: "hang" } });
  const running = runLab(lab, { program, configDir, shapes: ["B"], runs: 1, signal: ended.signal });
  await childOf(configDir);
  // What lies there now is what a killed laboratory leaves behind.
  const left = readManifests(lab).runs;
  expect(left).toMatchObject([{ state: "running", messages: [{}, {}, { step: "compact", result: null }] }]);
  expect(spentOn(left)).toMatchObject({ unknownIn: ["B1"] });
  ended.abort();
  await running;
});

test("a folder that another process uses is refused; the mark of a dead one is not in the way", async () => {
  const { configDir, lab } = emptyFolders();
  const program = await standIn();
  await runLab(lab, { program, configDir, shapes: ["BC"], runs: 1 });
  writeFileSync(join(lab, "in-use"), String(process.ppid));
  await expect(runLab(lab, { runs: 2 })).rejects.toThrow(/in use by process/);
  writeFileSync(join(lab, "in-use"), "4194303");
  expect(await runLab(lab, { runs: 2 })).toMatchObject({ done: ["BC1", "BC2"] });
});

test("the runs of another version do not go into the same folder", async () => {
  const { configDir, lab } = emptyFolders();
  await runLab(lab, { program: await standIn(), configDir, shapes: ["BC"], runs: 1 });
  const program = await standIn({ version: "2.1.300" });
  await expect(runLab(lab, { program, runs: 2 })).rejects.toThrow(
    /holds runs of 2\.1\.285, and the program is 2\.1\.300/,
  );
});
