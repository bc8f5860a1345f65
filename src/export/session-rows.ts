import type { Row } from "../queries/row.js";
import { redactText } from "../timeline/secrets.js";
import type { Timeline } from "../timeline/timeline.js";
import { rowValues } from "./row-values.js";
import { type Column, columnsOf, type Table, type Value } from "./table.js";
import { withoutHomes } from "./without-homes.js";

/** What the rows of one session are made from, whatever the table. */
export interface ExportedSession {
  timeline: Timeline;
  /** Name of the transcript's folder, safe as a part of a path. */
  project: string;
  /** Cleans every text, or null where all is exported as it is. */
  clean: ((text: string) => string) | null;
  /** Makes the id of a row from what tells it from the others. */
  hash: (identity: string) => string;
}

/**
 * The rows of one table and session, each with its values in the order of `columnsOf`.
 *
 * A row's id is a hash over the values of the table's `identity`, as they are exported; the first of them is there, or
 * else the session, or the transcript's name, and the line stand in for it. Rows that would be equal by that are counted.
 */
export function sessionRows(table: Table, session: ExportedSession): Value[][] {
  const columns = columnsOf(table);
  const identity = table.identity.map((name) => columns.findIndex((column) => column.name === name));
  const place = ["evidence_file", "evidence_line"].map((name) => columns.findIndex((column) => column.name === name));
  const source = session.timeline.sessionId ?? session.timeline.files[0]?.name ?? "";
  const shownSource = session.clean === null ? source : session.clean(source);
  const firstDay = dayOf(session.timeline.events.find(({ at }) => at !== null)?.at ?? null);
  const entries = session.timeline.files.reduce((sum, file) => sum + file.entries, 0);
  const uuids = table.ofBoundary ? boundaryUuids(session.timeline) : null;
  const times = new Map<string, number>();
  return table.rows(session.timeline).map((row) => {
    const { common, own } = rowValues(row, table);
    const boundary = uuids === null ? [] : [uuids.get(boundaryKey(row as Row & BoundaryOfRow)) ?? null];
    const day = dayOf(row.at) ?? firstDay ?? "unknown";
    const values = [null, session.project, day, entries, ...common, ...boundary, ...own].map((value, at) =>
      exportedValue(value, columns[at] as Column, session.clean),
    );
    const told = identity.map((at) => values[at] ?? null);
    const key = JSON.stringify([
      table.name,
      ...told,
      ...(told[0] === null ? [shownSource, ...place.map((at) => values[at] ?? null)] : []),
    ]);
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    values[0] = session.hash(time === 1 ? key : `${key} ${time}`);
    return values;
  });
}

/** Replaces secrets and the home directories of a session; ids and words, which stand on row after row, are looked at once. */
export function cleaner(timeline: Timeline): (text: string) => string {
  const hideHomes = withoutHomes(timeline);
  const known = new Map<string, string>();
  return (text) => {
    if (isPlainId.test(text)) return text;
    if (text.length > 200) return hideHomes(redactText(text));
    let clean = known.get(text);
    if (clean === undefined) {
      clean = hideHomes(redactText(text));
      known.set(text, clean);
    }
    return clean;
  };
}

/** Ids that the program makes itself. */
const isPlainId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:msg|toolu|req)_[0-9A-Za-z]{1,40})$/;

function exportedValue(value: Value, { content, type }: Column, clean: ExportedSession["clean"]): Value {
  if (typeof value !== "string") return value;
  const text = value.replace(/\p{Surrogate}/gu, "\ufffd");
  if (clean === null) return text;
  if (content) return null;
  if (type !== "json") return clean(text);
  const shared = clean(text);
  if (shared === text) return text;
  return JSON.stringify(JSON.parse(text, (_, one: unknown) => (typeof one === "string" ? clean(one) : one)));
}

interface BoundaryOfRow {
  chain: string;
  boundary: number | null;
}

const boundaryKey = ({ chain, boundary }: BoundaryOfRow): string => `${boundary} ${chain}`;

function boundaryUuids({ events }: Timeline): Map<string, string | null> {
  const uuids = new Map<string, string | null>();
  for (const event of events)
    if (event.kind === "boundary" && event.boundaryKind === "compact")
      uuids.set(boundaryKey({ chain: event.chain, boundary: event.ordinal }), event.place.uuid);
  return uuids;
}

const dayOf = (at: number | null): string | null => {
  const time = at === null ? null : new Date(at);
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
};
