import { checkCount } from "../read/wrong-use.js";
import type { Carried } from "../timeline/carried.js";
import { type Cluster, clusters } from "../timeline/clusters.js";
import type { Copies } from "../timeline/copies.js";
import type { Attachment, Event, SkillBody, Summary } from "../timeline/event.js";
import { type Invocation, invocationsOf } from "../timeline/invocations.js";
import { type Quoting, quotationOf, quotingOf } from "../timeline/quotation.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import { type CarriedThing, carriedThings } from "./carried-things.js";
import type { Source } from "./provenance.js";
import { newQuotableCopies, type QuotableCopies } from "./quotable-copies.js";
import { derived, inferred, type Judgement, type Row, rowOf } from "./row.js";

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
  /** The text that was overtaken: its source, its line, and what tells it from the other. */
  older: ConflictingText;
  /** The text that overtook it. */
  newer: ConflictingText;
  /** Line of the record that retires the older text later on; null where none does before the next boundary. */
  retiredAt: number | null;
}

/** Where `conflicts` looks. */
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
  if (clusters(timeline).length === 0) return [];
  const asked = new Set(clusters(timeline));
  const { all, isLater } = carriedThings(timeline);
  const quotings = new Map<Summary, Quoting>();
  const quotable = new Map<Copies, QuotableCopies>();
  const deltas = new Map<Cluster, Map<string | null, Attachment[]>>();
  let uses: Map<string, Map<string, Use[]>> | undefined;
  const rows: ConflictRow[] = [];
  for (const thing of all) {
    const { event, carried, place } = thing;
    const { name, text } = carried;
    if (place === null || !asked.has(place.cluster) || name === null || text === null) continue;
    const known: Known = { thing, cluster: place.cluster, name, text };
    const retires = event.kind === "attachment" && event.delta?.changed === true;
    if (!retires && carried.item !== "hook") quoted(known);
    if (carried.item === "skill") storedSkill(known);
    if (carried.item === "instructions" && place.phase === "boundary" && !retires) heldInstructions(known);
  }
  return rows;

  function quoting(summary: Summary): Quoting {
    const known = quotings.get(summary) ?? quotingOf(summary.text);
    quotings.set(summary, known);
    return known;
  }

  /** The summary quotes an older copy in what the new text no longer has. */
  function quoted({ thing: { event, carried, source, before, copies }, cluster, name, text }: Known): void {
    const { summary } = cluster;
    if (summary === null || before === null || source === "held" || source === "invocation") return;
    const older =
      quotable.get(copies) ?? newQuotableCopies((copy) => carriedBy(copy.event).some((one) => isRule(one, name)));
    quotable.set(copies, older);
    older.addUpTo(before, event.segment);
    const copy = older.quotedBy(quoting(summary), text, isRule(carried, name));
    if (copy?.text == null) return;
    const namesCount = isRule(carried, name) || carriedBy(copy.event).some((one) => isRule(one, name));
    const found = quotationOf(copy.text, text, quoting(summary), namesCount);
    if (found === null) return;
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
  }

  /** A stored copy against a write of its file, or another body of the same skill with the same arguments. */
  function storedSkill({ thing, cluster, name, text }: Known): void {
    const { event, write } = thing;
    const { relation, copy } = thing.relation;
    if (copy === null || (relation !== "equal" && relation !== "prefix")) return;
    const sent = (copy.sent ?? copy).event;
    const older = side("invocation", text, event);
    if (write !== null && isLater(write, sent)) {
      const why = derived("The skill's file was written after the invocation whose text was re-attached.");
      add(cluster, name, older, side("disk", null, write), why, null, [event, sent, write]);
    }
    const uses = usesOf(event.chain, name.replace(/^\//, ""));
    const { args } = uses.findLast(({ body }) => !isLater(body, sent)) ?? { args: null };
    const later = uses.findLast((one) => one.args === args && isLater(one.body, sent) && !isLater(one.body, event));
    if (later === undefined || later.body.text.trimEnd() === text.trimEnd()) return;
    const why = derived("The skill was invoked later with another text than the one that was re-attached.");
    add(cluster, name, older, side("invocation", later.body.text, later.body), why, null, [event, sent, later.body]);
  }

  /** A held copy against an edit that the transcript records, or against the delta that brings another text. */
  function heldInstructions({ thing, cluster, name, text }: Known): void {
    const { event, source } = thing;
    const { copy } = thing.relation;
    if (source !== "held" || copy === null) return;
    const sent = copy.sent ?? copy;
    const write = thing.write !== null && isLater(thing.write, sent.event) ? thing.write : null;
    const delta = deltaAfter(cluster, name, event);
    const fresh = delta === null ? null : (delta.carried.find((one) => one.name === name)?.text ?? null);
    if (write === null && (delta === null || fresh === text)) return;
    const retired =
      delta === null
        ? "No later record of this segment retires it."
        : `The delta on line ${delta.place.line} retires it.`;
    const proof =
      write === null
        ? "The delta brings another text than the held copy"
        : "The file was edited after the held copy was sent";
    const older = side("held", text, event);
    const newer = side("disk", fresh, delta ?? (write as Event));
    const proofs = [event, sent.event, write, delta].filter((one) => one !== null);
    add(cluster, name, older, newer, derived(`${proof}. ${retired}`), delta?.place.line ?? null, proofs);
  }

  function usesOf(chain: string, name: string): readonly Use[] {
    uses ??= usesByName(wholeOf(timeline));
    return uses.get(chain)?.get(name) ?? [];
  }

  /** The first record after the event, in its segment, that replaces what was sent before of this file. */
  function deltaAfter(cluster: Cluster, name: string, event: Event): Attachment | null {
    const known = deltas.get(cluster) ?? deltasIn(cluster);
    deltas.set(cluster, known);
    return known.get(name)?.find((one) => isLater(one, event)) ?? null;
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

/** A thing that came back, with its name and text. */
interface Known {
  thing: CarriedThing;
  cluster: Cluster;
  name: string;
  text: string;
}

/** An invocation that sent its whole body. */
type Use = Invocation & { body: SkillBody };

/** By chain and name. */
function usesByName(timeline: Timeline): Map<string, Map<string, Use[]>> {
  const chains = new Map<string, Map<string, Use[]>>();
  for (const one of invocationsOf(timeline)) {
    if (one.stub || one.body === null) continue;
    const names = chains.get(one.chain) ?? new Map<string, Use[]>();
    chains.set(one.chain, names);
    names.set(one.name, names.get(one.name) ?? []);
    names.get(one.name)?.push(one as Use);
  }
  return chains;
}

/** By file, the records of a segment that replace what was sent before of it. */
function deltasIn({ after }: Cluster): Map<string | null, Attachment[]> {
  const deltas = new Map<string | null, Attachment[]>();
  for (const event of after)
    if (event.kind === "attachment" && event.carrier === "instructions" && event.delta?.changed === true)
      for (const name of new Set([...event.carried.map((file) => file.name), ...event.delta.removed]))
        deltas.set(name, [...(deltas.get(name) ?? []), event]);
  return deltas;
}

/** Text that tells the model what to do: one name of it that has changed matters. */
const isRule = ({ item, name }: Carried, of: string): boolean =>
  name === of && (item === "instructions" || item === "nested-memory" || item === "skill");

const carriedBy = (event: Event): Carried[] => (event.kind === "attachment" ? event.carried : []);
