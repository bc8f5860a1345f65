import { expect, test } from "vitest";
import {
  budget,
  budgetDeviations,
  forecast,
  handover,
  invocationsOf,
  missing,
  readTimeline,
  segment,
  skills,
  survival,
} from "../../src/index.js";
import { transcript } from "../../src/testing.js";

type Row = Record<string, unknown>;

/** A session that goes one way, and with `Right.` back to before the prompt `Left.`. */
const begun = () =>
  transcript({ cliVersion: "2.1.285", ambient: false })
    .prompt("Begin.")
    .read("a.ts", "a")
    .reply("Begun.")
    .prompt("Left.")
    .read("b.ts", "b")
    .skill("gone", "Gone.")
    .reply("Decided: use sqlite for the cache.")
    .prompt("Right.")
    .read("c.ts", "c")
    .reply("Decided: use redis for the queue.");

const compacted = (skills: boolean) => begun().compact({ keep: 0, skills }).prompt("On.").reply("Yes.");

/** Reads a session in which the prompt `Right.` hangs beside the prompt `Left.`, as a rewind writes it, and no file comes back. */
function rewound(session: { rows(): Row[] }) {
  const rows = session.rows().filter(({ attachment }) => (attachment as Row | undefined)?.type !== "file");
  const prompt = (words: string) => rows.find(({ message }) => (message as Row | undefined)?.content === words) as Row;
  prompt("Right.").parentUuid = prompt("Left.").parentUuid;
  return readTimeline(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

const endOf = (path: string): string => path.replace(/^.*\//, "");

test("what a rewind left stood in no context at the boundary: it is not missing, and no case of survival", async () => {
  const timeline = await rewound(compacted(false));
  const lost = missing(timeline).flatMap(({ item, name }) => (item === "other" ? [] : [`${item} ${endOf(name)}`]));
  expect(lost.sort()).toEqual(["file a.ts", "file c.ts"]);
  const cases = survival(timeline).flatMap(({ by, item, n }) => (by === "all" ? [[item, n]] : []));
  expect(cases).toContainEqual(["file", 2]);
  expect(cases.map(([item]) => item)).not.toContain("skill");
});

test("a skill that was invoked there has one row, which says so, and takes no room in the budget", async () => {
  const timeline = await rewound(compacted(false));
  expect(skills(timeline).map(({ name, fate, reason, boundary }) => [name, fate, reason, boundary])).toEqual([
    ["gone", "active", "abandoned", null],
  ]);
  expect(budget(invocationsOf(timeline))).toEqual([]);
  expect(budgetDeviations(timeline)).toEqual([]);
});

test("where a boundary brings such a skill back all the same, it is kept, and lost by the next that does not", async () => {
  const timeline = await rewound(compacted(true).compact({ keep: 0, skills: false }).prompt("On.").reply("Yes."));
  expect(skills(timeline).map(({ name, fate, boundary }) => [name, fate, boundary])).toEqual([
    ["gone", "kept", 1],
    ["gone", "lost", 2],
  ]);
});

test("a forecast counts what stands, at a boundary and at the end", async () => {
  const past = forecast(await rewound(compacted(false)), undefined, { before: 1 });
  const now = forecast(await rewound(begun()));
  for (const rows of [past, now]) {
    const named = rows.flatMap(({ item, name, count }) =>
      item === "skill" || item === "file" || name === "conversation" ? [[endOf(name), count]] : [],
    );
    // Of three prompts two stand.
    expect(named).toEqual([
      ["c.ts", null],
      ["a.ts", null],
      ["conversation", 2],
    ]);
  }
});

test("a hand-over note takes no decision of a way that was left, before a boundary or at the end", async () => {
  const past = handover(await rewound(compacted(false)), { before: 1 });
  const now = handover(await rewound(begun()));
  for (const rows of [past, now])
    expect(rows.flatMap(({ topic, text }) => (topic === "decision" ? [text] : []))).toEqual([
      "Decided: use redis for the queue.",
    ]);
});

test("a segment holds all that was written, also what was left", async () => {
  const timeline = await rewound(compacted(false));
  const lines = segment(timeline, 0).events.map(({ place }) => place.line);
  const [cut] = timeline.events.filter(({ kind }) => kind === "boundary");
  expect(Math.max(...lines)).toBe((cut?.place.line ?? 0) - 1);
  expect(new Set(lines).size).toBe((cut?.place.line ?? 0) - 1);
});
