import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { records } from "../../schemas/versions/recording.js";
import { openTimeline, returned } from "../../src/node.js";
import { forecastScore } from "../../src/queries/forecast-score.js";
import { missing } from "../../src/queries/missing.js";
import { skills } from "../../src/queries/skills.js";
import { clusters } from "../../src/timeline/clusters.js";
import type { Timeline } from "../../src/timeline/timeline.js";
import { sharedFolder } from "../shared.js";

const corpus = sharedFolder() === null ? null : join(sharedFolder() as string, "corpus");
const files = corpus === null ? [] : readdirSync(corpus).filter((name) => name.endsWith(".jsonl"));

const carriers: Record<string, string> = {
  file: "attachment/file",
  skill: "attachment/invoked_skills",
  instructions: "attachment/instructions",
  "nested-memory": "attachment/nested_memory",
  hook: "attachment/hook_success",
  "skill-listing": "attachment/skill_listing",
};

describe.skipIf(corpus === null)(`corpus${corpus === null ? " (skipped: no ../shared folder)" : ""}`, () => {
  const opened: Timeline[] = [];
  const timelines = async (): Promise<Timeline[]> => {
    if (opened.length === 0)
      for (const file of files) opened.push(await openTimeline(join(corpus as string, file), { subagents: false }));
    return opened;
  };

  test("files and references are five at every boundary that records them, and so the rest is beyond the limit", async () => {
    let boundaries = 0;
    for (const timeline of await timelines()) {
      for (const { boundary } of clusters(timeline)) {
        const at = (row: { boundary: number; chain: string }) =>
          row.boundary === boundary.ordinal && row.chain === boundary.chain;
        const back = returned(timeline).filter(
          (row) => at(row) && row.phase === "boundary" && (row.item === "file" || row.item === "file-reference"),
        );
        if (records(boundary.cliVersion, "attachment/file") === "no") {
          expect(back).toEqual([]);
          continue;
        }
        boundaries += 1;
        expect(back).toHaveLength(5);
        const reasons = new Set(
          missing(timeline)
            .filter((row) => at(row) && row.item === "file")
            .map((row) => row.reason),
        );
        expect([...reasons].filter((reason) => reason !== "beyond-file-limit" && reason !== "path-only")).toEqual([]);
      }
    }
    expect(boundaries).toBe(7);
  });

  test("every re-attached skill is equal to its invocation", async () => {
    const all = await timelines();
    const back = all.flatMap((timeline) => returned(timeline)).filter((row) => row.item === "skill");
    expect(back.length).toBeGreaterThan(0);
    expect(back.filter((row) => row.relation !== "equal")).toEqual([]);
    const kept = all.flatMap((timeline) => skills(timeline)).filter((row) => row.fate === "kept");
    expect(kept).toHaveLength(back.length);
    expect(kept.filter((row) => row.grade !== "derived" || (!row.stub && row.keptChars !== row.bodyChars))).toEqual([]);
  });

  test("no missing row claims more than its version records", async () => {
    for (const timeline of await timelines()) {
      const versionOf = new Map(
        clusters(timeline).map(({ boundary }) => [`${boundary.chain} ${boundary.ordinal}`, boundary.cliVersion]),
      );
      for (const row of missing(timeline)) {
        const recorded = records(versionOf.get(`${row.chain} ${row.boundary}`) ?? null, carriers[row.item] ?? "");
        if (row.reason === "not-recorded") expect(recorded).toBe("no");
        else if (row.reason !== "unknown" && row.reason !== "summary-only") expect(recorded).not.toBe("no");
      }
    }
  });

  test("every skill that one process invoked and compacted was foreseen to come back, and did", async () => {
    const [score] = forecastScore(await timelines()).filter((row) => row.item === "skill");
    expect(score).toMatchObject({ boundaries: 7, precision: 1, recall: 1 });
  });
});
