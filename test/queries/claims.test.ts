import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laboratory, numbers, type Run } from "../../fixtures/lab.js";
import { readTimeline, type Timeline } from "../../src/index.js";
import { disputes } from "../../src/queries/claims/disputes.js";
import { type ClaimRow, claims } from "../../src/queries/claims.js";
import { transcript } from "../../src/testing.js";
import { anySession } from "../properties/compacted-session.js";
import { disorder } from "./disorder.js";
import { claimOf, counted, judge } from "./judged-claims.js";

const runs = Object.keys(numbers) as Run[];
const laboratoryTimelines: Promise<Timeline[]> = Promise.all(
  runs.map((run) => readTimeline(laboratory[run]().toString(), { sessionId: run })),
);

describe("a claim", () => {
  it("that failed shows the lines that speak against it", async () => {
    const timelines = await laboratoryTimelines;
    const row = claimOf(claims(timelines[runs.indexOf("C1")] as Timeline), "july.scoped-rules-gone");
    const rule = timelines[runs.indexOf("C1")]?.events.find(
      (event) =>
        event.kind === "attachment" && event.carrier === "file" && event.carried[0]?.name?.endsWith("sub-rule.md"),
    );
    expect(row).toMatchObject({ sessionId: "C1", grade: "derived", failed: 1, n: 1 });
    expect(row.evidence).toEqual([rule?.place]);
    expect(row.why).toBe("Tested in 1 case.");
  });

  it("that no transcript can decide says why", async () => {
    for (const row of claims(await laboratoryTimelines).filter(({ verdict }) => verdict === "not decidable"))
      expect(row, row.id).toMatchObject({
        grade: "unknown",
        n: 0,
        evidence: [],
        why: expect.stringMatching(/^[A-Z].+\.$/),
      });
  });

  it("has an id, a source and a date of its own", () => {
    const rows = claims([]);
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { id, claim, source, date } of rows) {
      expect(claim, id).toMatch(/^\p{Lu}.+\.$/u);
      expect(source, id).not.toBe("");
      expect(date, id).toMatch(/^\d{4}-\d{2}(-\d{2})?$/);
    }
  });

  it("that another one contradicts stands beside it, each naming the other", () => {
    const rows = claims([]);
    const nested = [
      "docs-august.nested-lost",
      "docs-september.nested-with-files",
      "docs-october.nested-on-demand",
      "lab.nested-as-files",
    ];
    for (const id of nested) expect(claimOf(rows, id).contradicts.length, id).toBeGreaterThan(0);
    for (const { id, contradicts } of rows)
      for (const other of contradicts) expect(claimOf(rows, other).contradicts, `${id} and ${other}`).toContain(id);
  });

  it("about hooks and streams stands with its opposite where sources disagree", () => {
    const rows = claims([]);
    const pairs = [
      ["docs-august.precompact-empty-text", "docs-september.precompact-null"],
      ["skills.precompact-gets-summary", "docs.precompact-input"],
      ["skills.postcompact-gets-tokens", "docs.postcompact-input"],
      ["sdk.hooks-name-subagent", "issue-91910.hooks-of-subagent-unnamed"],
      ["lab.compaction-has-status-frame", "report.auto-without-status-frame"],
      ["docs.fork-starts-as-fork", "docs-august.fork-started-as-resume"],
      ["changelog.fork-becomes-branch", "changelog.fork-is-copy"],
      ["changelog.fork-is-copy", "changelog.fork-is-subagent"],
      ["report.session-messages-strip-boundaries", "sdk.session-messages-have-boundaries"],
      ["handover.transcripts-expire", "sdk.desktop-transcripts-stay"],
      ["handover.transcripts-expire", "docs-august.expiry-goes-by-file"],
      ["docs-august.checkpoints-expire", "docs-august.checkpoints-hundred"],
    ];
    for (const [one, other] of pairs as [string, string][]) {
      expect(claimOf(rows, one).contradicts).toContain(other);
      expect(claimOf(rows, other).verdict).toBe("not decidable");
    }
  });

  it("is judged on any session, with faults too, to rows that JSON keeps", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession({
          faults: disorder,
        }),
        async (session) => {
          const rows = claims(await readTimeline(session.toString()));
          expect(JSON.parse(JSON.stringify(rows))).toEqual(rows);
          for (const { id, verdict, held, failed, n, unjudged, evidence } of rows) {
            expect(n, id).toBe(held + failed);
            if (verdict === "held") expect([failed, held > 0], id).toEqual([0, true]);
            else if (verdict === "failed") expect(failed, id).toBeGreaterThan(0);
            else expect(n, id).toBe(0);
            if (verdict === "not decidable") expect(unjudged, id).toBe(0);
            expect(n > 0, id).toBe(evidence.length > 0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("of a dispute is one of the table", () => {
    const rows = claims([]);
    for (const id of disputes.flat(2)) expect(claimOf(rows, id).id).toBe(id);
  });

  it("is not exercised by nothing, and decided by no empty transcript", async () => {
    const verdicts = (rows: ClaimRow[]) => [...new Set(rows.map(({ verdict }) => verdict))].sort();
    expect(verdicts(claims([]))).toEqual(["not decidable", "not exercised"]);
    expect(verdicts(claims(await readTimeline("")))).toEqual(["not decidable", "not exercised"]);
  });
});

const root = "/home/dev/project/CLAUDE.md";

describe("instructions", () => {
  const start = () =>
    transcript({ cliVersion: "2.1.270" })
      .instructions([{ path: root, content: "Use tabs." }])
      .prompt("go")
      .reply("ok");

  it("stand in the cluster of an automatic compaction, as the held copy", async () => {
    const ids = ["docs.auto-as-manual", "newest.held-after-auto", "docs.root-from-disk"];
    expect(await judge(start().compact().prompt("next").reply("ok"), ...ids)).toEqual([
      "failed: 0 of 1",
      "held: 1 of 1",
      "held: 1 of 1",
    ]);
  });

  it("are not those of the disk where an edit on record is older than the copy, and a delta corrects it", async () => {
    const session = start().write(root, "Use spaces.").reply("done").compact().prompt("next").reply("ok");
    const ids = [
      "newest.held-after-auto",
      "docs.root-from-disk",
      "newest.delta-corrects-held-copy",
      "docs.instructions-once",
    ];
    expect(await judge(session, ...ids)).toEqual(["held: 1 of 1", "failed: 0 of 1", "held: 1 of 1", "held: 2 of 2"]);
  });

  it("can't be missed before the next turn was answered, nor where the version does not record them", async () => {
    const open = await readTimeline(start().compact({ trigger: "manual" }).toString());
    expect(claimOf(claims(open), "docs.root-from-disk")).toMatchObject({ verdict: "not exercised", unjudged: 1 });
    const old = transcript({ cliVersion: "2.1.112" }).prompt("go").reply("ok").compact().prompt("next").reply("ok");
    expect(await judge(old, "docs.root-from-disk")).toEqual(["not exercised: 0 of 0"]);
  });
});

describe("skills", () => {
  const start = (cliVersion = "2.1.285") => transcript({ cliVersion }).prompt("go");

  it("are cut at their end, and the cut is marked", async () => {
    const session = start().skill("long", "Rule.\n".repeat(5_000)).reply("ok").compact();
    const ids = [
      "docs.truncation-keeps-head",
      "newest.cut-is-marked",
      "docs.skill-5000-tokens",
      "docs.skills-reattached",
    ];
    expect(await judge(session, ...ids)).toEqual(Array(4).fill("held: 1 of 1"));
  });

  it("fall off from the oldest where the budget is full", async () => {
    const session = start();
    for (const name of ["one", "two", "three", "four", "five", "six"])
      session.skill(name, name.repeat(8_000).slice(0, 19_000));
    session.reply("ok").compact();
    expect(await judge(session, "skills.newest-first", "docs.skills-25000-tokens", "docs.skills-reattached")).toEqual(
      Array(3).fill("held: 1 of 1"),
    );
  });

  it("of an earlier process come back where an earlier boundary carried them", async () => {
    const session = start().skill("deploy", "Tag first.").reply("ok").compact().reply("ok").exit().resume().compact();
    expect(await judge(session, "newest.skill-kept-by-earlier-record", "lab.skill-lost-in-other-process")).toEqual([
      "held: 1 of 1",
      "not exercised: 0 of 0",
    ]);
  });

  it("that are invoked again bring a note from 2.1.202 on, and the body before", async () => {
    const ids = ["docs.note-when-loaded", "changelog.second-copy-before", "issue-73280.body-always-twice"];
    const twice = (cliVersion: string) =>
      start(cliVersion).skill("deploy", "Tag first.").skill("deploy", "Tag first.").reply("ok");
    expect(await judge(twice("2.1.202"), ...ids)).toEqual(["held: 1 of 1", "not exercised: 0 of 0", "failed: 0 of 1"]);
    expect(await judge(twice("2.1.201"), ...ids)).toEqual(["not exercised: 0 of 0", "held: 1 of 1", "held: 1 of 1"]);
  });

  it("can't be missed where the version does not record them", async () => {
    const timeline = await readTimeline(start("2.1.63").skill("deploy", "Tag first.").reply("ok").compact().toString());
    expect(claimOf(claims(timeline), "docs.skills-reattached")).toMatchObject({
      verdict: "not exercised",
      n: 0,
      unjudged: 1,
    });
  });
});

describe("what was said", () => {
  const start = () =>
    transcript({ cliVersion: "2.1.285", ambient: false }).prompt("Never deploy on a Friday, please.").reply("Noted.");

  it("is in the summary only, but for a prompt that the compaction kept", async () => {
    expect(await judge(start().compact({ keep: 1 }), "july.conversation-in-summary")).toEqual(["held: 1 of 1"]);
    const kept = await readTimeline(start().compact({ keep: 2 }).toString());
    const row = claimOf(claims(kept), "july.conversation-in-summary");
    expect(counted(row)).toBe("failed: 0 of 1");
    expect(row.evidence[0]).toEqual(kept.events.find((event) => event.kind === "prompt")?.place);
  });

  it("is gone from a file that begins with the boundary, whatever record of another kind stands there", async () => {
    const lines = start().compact().lines();
    const fromBoundary = lines.slice(lines.findIndex((line) => line.includes('"compact_boundary"')));
    const future = JSON.stringify({ type: "future-kind", uuid: "f", parentUuid: null, sessionId: "another" });
    for (const file of [fromBoundary, [future, ...fromBoundary]])
      expect(counted(claimOf(claims(await readTimeline(file.join("\n"))), "docs.file-is-append-only"))).toBe(
        "failed: 0 of 1",
      );
    expect(await judge(start().compact(), "docs.file-is-append-only")).toEqual(["held: 1 of 1"]);
  });

  it("is no test of it where a rewind folded a part", async () => {
    expect(await judge(start().compact({ mode: "up-to", keep: 2 }), "july.conversation-in-summary")).toEqual([
      "not exercised: 0 of 0",
    ]);
  });
});

describe("files", () => {
  it("above 5,000 tokens come back as a path", async () => {
    const session = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .read("/home/dev/project/small.md", "x".repeat(20_000))
      .read("/home/dev/project/large.md", "x".repeat(20_100))
      .reply("ok")
      .compact();
    expect(await judge(session, "docs.large-file-as-path", "docs.five-files")).toEqual([
      "held: 2 of 2",
      "held: 1 of 1",
    ]);
  });
});

describe("output of hooks", () => {
  const ids = [
    "docs.hook-output-10000",
    "docs-august.hook-output-whole",
    "changelog.hook-output-50000",
    "docs.hook-preview-2000",
  ];
  const printing = (chars: number) =>
    transcript({ cliVersion: "2.1.285" })
      .hook("SessionStart:compact", { command: "cat", stdout: "y".repeat(chars) })
      .prompt("go")
      .reply("ok")
      .compact();

  it("is whole at 10,000 characters", async () => {
    expect(await judge(printing(10_000), ...ids)).toEqual(["held: 1 of 1", ...Array(3).fill("not exercised: 0 of 0")]);
  });

  it("is a preview of 2,000 above, against what was written elsewhere", async () => {
    expect(await judge(printing(10_001), ...ids)).toEqual([
      "held: 1 of 1",
      "failed: 0 of 1",
      "failed: 0 of 1",
      "held: 1 of 1",
    ]);
  });
});
