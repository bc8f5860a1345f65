import { describe, expect, it } from "vitest";
import { readTimeline } from "../../src/index.js";
import { claims } from "../../src/queries/claims.js";
import { transcript } from "../../src/testing.js";
import { claimOf, judge } from "./judged-claims.js";

describe("rows behind a boundary", () => {
  const ids = ["handover.read-from-last-marker", "issue-92089.rows-appended-again"];
  const once = () => transcript({ cliVersion: "2.1.260" }).prompt("Begin.").reply("Begun.").compact();
  const twice = () => once().prompt("Go on.").reply("Done.").compact();

  it("are new where nothing was appended again; the first compaction does not exercise the report", async () => {
    expect(await judge(once(), ...ids)).toEqual(["held: 1 of 1", "not exercised: 0 of 0"]);
    expect(await judge(twice(), ...ids)).toEqual(["held: 1 of 1", "failed: 0 of 1"]);
  });

  it("are old where rows from before it were appended again, and these lines show it", async () => {
    const session = twice().fault("copy", 5).prompt("More.").reply("Done.");
    expect(await judge(session, ...ids)).toEqual(["failed: 0 of 1", "held: 1 of 1"]);
    const timeline = await readTimeline(session.toString());
    const boundary = timeline.events.findLast((event) => event.kind === "boundary");
    const { evidence } = claimOf(claims(timeline), "handover.read-from-last-marker");
    expect(evidence.at(-1)).toEqual(boundary?.place);
    expect(evidence.length).toBeGreaterThan(1);
    for (const { line } of evidence.slice(0, -1)) expect(line).toBeGreaterThan(boundary?.place.line as number);
  });

  it("are no test of the report where another process, or another version, compacted", async () => {
    const resumed = once().exit().resume().prompt("Go on.").reply("Done.").compact();
    const later = transcript({ cliVersion: "2.1.285" }).prompt("Go.").reply("Ok.").compact().prompt("On.").reply("Ok.");
    for (const session of [resumed, later.compact()])
      expect(await judge(session, ids[1] as string)).toEqual(["not exercised: 0 of 0"]);
  });

  it("that copy what came after it are no test of it", async () => {
    const session = twice().prompt("More.").reply("Done.").fault("copy", 2);
    expect(await judge(session, ...ids)).toEqual(["held: 1 of 1", "failed: 0 of 1"]);
  });
});

describe("names that changed with the version", () => {
  const start = (cliVersion: string) => transcript({ cliVersion, ambient: false }).prompt("go").reply("ok");

  it("/branch came with 2.1.77", async () => {
    const branching = (cliVersion: string) => start(cliVersion).command("/branch", "Branched.");
    expect(await judge(branching("2.1.77"), "changelog.fork-becomes-branch")).toEqual(["held: 1 of 1"]);
    expect(await judge(branching("2.1.76"), "changelog.fork-becomes-branch")).toEqual(["failed: 0 of 1"]);
    expect(await judge(start("2.1.76").command("/model", "Set."), "changelog.fork-becomes-branch")).toEqual([
      "not exercised: 0 of 0",
    ]);
  });

  it("the source fork came with 2.1.214; a recorded resume tells nothing of a fork", async () => {
    const forked = (cliVersion: string) =>
      start(cliVersion)
        .hook("SessionStart:fork", { command: "cat", stdout: "forked" })
        .hook("SessionStart:resume", { command: "cat", stdout: "resumed" })
        .fork()
        .prompt("on")
        .reply("ok");
    const ids = ["docs.fork-starts-as-fork", "docs-august.fork-started-as-resume"];
    expect(await judge(forked("2.1.214"), ...ids)).toEqual(["held: 1 of 1", "not decidable: 0 of 0"]);
    expect(await judge(forked("2.1.213"), ...ids)).toEqual(["not exercised: 0 of 0", "not decidable: 0 of 0"]);
  });

  it("a hook before a switch of the model is one that the list of August lacks", async () => {
    const ids = ["docs-august.no-hook-before-model-switch", "sdk.hook-before-model-switch"];
    const switched = start("2.1.285").hook("PreModelSwitch", { command: "check" });
    expect(await judge(switched, ...ids)).toEqual(["failed: 0 of 1", "held: 1 of 1"]);
    expect(await judge(start("2.1.285"), ...ids)).toEqual(Array(2).fill("not exercised: 0 of 0"));
    const rows = claims([]);
    expect(claimOf(rows, ids[0] as string).contradicts).toEqual([ids[1]]);
    expect(claimOf(rows, "handover.read-from-last-marker").contradicts).toEqual(["issue-92089.rows-appended-again"]);
  });
});
