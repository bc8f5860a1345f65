import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTimeline } from "../../src/node.js";
import { claims } from "../../src/queries/claims.js";
import { survival } from "../../src/queries/survival.js";
import { sharedFolder } from "../shared.js";

const shared = sharedFolder();
const skipped = shared === null ? " (skipped: no ../shared folder)" : "";

async function corpus() {
  const folder = join(shared as string, "corpus");
  const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
  return Promise.all(files.map((file) => openTimeline(join(folder, file), { subagents: false })));
}

test.skipIf(shared === null)(`real transcripts put the claims to the test${skipped}`, async () => {
  const rows = new Map(claims(await corpus()).map((row) => [row.id, row]));
  // Of the boundaries that read files again, each brought five (records of 118 real boundaries).
  expect(rows.get("docs.five-files")).toMatchObject({ verdict: "held", failed: 0 });
  expect(rows.get("docs.five-files")?.n).toBeGreaterThan(0);
  // Every skill that came back did so as the text of its invocation.
  expect(rows.get("lab.skill-is-stored-copy")).toMatchObject({ verdict: "held", failed: 0 });
  // The session's id never changed at a boundary, so both claims about it can't stand.
  expect(rows.get("handover.same-session-id")).toMatchObject({ verdict: "held" });
  expect(rows.get("issue-29094.new-session-id")).toMatchObject({ verdict: "failed", held: 0 });
  for (const row of rows.values()) expect(row.n, row.id).toBe(row.held + row.failed);
});

test.skipIf(shared === null)(`real transcripts give rates that are rates${skipped}`, async () => {
  const rows = survival(await corpus());
  expect(rows.length).toBeGreaterThan(0);
  for (const { survived, truncated, n, rate, low, high, unjudged, unjudgedWhy } of rows) {
    expect(survived).toBeLessThanOrEqual(n);
    expect(truncated).toBeLessThanOrEqual(survived);
    if (n === 0) expect([rate, low, high]).toEqual([null, null, null]);
    else expect((low as number) <= (rate as number) && (rate as number) <= (high as number)).toBe(true);
    expect(unjudged === 0).toBe(unjudgedWhy === null);
  }
});
