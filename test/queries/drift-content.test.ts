import { expect, test } from "vitest";
import { drift, readTimeline } from "../../src/index.js";

const at = "2026-10-01T09:00:05.140Z";

test("drift shows no key of a record and no text in the place of a kind or a version", async () => {
  const lines = [
    {
      type: "file-history-snapshot",
      messageId: "m",
      isSnapshotUpdate: false,
      snapshot: { messageId: "m", timestamp: at, trackedFileBackups: { "/home/dev/secret/plan.txt": 5 } },
    },
    { type: "the plan is secret", version: "my secret version", uuid: "u", timestamp: at },
  ];
  const rows = drift(await readTimeline(lines.map((line) => JSON.stringify(line)).join("\n")));
  expect(rows.map(({ kind, field, verdict }) => [kind, field, verdict])).toEqual([
    ["file-history-snapshot", "snapshot.trackedFileBackups.*", "unexpected-shape"],
    ["(no name)", null, "unknown-kind"],
  ]);
  expect(JSON.stringify(rows)).not.toContain("secret");
});
