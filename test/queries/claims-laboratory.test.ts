import { describe, expect, it } from "vitest";
import { article } from "../../fixtures/article.js";
import { laboratory, numbers, type Run } from "../../fixtures/lab.js";
import { readTimeline, type Timeline } from "../../src/index.js";
import { type ClaimRow, claims } from "../../src/queries/claims.js";

const runs = Object.keys(numbers) as Run[];
const laboratoryTimelines: Promise<Timeline[]> = Promise.all(
  runs.map((run) => readTimeline(laboratory[run]().toString(), { sessionId: run })),
);

/** Verdict and counts of one claim: `held 6 of 8` means that two cases failed. */
const counted = ({ verdict, held, n }: ClaimRow) => `${verdict}: ${held} of ${n}`;
const claimOf = (rows: ClaimRow[], id: string): ClaimRow => {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`No claim is called ${id}.`);
  return row;
};
const inLaboratory = async (id: string) => counted(claimOf(claims(await laboratoryTimelines), id));

/** The laboratory runs in which a claim held. */
async function heldIn(id: string): Promise<string[]> {
  const timelines = await laboratoryTimelines;
  return runs.filter((_run, at) => claimOf(claims(timelines[at] as Timeline), id).held > 0);
}

describe("the July explainer, claim by claim", () => {
  it("the root CLAUDE.md comes back: held, 8 of 8", async () => {
    expect(await inLaboratory("july.root-comes-back")).toBe("held: 8 of 8");
  });

  it("unscoped rules are retained the same way: held, 4 of 4", async () => {
    expect(await inLaboratory("july.unscoped-rules-retained")).toBe("held: 4 of 4");
  });

  it("scoped rules are gone until triggered: held in 2 of 4", async () => {
    expect(await inLaboratory("july.scoped-rules-gone")).toBe("failed: 2 of 4");
    expect(await heldIn("july.scoped-rules-gone")).toEqual(["D1", "D2"]);
  });

  it("what was said exists only in the summary: held, 8 of 8", async () => {
    expect(await inLaboratory("july.conversation-in-summary")).toBe("held: 8 of 8");
  });

  it("the raw text of tool output is gone: not for files read, in all 8; output of earlier hooks was not tested", async () => {
    expect(await inLaboratory("july.tool-output-gone")).toBe("failed: 0 of 8");
    expect(await inLaboratory("july.hook-context-gone")).toBe("not exercised: 0 of 0");
  });

  it("a SessionStart hook with the matcher compact injects its output: held, 4 of 4", async () => {
    expect(await inLaboratory("july.compact-hook-injects")).toBe("held: 4 of 4");
    expect(await heldIn("july.compact-hook-injects")).toEqual(["C1", "C2", "D1", "D2"]);
  });

  it("skills, not covered by it: re-attached in 6 of 8 as the copy from invocation time, missing after both resumes", async () => {
    expect(await inLaboratory("docs.skills-reattached")).toBe("failed: 6 of 8");
    expect(await heldIn("docs.skills-reattached")).toEqual(["B1", "B2", "C1", "C2", "D1", "D2"]);
    expect(await inLaboratory("lab.skill-is-stored-copy")).toBe("held: 6 of 6");
    expect(await inLaboratory("lab.skill-lost-in-other-process")).toBe("held: 2 of 2");
  });
});

describe("the table of the documentation, in the laboratory", () => {
  it("holds for what comes from disk, as the article's table of what came back says", async () => {
    const of = (what: string) => article.cameBack.find((one) => one.what === what);
    expect(await inLaboratory("docs.root-from-disk")).toBe(`held: 8 of ${of("root CLAUDE.md")?.of}`);
    expect(await inLaboratory("docs.imports-from-disk")).toBe(`held: ${of("@import file")?.held} of 8`);
    expect(await inLaboratory("docs.unscoped-rules-from-disk")).toBe(`held: ${of("unscoped rule")?.held} of 4`);
    expect(await inLaboratory("docs.compact-hook-runs")).toBe(`held: ${of("compact hook output")?.held} of 4`);
  });

  it("fails for nested files in both wordings, each where the other holds", async () => {
    // Back in B and C as files; in A a file of the directory was read again and the nested file did not come with it.
    expect(await inLaboratory("docs-august.nested-lost")).toBe("failed: 4 of 8");
    expect(await inLaboratory("docs-september.nested-with-files")).toBe("failed: 4 of 6");
    expect(await heldIn("docs-september.nested-with-files")).toEqual(["B1", "B2", "C1", "C2"]);
    expect(await inLaboratory("lab.nested-as-files")).toBe("held: 4 of 4");
  });

  it("fails for the listing where another process goes on", async () => {
    expect(await inLaboratory("docs.listing-not-reinjected")).toBe("failed: 6 of 8");
    expect(await heldIn("lab.listing-with-new-process")).toEqual(["A1", "A2"]);
  });

  it("holds for five files at most; that they are the last ones read fails in D2", async () => {
    expect(await inLaboratory("docs.five-files")).toBe("held: 8 of 8");
    expect(await inLaboratory("handover.files-most-recently-used")).toBe("failed: 1 of 2");
    expect(await heldIn("handover.files-most-recently-used")).toEqual(["D1"]);
  });

  it("counts what a fork copied once, for every claim", async () => {
    const again = await Promise.all(
      runs.map((run) => readTimeline(laboratory[run]().toString(), { sessionId: `${run} again` })),
    );
    const once = claims(await laboratoryTimelines).map(counted);
    expect(claims([...(await laboratoryTimelines), ...again]).map(counted)).toEqual(once);
  });

  it("was not tested for automatic compactions and caps", async () => {
    for (const id of [
      "docs.auto-as-manual",
      "docs.truncation-keeps-head",
      "docs.hook-preview-2000",
      "skills.newest-first",
    ])
      expect(await inLaboratory(id), id).toBe("not exercised: 0 of 0");
  });
});
