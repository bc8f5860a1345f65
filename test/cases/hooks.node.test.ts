import { describe } from "vitest";
import { returned } from "../../src/node.js";
import { hooks } from "../../src/queries/hooks.js";
import { trace } from "../../src/queries/trace.js";
import { caseTest, expect, openCase } from "./open-case.js";

describe("hooks", () => {
  caseTest("B101", "output at the limit is whole, above it a preview with a path is delivered", async () => {
    const timeline = await openCase("B101");
    const rows = hooks(timeline);
    expect(rows.map((row) => [row.command, row.writtenChars, row.deliveredChars, row.truncated])).toEqual([
      ["./exact.sh", 10_000, 10_000, false],
      ["./over.sh", 12_000, 2_185, true],
    ]);
    const over = timeline.events.find((event) => event.kind === "hook" && event.command === "./over.sh");
    const delivered = over?.kind === "hook" ? (over.delivered ?? "") : "";
    expect(delivered).toContain("/home/dev/.claude/projects/-work-demo/s/tool-results/hook-1-stdout.txt");
    expect(/k{2,}/.exec(delivered)?.[0]).toHaveLength(2_000);
    expect(rows.map((row) => [row.event, row.matcher, row.ran, row.boundary])).toEqual([
      ["SessionStart", "startup", true, null],
      ["SessionStart", "startup", true, null],
    ]);
  });

  caseTest("B102", "a hook that ran after the compaction and delivered nothing is a run and no return", async () => {
    const timeline = await openCase("B102");
    expect(hooks(timeline)).toMatchObject([
      {
        matcher: "startup",
        exitCode: 0,
        deliveredChars: 17,
        boundary: null,
        evidence: [{ line: 1 }, { line: 2 }, { line: 3 }],
      },
      { matcher: "compact", exitCode: 0, deliveredChars: 0, boundary: 1, ownerRule: "boundary", ownerLine: 5, line: 7 },
    ]);
    expect(returned(timeline).map((row) => row.item)).toEqual(["summary"]);
    const rows = trace(timeline, ["Standing rules v3"]);
    expect(rows.map((row) => [row.side, row.source, row.line])).toEqual([["before", "hook", 2]]);
  });
});
