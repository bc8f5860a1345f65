import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { queryNotes } from "../../docs/query-notes.js";
import { queryPages } from "../../docs/query-pages.js";
import * as tidemark from "../../src/node.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "docs", "queries");

/** What is printed is compared where the programs of all pages run. */
const withoutOutputs = (text: string): string => text.replace(/^```text\n[\s\S]*?^```$/gm, "```text\n```");

test("the pages of the queries are those that the sources give now; npm run docs writes them", () => {
  const pages = queryPages();
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
  for (const [file, text] of pages)
    expect(withoutOutputs(readFileSync(join(folder, file), "utf8")), file).toBe(withoutOutputs(text));
});

/** How the queries are asked that need more than a timeline. */
const asked: Record<string, (timeline: tidemark.Timeline) => tidemark.Row[]> = {
  budget: (timeline) => tidemark.budget(tidemark.invocationsOf(timeline)),
  lineage: (timeline) => tidemark.lineage([timeline]),
  markersByCarrier: (timeline) => tidemark.markersByCarrier(timeline, ["e"]),
  trace: (timeline) => tidemark.trace(timeline, [/\w{8,} \w+/]),
};

const queries: Record<string, unknown> = { ...tidemark, ...asked };

describe("a page explains every grade that its query gives over the fixtures", async () => {
  const files = readdirSync(join(root, "fixtures"), { recursive: true, encoding: "utf8" });
  const timelines = await Promise.all(
    files
      .filter((file) => file.endsWith(".jsonl"))
      .map((file) => tidemark.openTimeline(join(root, "fixtures", file), { subagents: false })),
  );
  test.each(Object.keys(queryNotes))("%s", (name) => {
    const query = queries[name] as (timeline: tidemark.Timeline) => tidemark.Row[];
    const met = new Set(timelines.flatMap((timeline) => query(timeline).map(({ grade }) => grade)));
    expect(Object.keys(queryNotes[name]?.grades ?? {})).toEqual(expect.arrayContaining([...met]));
  });
});
