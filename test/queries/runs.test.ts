import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../src/queries/runs.js";
import { transcript } from "../../src/testing.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";
import { anySession } from "../properties/compacted-session.js";

const hooked = (cliVersion: string) =>
  transcript({ cliVersion })
    .hook("SessionStart:startup", { command: "start", stdout: "a" })
    .hook("SessionStart:resume", { command: "start", stdout: "b" });

describe("runs", () => {
  it("observes a start that a SessionStart hook recorded", async () => {
    const session = hooked("2.1.285").prompt("go").reply("Done.");
    const before = session.lines().length;
    session.exit().resume().prompt("more").reply("More.");
    const rows = runs(await readTimeline(session.toString()));
    expect(rows.map((row) => [row.run, row.startedBy, row.grade, row.why, row.cliVersion, row.entrypoint])).toEqual([
      [1, "startup", "observed", null, "2.1.285", "cli"],
      [2, "resume", "observed", null, "2.1.285", "cli"],
    ]);
    expect(rows[1]?.firstLine).toBeGreaterThan(before);
    expect(rows[0]?.lastLine).toBeLessThan(rows[1]?.firstLine ?? 0);
    expect(rows[1]?.lastLine).toBe(
      Math.max(...(await readTimeline(session.toString())).events.map((event) => event.place.line)),
    );
  });

  it("infers a start without a hook, and names the signs", async () => {
    const session = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .reply("Done.")
      .exit()
      .resume()
      .prompt("more")
      .reply("More.");
    const rows = runs(await readTimeline(session.toString()));
    expect(rows.map((row) => [row.run, row.startedBy, row.grade])).toEqual([
      [1, null, "inferred"],
      [2, null, "inferred"],
    ]);
    expect(rows[1]?.why).toMatch(/session_id changes/);
  });

  it("divides the main file: runs are in order and do not overlap, in any session", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ maxSteps: 15 }), async (session) => {
        const rows = runs(await readTimeline(session.toString()));
        rows.forEach((row, at) => {
          expect(row.run).toBe(at + 1);
          expect(row.firstLine).toBeLessThanOrEqual(row.lastLine);
          const next = rows[at + 1];
          if (next !== undefined) expect(row.lastLine).toBeLessThan(next.firstLine);
          expect(row.grade === "observed").toBe(row.why === null);
        });
      }),
      { numRuns: 40 },
    );
  });
});
