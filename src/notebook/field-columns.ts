import { inspect } from "node:util";
import type { Place } from "../read/place.js";
import { TranscriptError } from "../read/transcript-error.js";
import { headOf } from "../show/cells.js";
import { localTime } from "../show/local-time.js";
import { plainText } from "../show/plain-text.js";
import type { Cell, Columns } from "../show/table.js";

/** Fields of rows as columns, with the cells of those that are shown: all fields, as the rows have them, or those named. */
export function fieldColumns(
  rows: readonly object[],
  shown: readonly object[],
  fields: "all" | readonly string[] = "all",
): Columns {
  const known = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) known.add(name);
  const unknown = fields === "all" || rows.length === 0 ? undefined : fields.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new TranscriptError(
      "wrong-option",
      `No row has a field ${JSON.stringify(unknown)}; they have ${[...known].join(", ")}.`,
    );
  // A field that was asked for by its name has a column also where nothing is known.
  const nothing = fields === "all" ? null : "-";
  return Object.fromEntries(
    (fields === "all" ? [...known] : fields).map((name) => [
      plainText(name),
      shown.map((row) => cellOfField(name, (row as Record<string, unknown>)[name]) ?? nothing),
    ]),
  );
}

function cellOfField(name: string, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return numberOf(name, value);
  if (typeof value === "string") return value.slice(0, mostKept).trim();
  if (name === "evidence" && isEvidence(value)) return value.map(({ line }) => line).join(", ");
  return headOf(inspect(value, { compact: true, breakLength: Number.POSITIVE_INFINITY }));
}

const isEvidence = (value: object): value is Place[] =>
  Array.isArray(value) && value.every((place) => typeof place?.line === "number");

/** A time as time, a line as editors take it. What is called after a time can be the line of one: `retiredAt`. */
function numberOf(name: string, value: number): Cell {
  if (/^at$|At$/.test(name) && value >= firstTime && value <= lastTime) return localTime(value);
  if (/^line$|Line$/.test(name)) return String(value);
  return Math.abs(value) < firstRounded ? value : Math.round(value);
}

/** Of a text that is shown cut, what a pointer can show whole. */
const mostKept = 1000;

/** Means of tokens, characters and times need no fractions. */
const firstRounded = 1000;

/** Epoch milliseconds of 2001-09-09 and of 9999. */
const firstTime = 1e12;
const lastTime = 253_402_300_799_999;
