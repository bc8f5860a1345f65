import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { table, writeTables } from "../../docs/page-tables.js";
import { readTimeline } from "../../src/node.js";
import { temporaryFolder } from "../node/temporary-folder.js";
import { same } from "./agree.js";
import { withOtherIds } from "./copies.js";
import { goal } from "./figures.js";
import { measure } from "./measure.js";
import type { Scale } from "./part.js";
import { type PartName, parts } from "./parts.js";
import { countedAlike, usageDifferences } from "./peers/usage-differences.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const demo = join(root, "fixtures", "demo", "session.jsonl");
const page = readFileSync(join(root, "docs", "performance.md"), "utf8");

/** As little of everything as there can be. */
const tiny: Scale = {
  rounds: 1,
  files: [demo],
  megabytes: 0.1,
  sessionMegabytes: [0.1],
  queryMegabytes: 0.1,
  folderFiles: [1, 3],
  lineMegabytes: 1,
  followed: [10],
  appended: 3,
  hookMegabytes: [0.1],
};

describe("the benchmark", () => {
  test.each(Object.keys(parts) as PartName[])(
    "%s runs, its variants find the same, and the page has a place for each table",
    async (name) => {
      const tables = await measure(parts[name], tiny, () => {});
      expect(tables.length).toBeGreaterThan(0);
      for (const { name, rows } of tables) {
        expect(page).toContain(`<!-- table: ${name} -->`);
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.flatMap(Object.values)).not.toContain(Number.NaN);
      }
    },
  );

  test("stops where two variants do not find the same; null is no answer", () => {
    same("lines", [
      ["a", 3],
      ["b", null],
      ["c", 3],
    ]);
    expect(() =>
      same("lines", [
        ["a", 3],
        ["b", null],
        ["c", 4],
      ]),
    ).toThrow("lines: a answers 3, c answers 4.");
  });

  test("says of a goal whether it is reached", () => {
    expect(goal(1.6, { atLeast: 1.6 })).toEqual({ goal: "≥ 1.6", reached: "yes" });
    expect(goal(110, { below: 110, unit: " MB" })).toEqual({ goal: "< 110 MB", reached: "no" });
    expect(goal(5)).toEqual({ goal: null, reached: null });
  });
});

test("a table is put in its place on a page, and one without a place is an error", () => {
  const path = join(
    temporaryFolder([["page.md", "Before.\n<!-- table: a -->\nold\n<!-- end -->\nAfter.\n"]]),
    "page.md",
  );
  writeTables(path, { a: table([{ what: "x|y", ms: null }]) });
  const written =
    "Before.\n<!-- table: a -->\n\n| what | ms  |\n| ---- | --- |\n| x\\|y | –   |\n\n<!-- end -->\nAfter.\n";
  expect(readFileSync(path, "utf8")).toBe(written);
  expect(() => writeTables(path, { b: "" })).toThrow("has no place for the table b");
});

describe("what ccusage counts otherwise", () => {
  const used = (input: number, parts?: Record<string, number>) => ({
    input_tokens: input,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    ...(parts && { cache_creation: parts }),
  });
  const row = (second: number, message: object, more: object = {}) =>
    JSON.stringify({
      type: "assistant",
      sessionId: "s",
      timestamp: `2026-01-01T00:00:0${second}.000Z`,
      requestId: "r",
      message,
      ...more,
    });
  const none = [0, 0, 0, 0];
  const reasons = [
    "messages of subagents within progress records",
    "rows of one message without a request id, by their time",
    "cache writes whose parts are more than their total",
    "rows without a time, left out",
  ];

  test.each([
    [
      "nothing where rows share message id and request id",
      [row(1, { id: "a", usage: used(3) }), row(2, { id: "a", usage: used(3) })],
      [none, none, none, none],
    ],
    [
      "a message in a progress record",
      [
        JSON.stringify({
          type: "progress",
          data: { message: { requestId: "q", message: { id: "b", usage: used(5) } } },
        }),
      ],
      [[5, 1, 0, 0], none, none, none],
    ],
    [
      "the second row without a request id",
      [1, 2].map((second) => row(second, { id: "a", usage: used(3) }, { requestId: undefined })),
      [none, [3, 1, 0, 0], none, none],
    ],
    [
      "a split that is larger than its total",
      [row(1, { id: "a", usage: used(3, { ephemeral_5m_input_tokens: 7 }) })],
      [none, none, [0, 0, 0, 7], none],
    ],
    [
      "not a row without a time",
      [row(1, { id: "a", usage: used(3) }, { timestamp: undefined })],
      [none, none, none, [-3, -1, 0, 0]],
    ],
  ])("%s", (_, lines, expected) => {
    const path = join(temporaryFolder([["a.jsonl", lines.join("\n")]]), "a.jsonl");
    expect(usageDifferences([path])).toEqual(Object.fromEntries(reasons.map((reason, at) => [reason, expected[at]])));
    expect(countedAlike(path)).toBe(reasons.every((_, at) => at === 2 || expected[at] === none));
  });
});

describe("a copy with other ids", () => {
  const text = readFileSync(demo, "utf8");
  const uuids = (content: string): Set<string> => new Set(content.match(/"uuid":"[^"]+"/g));

  test("shares no message and no uuid with the text or another copy", () => {
    const copies = [0, 1, 2].map((copy) => uuids(withOtherIds(text, copy)));
    const [first] = copies;
    expect(new Set(copies.flatMap((copy) => [...copy])).size).toBe(3 * (first as Set<string>).size);
    expect(withOtherIds('{"id":"msg_01AbCdEfGh"}', 1)).not.toContain('"msg_01AbCdEfGh"');
  });

  test("is the same session but for its ids: links hold", async () => {
    const [one, other] = [await readTimeline(text), await readTimeline(withOtherIds(text, 1))];
    expect(other.events.map(({ kind }) => kind)).toEqual(one.events.map(({ kind }) => kind));
    expect(other.issues.map(({ code }) => code)).toEqual(one.issues.map(({ code }) => code));
  });

  test("keeps the one id that it is told to keep", () => {
    const id = "00000000-0000-4000-8000-00000000000a";
    expect(withOtherIds(`"${id}" "10000000-0000-4000-8000-00000000000a"`, 1, id)).toContain(`"${id}" "ae3779b1-`);
  });
});
