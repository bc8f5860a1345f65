import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  boundaries,
  missing,
  openTimeline,
  type ReturnedRow,
  returned,
  runs,
  skills,
  type Timeline,
} from "../../src/node.js";

/** What was written by hand beside each fixture; the keys that are there are compared. */
interface Expected {
  boundaries?: object[];
  returned?: (Partial<ReturnedRow> & { count?: number; keptChars?: number; text?: string })[];
  missing?: object[];
  missingAtLeast?: object[];
  skills?: object[];
  runs?: object[];
  chains?: string[];
  lines?: Record<string, number>;
  prompts?: string[];
  replies?: string[];
  segments?: Record<string, number>;
  strayRows?: number;
  dangling?: number;
  duplicateRows?: number;
  invalidFields?: string[];
  notRecorded?: string[];
}

const root = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const fixtures = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".expected.json") && !file.startsWith("lab"))
  .map((file) => file.replace(".expected.json", ""));

const texts = (timeline: Timeline, kind: "prompt" | "reply"): string[] =>
  timeline.events.flatMap((event) =>
    event.kind === kind && event.text !== "" && event.chain === "main" ? [event.text] : [],
  );
const codes = (timeline: Timeline, code: string): number =>
  timeline.issues.filter((issue) => issue.code === code).length;

describe("fixtures give the answers beside them", () => {
  for (const name of fixtures)
    test(name, async () => {
      const expected = JSON.parse(readFileSync(join(root, `${name}.expected.json`), "utf8")) as Expected;
      const timeline = await openTimeline(join(root, `${name}.jsonl`));
      if (expected.boundaries) expect(boundaries(timeline)).toMatchObject(expected.boundaries);
      if (expected.returned) {
        // The items that the file speaks of: listings and live state differ with every version.
        const items = new Set(expected.returned.map((row) => row.item));
        const rows = returned(timeline).filter((row) => items.has(row.item));
        expect(rows).toMatchObject(expected.returned.map(({ count: _, keptChars: __, text: ___, ...row }) => row));
      }
      if (expected.missing) {
        const rows = missing(timeline).filter((row) => row.item !== "other");
        expect(rows).toHaveLength(expected.missing.length);
        for (const row of expected.missing) expect(rows).toContainEqual(expect.objectContaining(row));
      }
      for (const row of expected.missingAtLeast ?? [])
        expect(missing(timeline)).toContainEqual(expect.objectContaining(row));
      for (const row of expected.skills ?? []) expect(skills(timeline)).toContainEqual(expect.objectContaining(row));
      if (expected.runs) expect(runs(timeline)).toMatchObject(expected.runs);
      if (expected.chains) expect(timeline.chains.map((chain) => chain.chain)).toEqual(expected.chains);
      if (expected.lines) expect(timeline.files[0]?.lines).toEqual(expected.lines);
      if (expected.prompts) expect(texts(timeline, "prompt")).toEqual(expected.prompts);
      if (expected.replies) expect(texts(timeline, "reply")).toEqual(expected.replies);
      for (const [text, segment] of Object.entries(expected.segments ?? {}))
        expect(timeline.events.find((event) => "text" in event && event.text === text)?.segment).toBe(segment);
      if (expected.strayRows !== undefined) expect(codes(timeline, "stray-entry")).toBe(expected.strayRows);
      if (expected.dangling !== undefined) expect(codes(timeline, "dangling-parent")).toBe(expected.dangling);
      if (expected.duplicateRows !== undefined) expect(timeline.copies).toHaveLength(expected.duplicateRows);
      if (expected.invalidFields)
        expect(timeline.issues.filter((issue) => issue.code === "invalid-entry").map((issue) => issue.path)).toEqual(
          expected.invalidFields,
        );
      for (const item of expected.notRecorded ?? []) {
        const lost = missing(timeline).filter((row) => row.item === item);
        expect(
          lost.map((row) => row.reason).filter((reason) => reason !== "not-recorded" && reason !== "unknown"),
        ).toEqual([]);
      }
    });
});
