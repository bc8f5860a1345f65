import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type OpenOptions, openTimeline, type Timeline, type UsageRow, usage } from "../../src/node.js";
import { sharedFolder } from "../shared.js";

/**
 * Opens a case as a session on disk: `B043.subagents.agent-x.jsonl` becomes `<session>/subagents/agent-x.jsonl`,
 * another suffix names a file of its own (`B036.resumed.jsonl`).
 */
export async function openCase(name: string, options: OpenOptions = {}): Promise<Timeline> {
  const cases = join(sharedFolder() ?? "", "cases");
  const folder = mkdtempSync(join(tmpdir(), "case-"));
  try {
    const main = join(folder, `${name}.jsonl`);
    copyFileSync(join(cases, `${name}.jsonl`), main);
    for (const file of readdirSync(cases)) {
      if (!file.startsWith(`${name}.subagents.`)) continue;
      const parts = file.slice(`${name}.subagents.`.length).split(".");
      const agent = `${parts.slice(-2).join(".")}`;
      const target = join(folder, name, "subagents", ...parts.slice(0, -2));
      mkdirSync(target, { recursive: true });
      copyFileSync(join(cases, file), join(target, agent));
    }
    return await openTimeline(main, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Path of a case's main file. */
export const casePath = (name: string): string => join(sharedFolder() ?? "", "cases", `${name}.jsonl`);

/** A test named after a case; skipped with a message where the shared folder is absent. */
export function caseTest(name: string, title: string, run: () => Promise<void>): void {
  const shared = sharedFolder();
  test.skipIf(shared === null)(`${name}: ${title}${shared === null ? " (skipped: no ../shared folder)" : ""}`, run);
}

/** Lines of the issues with this code. */
export const linesOf = (timeline: Timeline, code: string): number[] =>
  timeline.issues.filter((issue) => issue.code === code).map((issue) => issue.place.line);

/** Every issue as `line code`, in order of lines. */
export const issuesOf = (timeline: Timeline): string[] =>
  timeline.issues
    .map((issue) => `${issue.place.line} ${issue.code}`)
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));

/** Texts of the prompts a person typed in the main conversation. */
export const typedPrompts = (timeline: Timeline): string[] =>
  timeline.events.flatMap((event) =>
    event.kind === "prompt" && event.typed && event.chain === "main" ? [event.text] : [],
  );

/** Requests and sums of the counters, null counted as 0. */
export function totals(timelines: Timeline | Timeline[], of: (row: UsageRow) => boolean = () => true) {
  const rows = usage(timelines).filter(of);
  const sum = (
    field: "input" | "output" | "cacheRead" | "cacheWrite5m" | "cacheWrite1h" | "cacheWriteUnsplit",
  ): number => rows.reduce((total, row) => total + (row[field] ?? 0), 0);
  return {
    requests: rows.length,
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite5m") + sum("cacheWrite1h") + sum("cacheWriteUnsplit"),
  };
}

/** Number of lines in a class over all files. */
export const linesIn = (timeline: Timeline, name: keyof Timeline["files"][number]["lines"]): number =>
  timeline.files.reduce((sum, file) => sum + file.lines[name], 0);

export { expect };
