import { checkCount } from "../read/wrong-use.js";
import type { Carried } from "../timeline/carried.js";
import { type Cluster, clusters } from "../timeline/clusters.js";
import { keyOf, type Relation, relationTo, type SeenText, skillFileOf } from "../timeline/copies.js";
import type { Attachment, Event, Hook, Summary } from "../timeline/event.js";
import { newHistory } from "../timeline/history.js";
import { invocationsOf } from "../timeline/invocations.js";
import { type Quoting, quotationOf, quotingOf } from "../timeline/quotation.js";
import type { Timeline } from "../timeline/timeline.js";
import { type Phase, provenance, type Source } from "./provenance.js";
import { derived, inferred, type Judgement, type Row, rowOf } from "./row.js";
import { truncationMarker } from "./rules.js";

/** One of two texts for the same thing. */
export interface ConflictingText {
  source: Source;
  /** What tells it from the other, cut to `textChars`; null where the transcript does not hold it. */
  text: string | null;
  line: number;
}

/** After a boundary two texts for one thing, and nothing that retires the old one. */
export interface ConflictRow extends Row {
  /** Ordinal of the boundary in its chain. */
  boundary: number;
  chain: string;
  /** Path, or name of the skill. */
  name: string;
  older: ConflictingText;
  newer: ConflictingText;
  /** Line of the record that retires the older text later on; null where none does before the next boundary. */
  retiredAt: number | null;
}

export interface ConflictsOptions {
  /** Characters of each text to keep; default 200. */
  textChars?: number;
}

/**
 * Answers where after a boundary an older text stands beside a newer one: a summary that quotes whole lines (of rules
 * also names) of an older copy of what came back changed, a stored skill against a later write of its file or a later
 * invocation, held instructions older than an edit or than the delta that follows. Each row cites the lines that prove
 * it. One quoted line, or a name, is no proof: such a row is `inferred`.
 *
 * A delta (`changed: true`) retires older copies of its files: what comes with one is no conflict, what stood before it
 * was one until `retiredAt`.
 *
 * Known gaps: a summary in other words is not seen as a quotation, and one may quote a line to say that it is gone; an
 * edit outside of the session is known only by the delta that follows; a file that was only read by a tool has no kept
 * text to compare with; invocations with different arguments are not compared; the text of an edit is not kept.
 *
 * @example
 * conflicts(timeline).map((row) => [row.name, row.older.source, row.newer.source]); // => [["/home/dev/shop/CLAUDE.md", "held", "disk"]]
 */
export function conflicts(timeline: Timeline, { textChars = 200 }: ConflictsOptions = {}): ConflictRow[] {
  checkCount("textChars", textChars, 0);
  const all = clusters(timeline);
  if (all.length === 0) return [];
  const places = new Map<Event, { cluster: Cluster; phase: Phase }>();
  for (const cluster of all) {
    for (const event of cluster.nextPrompt) places.set(event, { cluster, phase: "next-prompt" });
    for (const event of cluster.rows) places.set(event, { cluster, phase: "boundary" });
  }
  const order = new Map<Event, number>();
  const isLater = (event: Event, than: Event): boolean => (order.get(event) ?? 0) > (order.get(than) ?? 0);
  const history = newHistory();
  const writes = new Map<string, Event[]>();
  const quotings = new Map<Summary, Quoting>();
  const rows: ConflictRow[] = [];
  for (const event of timeline.events) {
    if (mayShow.has(event.kind)) order.set(event, order.size);
    const place = places.get(event);
    if (place !== undefined && (event.kind === "attachment" || event.kind === "hook"))
      for (const carried of event.carried) compare(event, carried, place);
    history.add(event);
    if (event.kind === "tool-result" && event.file !== null && event.file.action !== "read" && event.isError !== true)
      push(writes, `${event.chain}\npath:${event.file.path}`, event);
  }
  return rows;

  function compare(
    event: Attachment | Hook,
    carried: Carried,
    { cluster, phase }: { cluster: Cluster; phase: Phase },
  ): void {
    const key = keyOf(carried, event);
    const { name, text } = carried;
    if (key === null || name === null || text === null) return;
    const copies = history.copies(event.chain, key);
    const relation = relationTo(copies, text, truncationMarker.value);
    const { source } = provenance(event, carried, phase, relation, copies);
    const thing: Thing = { event, carried, name, text, source, copies, relation, cluster };
    const retires = event.kind === "attachment" && event.delta?.changed === true;
    if (!retires && carried.item !== "hook") quoted(thing);
    if (carried.item === "skill") storedSkill(thing);
    if (carried.item === "instructions" && phase === "boundary" && !retires) heldInstructions(thing, key);
  }

  function quoting(summary: Summary): Quoting {
    const known = quotings.get(summary) ?? quotingOf(summary.text);
    quotings.set(summary, known);
    return known;
  }

  /** The summary quotes an older copy in what the new text no longer has. */
  function quoted({ event, carried, name, text, source, copies, cluster }: Thing): void {
    const { summary } = cluster;
    if (summary === null || source === "held" || source === "invocation") return;
    const compared = new Set<string>();
    for (const copy of [...copies].reverse()) {
      if (copy.text === null || copy.text === text || copy.event.segment >= event.segment || compared.has(copy.print))
        continue;
      compared.add(copy.print);
      const found = quotationOf(
        copy.text,
        text,
        quoting(summary),
        isRule(carried, name) || carriedBy(copy.event).some((one) => isRule(one, name)),
      );
      if (found === null) continue;
      const what = found.by === "names" ? "has names" : found.quoted.length === 1 ? "quotes a line" : "quotes lines";
      const why = `The summary ${what} of an older copy, no longer in the text that came back.`;
      const judgement = found.by === "lines" && found.quoted.length > 1 ? derived(why) : inferred(why);
      const retired = deltaAfter(cluster, name, event)?.place.line ?? null;
      add(
        cluster,
        name,
        side("summary", found.quoted.join("\n"), summary),
        side(source, found.fresh, event),
        judgement,
        retired,
        [summary, event, copy.event],
      );
      return;
    }
  }

  /** A stored copy against a write of its file, or another body of the same skill with the same arguments. */
  function storedSkill({ event, name, text, copies, relation: { relation, copy }, cluster }: Thing): void {
    if (copy === null || (relation !== "equal" && relation !== "prefix")) return;
    const sent = (copies.findLast((one) => one.print === copy.print && one.event.kind === "skill-body") ?? copy).event;
    const older = side("invocation", text, event);
    const file = skillFileOf(text);
    const write =
      file === null ? undefined : writes.get(`${event.chain}\npath:${file}`)?.findLast((one) => isLater(one, sent));
    if (write !== undefined) {
      const why = derived("The skill's file was written after the invocation whose text was re-attached.");
      add(cluster, name, older, side("disk", null, write), why, null, [event, sent, write]);
    }
    const uses = invocationsOf(timeline).filter(
      (one) => one.chain === event.chain && !one.stub && one.name === name.replace(/^\//, ""),
    );
    const { args } = uses.findLast(({ body }) => body !== null && !isLater(body, sent)) ?? { args: null };
    const later = uses.findLast(
      (one) => one.args === args && one.segment <= event.segment && one.body !== null && isLater(one.body, sent),
    );
    if (later?.body == null || later.body.text.trimEnd() === text.trimEnd()) return;
    const why = derived("The skill was invoked later with another text than the one that was re-attached.");
    add(cluster, name, older, side("invocation", later.body.text, later.body), why, null, [event, sent, later.body]);
  }

  /** A held copy against an edit that the transcript records, or against the delta that brings another text. */
  function heldInstructions({ event, name, text, source, copies, relation, cluster }: Thing, key: string): void {
    const { copy } = relation;
    if (source !== "held" || copy === null) return;
    const sent =
      copies.findLast((one) => one.print === copy.print && places.get(one.event)?.phase !== "boundary") ?? copy;
    const write = writes.get(`${event.chain}\n${key}`)?.findLast((one) => isLater(one, sent.event));
    const delta = deltaAfter(cluster, name, event);
    const fresh = delta === null ? null : (delta.carried.find((one) => one.name === name)?.text ?? null);
    if (write === undefined && (delta === null || fresh === text)) return;
    const retired =
      delta === null
        ? "No later record of this segment retires it."
        : `The delta on line ${delta.place.line} retires it.`;
    const proof =
      write === undefined
        ? "The delta brings another text than the held copy"
        : "The file was edited after the held copy was sent";
    const older = side("held", text, event);
    const newer = side("disk", fresh, delta ?? (write as Event));
    const proofs = [event, sent.event, write, delta].filter((one) => one !== undefined && one !== null);
    add(cluster, name, older, newer, derived(`${proof}. ${retired}`), delta?.place.line ?? null, proofs);
  }

  function add(
    cluster: Cluster,
    name: string,
    older: ConflictingText,
    newer: ConflictingText,
    judgement: Judgement,
    retired: number | null,
    proofs: Event[],
  ): void {
    const { boundary } = cluster;
    const [first, ...more] = proofs as [Event, ...Event[]];
    rows.push({
      boundary: boundary.ordinal,
      chain: boundary.chain,
      name,
      older,
      newer,
      retiredAt: retired,
      ...rowOf(timeline, first, judgement, ...more, boundary),
    });
  }

  function side(source: Source, text: string | null, event: Event): ConflictingText {
    return { source, text: text === null ? null : text.slice(0, textChars), line: event.place.line };
  }
}

/** Kinds of event that show or write a thing. */
const mayShow: ReadonlySet<Event["kind"]> = new Set<Event["kind"]>(["attachment", "hook", "skill-body", "tool-result"]);

interface Thing {
  event: Attachment | Hook;
  carried: Carried;
  name: string;
  text: string;
  source: Source;
  copies: readonly SeenText[];
  relation: Relation;
  cluster: Cluster;
}

/** The first record after the event, in its segment, that replaces what was sent before of this file. */
function deltaAfter({ after }: Cluster, name: string, event: Event): Attachment | null {
  const delta = after
    .slice(after.indexOf(event) + 1)
    .find(
      (one): one is Attachment =>
        one.kind === "attachment" &&
        one.carrier === "instructions" &&
        one.delta?.changed === true &&
        (one.carried.some((file) => file.name === name) || one.delta.removed.includes(name)),
    );
  return delta ?? null;
}

/** Text that tells the model what to do: one name of it that has changed matters. */
const isRule = ({ item, name }: Carried, of: string): boolean =>
  name === of && (item === "instructions" || item === "nested-memory" || item === "skill");

const carriedBy = (event: Event): Carried[] => (event.kind === "attachment" ? event.carried : []);

function push(map: Map<string, Event[]>, key: string, event: Event): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [event]);
  else list.push(event);
}
