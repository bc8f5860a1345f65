import type { ConflictRow } from "../queries/conflicts.js";
import type { MissingRow } from "../queries/missing.js";
import type { Item } from "../timeline/carried.js";
import { graded } from "./cells.js";
import { count, plural } from "./count.js";
import { nameBelow } from "./name-below.js";
import { cutMiddle } from "./text-width.js";

/**
 * What a card says of that which did not come back, as labels with their texts: what is lost, what came back cut, what
 * the record can't tell. The conversation is left out, as every boundary takes it.
 */
export function lossFacts(rows: MissingRow[], folder: string | null): [string, string][] {
  const labels = new Map<string, MissingRow[]>([
    ["lost", []],
    ["cut", []],
    ["unclear", []],
  ]);
  for (const row of rows) if (row.name !== "conversation") labels.get(labelOf(row))?.push(row);
  return [...labels].flatMap(([label, some]): [string, string][] =>
    some.length === 0 ? [] : [[label, byItem(some, folder)]],
  );
}

const labelOf = (row: MissingRow): string =>
  isCutShort(row) ? "cut" : row.reason === "not-recorded" ? "unclear" : "lost";

/** True where a part of its text came back. */
export const isCutShort = ({ reason }: MissingRow): boolean => reason === "truncated" || reason === "hook-capped";

/** `3 files (a.ts, b.ts and 1 more: beyond file limit?), 1 skill (lab-skill: other process?), skill listing` */
const byItem = (rows: MissingRow[], folder: string | null): string =>
  [...grouped(rows, ({ item }) => item)]
    .map(([item, some]) =>
      item === "skill-listing" ? "skill listing" : `${things(item, some.length)}${detail(some, folder)}`,
    )
    .join(", ");

const words: Partial<Record<Item, [string, string]>> = {
  file: ["file", "files"],
  "nested-memory": ["nested instruction file", "nested instruction files"],
  instructions: ["instruction file", "instruction files"],
  skill: ["skill", "skills"],
  hook: ["hook text", "hook texts"],
};

const things = (item: Item, number: number): string => plural(number, ...(words[item] ?? [item, item]));

const mostNames = 2;

/** Names, of each reason the first, and how many more there are. */
function detail(rows: MissingRow[], folder: string | null): string {
  const parts = [...grouped(rows, reasonOf)].map(([reason, some]) => {
    const names = some.slice(0, mostNames).map(({ name }) => nameBelow(folder, name));
    const more = some.length > mostNames ? ` and ${count(some.length - mostNames)} more` : "";
    return `${names.join(", ")}${more}${reason === "" ? "" : `: ${reason}`}`;
  });
  return ` (${parts.join("; ")})`;
}

/** True where `lossFacts` counts things that it does not name. */
export const leavesNamesOut = (rows: MissingRow[]): boolean =>
  [...grouped(rows, (row) => `${row.item} ${labelOf(row)} ${reasonOf(row)}`).values()].some(
    (some) => some.length > mostNames,
  );

/** In words; nothing where the label says it. */
const reasonOf = (row: MissingRow): string =>
  labelOf(row) === "cut" ? "" : graded(row.reason, row.grade).replaceAll("-", " ");

/** One line for each conflict: which text stands beside which newer one, and what retires it. */
export const conflictFacts = (rows: ConflictRow[], folder: string | null, width: number): [string, string][] =>
  rows.map(({ name, older, newer, retiredAt, grade }) => {
    const end = retiredAt === null ? "" : `, retired by line ${retiredAt}`;
    const texts = `: ${older.source} (line ${older.line}), newer ${newer.source} (line ${newer.line})${end}`;
    return [
      grade === "inferred" ? "conflict?" : "conflict",
      cutMiddle(nameBelow(folder, name) ?? "", Math.max(8, width - texts.length)) + texts,
    ];
  });

function grouped<T, K>(values: T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}
