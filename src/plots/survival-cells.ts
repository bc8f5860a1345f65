import type { MissingRow } from "../queries/missing.js";
import type { ReturnedRow } from "../queries/returned.js";
import { foldKept } from "../show/card.js";
import { commonFolder } from "../show/common-folder.js";
import { nameBelow } from "../show/name-below.js";
import type { Item } from "../timeline/carried.js";
import { grouped } from "../timeline/grouped.js";
import { boundaryLabel } from "./layout.js";

/** One thing at one boundary. */
export interface SurvivalCell {
  boundary: string;
  thing: string;
  /** Its copies that came back, in order. */
  back: ReturnedRow[];
  /** What is missing of it, or all of it. */
  loss: MissingRow | null;
}

/** What came back and what did not as a matrix: boundaries in the order of their rows, things by their kind. */
export interface SurvivalMatrix {
  boundaries: string[];
  /** Keys of the things, with their labels. */
  things: Map<string, string>;
  cells: SurvivalCell[];
}

const order: readonly Item[] = [
  "summary",
  "preserved",
  "instructions",
  "nested-memory",
  "file",
  "file-reference",
  "skill",
  "skill-listing",
  "hook",
  "plan",
  "task",
  "agent-listing",
  "tool-listing",
  "mcp-instructions",
  "output-style",
  "other",
];

export function survivalMatrix(returned: readonly ReturnedRow[], missing: readonly MissingRow[]): SurvivalMatrix {
  const back = [...grouped(returned, boundaryLabel).values()].flatMap(foldKept);
  // Every boundary takes the conversation, so that it tells nothing.
  const lost = missing.filter(({ name }) => name !== "conversation");
  const folder = commonFolder([...back, ...lost].flatMap(({ name }) => name ?? []));
  const cells = new Map<string, SurvivalCell>();
  const things = new Map<string, { label: string; item: Item }>();
  const cellAt = (row: ReturnedRow | MissingRow): SurvivalCell => {
    const thing = keyOf(row);
    if (!things.has(thing)) things.set(thing, { label: labelOf(row, folder), item: row.item });
    const key = JSON.stringify([boundaryLabel(row), thing]);
    const known = cells.get(key);
    if (known !== undefined) return known;
    const cell: SurvivalCell = { boundary: boundaryLabel(row), thing, back: [], loss: null };
    cells.set(key, cell);
    return cell;
  };
  for (const row of back) cellAt(row).back.push(row);
  for (const row of lost) cellAt(row).loss = row;
  const sorted = [...things].sort(([, a], [, b]) => order.indexOf(a.item) - order.indexOf(b.item));
  return {
    boundaries: boundariesInOrder([...back, ...lost]),
    things: new Map(sorted.map(([key, { label }]) => [key, label])),
    cells: [...cells.values()],
  };
}

/** The kept messages, folded into one row, are one thing whatever their names; a path that came back is the file. */
const keyOf = ({ item, name }: ReturnedRow | MissingRow): string =>
  item === "preserved" ? "preserved" : JSON.stringify([item === "file-reference" ? "file" : item, name]);

const ownNames: Partial<Record<Item, string>> = {
  summary: "summary",
  preserved: "kept messages",
  "skill-listing": "skill listing",
  "agent-listing": "agent listing",
  "tool-listing": "tool listing",
};

function labelOf({ item, name }: ReturnedRow | MissingRow, folder: string | null): string {
  const own = ownNames[item];
  if (own !== undefined) return own;
  const below = nameBelow(folder, name);
  return below === null ? item : item === "skill" ? `skill ${below}` : below;
}

/** Chain by chain, as the rows stand; within a chain by ordinal. */
function boundariesInOrder(rows: readonly (ReturnedRow | MissingRow)[]): string[] {
  const chains = [...new Set(rows.map(({ chain }) => chain))];
  const sorted = rows.toSorted((a, b) => chains.indexOf(a.chain) - chains.indexOf(b.chain) || a.boundary - b.boundary);
  return [...new Set(sorted.map(boundaryLabel))];
}
