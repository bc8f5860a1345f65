import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laboratory } from "../../fixtures/lab.js";
import { runs } from "../../src/queries/runs.js";
import { session as sessionRow } from "../../src/queries/session.js";
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

  it("leaves /exit to the process that it ended, and what follows it to another, whatever else shows that", async () => {
    const start = { cliVersion: "2.1.36", ambient: false };
    const session = (next: { cliVersion?: string }, hook: boolean) => {
      const built = transcript(start);
      if (hook) built.hook("SessionStart:resume", { command: "start", stdout: "b" });
      return built
        .prompt("go")
        .reply("Done.")
        .command("exit", "See ya!")
        .exit()
        .resume(next)
        .prompt("on")
        .reply("Yes.");
    };
    for (const [next, hook, version] of [
      [{ cliVersion: "2.1.37" }, true, "2.1.37"],
      [{ cliVersion: "2.1.37" }, false, "2.1.37"],
      [{}, true, "2.1.36"],
      [{}, false, "2.1.36"],
    ] as const) {
      const timeline = await readTimeline(session(next, hook).toString());
      const said = (kind: string) =>
        timeline.events.filter((event) => event.kind === kind).map(({ place }) => place.line);
      const [first, second] = runs(timeline);
      expect(second?.cliVersion).toBe(version);
      expect(second?.grade).toBe(hook ? "observed" : "inferred");
      expect(second?.firstLine).toBeGreaterThan(said("local-output")[0] ?? Number.NaN);
      expect(second?.firstLine).toBeLessThanOrEqual(said("prompt")[1] ?? Number.NaN);
      expect(first?.lastLine).toBeGreaterThanOrEqual(said("local-output")[0] ?? Number.NaN);
      expect(runs(timeline)).toHaveLength(2);
    }
  });

  it("sees two processes where one did nothing but leave", async () => {
    const session = transcript({ cliVersion: "2.1.285", ambient: false })
      .hook("SessionStart:resume", { command: "start", stdout: "b" })
      .prompt("go")
      .reply("Done.")
      .exit()
      .resume()
      .command("exit", "Bye!")
      .exit()
      .resume()
      .prompt("on")
      .reply("Yes.");
    expect(runs(await readTimeline(session.toString())).map(({ startedBy }) => startedBy)).toEqual([
      null,
      "resume",
      "resume",
    ]);
  });

  it("gives a compaction to the process that wrote its summary, and what comes after it to the next one", async () => {
    const timeline = await readTimeline(laboratory.A1().toString());
    const boundary = timeline.events.find(({ kind }) => kind === "boundary");
    const prompt = timeline.events.find(
      ({ kind, place }) => kind === "prompt" && place.line > (boundary?.place.line ?? 0),
    );
    // Four processes: two turns, the compaction, and the question after it.
    expect(
      runs(timeline)
        .map(({ firstLine }) => firstLine)
        .slice(2),
    ).toEqual([boundary?.place.line, prompt?.place.line]);
  });

  it("gives a compaction to the fork that recorded its start late, as one of the kept rows", async () => {
    const lines = transcript({ cliVersion: "2.1.226", ambient: false })
      .prompt("begin")
      .reply("Begun.")
      .prompt("go")
      .reply("Done.")
      .fault("late-flush")
      .compact({ keep: 2 })
      .prompt("on")
      .reply("More.")
      .lines()
      .map((line) => JSON.parse(line));
    const cut = lines.findIndex(({ subtype }) => subtype === "compact_boundary");
    const kept = lines.findIndex(({ type, message }, at) => at > cut && type === "user" && message.content === "go");
    const { session_id: _, ...row } = lines[kept];
    const attachment = { type: "hook_success", hookEvent: "SessionStart", hookName: "SessionStart:fork", content: "a" };
    lines[kept] = { ...row, type: "attachment", message: undefined, attachment };
    const timeline = await readTimeline(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(runs(timeline).map((run) => [run.firstLine, run.startedBy])).toEqual([
      [1, null],
      [cut + 1, "fork"],
    ]);
  });

  it("takes a row of another version among others for a copy, and no process", async () => {
    const session = transcript({ cliVersion: "1.0.120", ambient: false });
    for (const turn of [1, 2, 3]) session.prompt(`Turn ${turn}.`).reply("Done.");
    const older = session
      .lines()
      .map((line, at) => (at > 0 && line.includes('"Turn ') ? line.replace("1.0.120", "1.0.117") : line));
    const timeline = await readTimeline(older.map((line) => `${line}\n`).join(""));
    expect(new Set(timeline.versions)).toEqual(new Set(["1.0.117", "1.0.120"]));
    expect(runs(timeline)).toHaveLength(1);
    expect(sessionRow(timeline)).toMatchObject([{ firstVersion: "1.0.120", lastVersion: "1.0.120" }]);
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
