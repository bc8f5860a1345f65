import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sessionRows } from "../../src/export/session-rows.js";
import { allTables, exportTables } from "../../src/export/tables.js";
import { readTimeline } from "../../src/index.js";
import { transcript } from "../../src/testing.js";
import type { Timeline } from "../../src/timeline/timeline.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";

const idsOf = (timeline: Timeline, name: string): string[] =>
  allTables
    .filter((table) => table.name === name)
    .flatMap((table) => sessionRows(table, { timeline, project: "p", clean: null, hash: (identity) => identity }))
    .map((row) => String(row[0]));

/** Tables whose rows are about records, in which a fork has all that the original had. */
const ofRecords = ["boundaries", "returned", "conflicts", "usage", "messages", "tools", "hooks"];

describe("row ids", () => {
  test("are not used twice in a session", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession({ faults: ["copy", "torn-line"] }), async (session) => {
        const timeline = await readTimeline(session.toString());
        for (const { name } of allTables) {
          const ids = idsOf(timeline, name);
          expect(new Set(ids).size, name).toBe(ids.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("of records are the same in a fork", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession({ versions: ["2.1.285"] }), async (session) => {
        const original = await readTimeline(session.toString());
        const fork = await readTimeline(session.exit().fork().toString());
        expect(fork.sessionId).not.toBe(original.sessionId);
        for (const name of ofRecords)
          expect(idsOf(fork, name), name).toEqual(expect.arrayContaining(idsOf(original, name)));
      }),
      { numRuns: 30 },
    );
  });

  test("of a session that grows stay what they were", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession({ versions: ["2.1.285"] }), async (session) => {
        const lines = session.lines();
        const half = await readTimeline(lines.slice(0, Math.ceil(lines.length / 2)).join("\n"), { sessionId: "s" });
        const whole = await readTimeline(lines.join("\n"), { sessionId: "s" });
        for (const name of ["boundaries", "usage", "messages", "tools", "hooks"])
          expect(idsOf(whole, name), name).toEqual(expect.arrayContaining(idsOf(half, name)));
      }),
      { numRuns: 30 },
    );
  });

  test("of a hook that answers long after its start stays what it was", async () => {
    const session = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.");
    const common = { sessionId: session.sessionId, version: "2.1.285" };
    const run = { toolUseID: "hook-1", hookEvent: "Stop", hookName: "Stop" };
    session.raw({
      ...common,
      type: "progress",
      uuid: "start",
      parentUuid: session.lastUuid,
      timestamp: "2026-10-01T09:01:00.000Z",
      data: { type: "hook_progress", hookEvent: "Stop", hookName: "Stop", command: "slow.sh" },
      toolUseID: "hook-1",
      parentToolUseID: "hook-1",
    });
    const started = idsOf(await readTimeline(session.toString()), "hooks");
    session.raw({
      ...common,
      type: "attachment",
      uuid: "answer",
      parentUuid: "start",
      timestamp: "2026-10-01T09:09:00.000Z",
      attachment: {
        type: "async_hook_response",
        ...run,
        processId: "1",
        response: {},
        stdout: "",
        stderr: "",
        exitCode: 0,
      },
    });
    const answered = await readTimeline(session.toString());
    expect(exportTables.hooks.rows(answered)).toMatchObject([{ exitCode: 0, command: "slow.sh" }]);
    expect(started).toHaveLength(1);
    expect(idsOf(answered, "hooks")).toEqual(started);
  });

  test("of records without a uuid are told by session and line", async () => {
    const text = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("One.").prompt("on").reply("Two.").toString();
    const bare = text.replaceAll(/"uuid":"[^"]+",?/g, "");
    const ids = idsOf(await readTimeline(bare, { sessionId: "s" }), "turns");
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id.includes('"s"'))).toBe(true);
  });
});
