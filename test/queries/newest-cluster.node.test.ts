import { join } from "node:path";
import { expect, test } from "vitest";
import { boundaries, openTimeline, returned } from "../../src/node.js";
import { sharedFolder } from "../shared.js";

const shared = sharedFolder();

test.skipIf(shared === null)(
  `the automatic cluster of CLI 2.1.269 comes back in its order${shared === null ? " (skipped: no ../shared folder)" : ""}`,
  async () => {
    const timeline = await openTimeline(join(shared as string, "records", "newest", "auto-2.1.269.skeleton.jsonl"), {
      subagents: false,
    });
    expect(boundaries(timeline)).toMatchObject([
      {
        trigger: "auto",
        preTokens: 168_568,
        postTokens: 26_703,
        cumulativeDroppedTokens: 840_640,
        durationMs: 156_166,
        mode: "full",
        firstRequestAfter: 124_076,
      },
    ]);
    const rows = returned(timeline);
    expect(rows.every((row) => row.phase === "boundary")).toBe(true);
    expect(rows.map((row) => row.carrier.replace("attachment/", ""))).toEqual([
      "user/compactSummary",
      "file",
      "file",
      "file",
      "compact_file_reference",
      "compact_file_reference",
      "invoked_skills",
      "deferred_tools_delta",
      "agent_listing_delta",
      "mcp_instructions_delta",
      "sandbox_instructions",
      "environment",
      "model",
      "hook_success",
      "hook_additional_context",
      "instructions",
      "instructions",
      "instructions",
      "instructions",
      "session_context",
      "date",
      "remote_session_change",
    ]);
    expect(rows.filter((row) => row.item.startsWith("file"))).toHaveLength(5);
    // A full copy without an earlier one in the file: neither the disk nor a held copy is proved.
    expect(rows.filter((row) => row.item === "instructions").map((row) => [row.source, row.grade])).toEqual(
      Array(4).fill(["unknown", "unknown"]),
    );
    // Five kept messages lie outside the skeleton, and 698,775 tokens were dropped by compactions outside it.
    expect(timeline.issues.map((issue) => issue.code)).toEqual(
      expect.arrayContaining(["kept-absent", "boundary-absent"]),
    );
    expect(timeline.issues.find((issue) => issue.code === "boundary-absent")?.message).toContain("698775");
  },
);
