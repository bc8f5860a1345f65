import type { Carried } from "../timeline/carried.js";
import { type Cluster, clusters } from "../timeline/clusters.js";
import { type Copies, keyOf, newCopies, type Relation, type SeenText, skillKey } from "../timeline/copies.js";
import type { Attachment, Event, Hook, SkillBody, ToolResult } from "../timeline/event.js";
import { eventsOf } from "../timeline/events-of.js";
import type { FileCopy } from "../timeline/file-copy.js";
import { invocationsOf } from "../timeline/invocations.js";
import { once } from "../timeline/once.js";
import { skillFileOf } from "../timeline/skill-directory.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import { type Phase, type Provenance, provenance } from "./provenance.js";
import { inferred } from "./row.js";
import { truncationMarker } from "./rules.js";

/** Where the record stands that carried a thing: in the cluster of which boundary. */
export interface ClusterPlace {
  cluster: Cluster;
  phase: Phase;
}

/** One thing that a record carried, held against what its chain had shown of the same thing before. */
export interface CarriedThing extends Provenance {
  event: Attachment | Hook;
  carried: Carried;
  /** Null where it came back after no boundary. */
  place: ClusterPlace | null;
  relation: Relation;
  /** The copies of it, and the last of them that stood before it. */
  copies: Copies;
  before: SeenText | null;
  /**
   * True where the thing was written, or its text sent by another invocation, since the text of that copy was fresh: a held copy
   * is as old as what it repeats, and a note that it is loaded already changes nothing.
   */
  changedSince: boolean | null;
  /** The event that changed it, where one did. */
  change: Event | null;
  /** The last write before it: of the file, or of the one that a skill's text was rendered from. */
  write: Event | null;
}

/** The things that records carried, in file order, and the order of events. */
export interface CarriedThings {
  all: CarriedThing[];
  of(event: Attachment | Hook): readonly CarriedThing[];
  isLater(event: Event, than: Event): boolean;
}

/** Lists what was carried to the model in the whole timeline; without a boundary each thing stands by itself, and is compared with nothing. */
export const carriedThings = (timeline: Timeline): CarriedThings => once(wholeOf(timeline), findThings);

/** What was seen of one thing in one chain. */
interface Seen {
  copies: Copies;
  /** The last event that wrote it. */
  write: Event | null;
  /** The last event that wrote or invoked it. */
  change: Event | null;
}

const unseen = (): Seen => ({ copies: newCopies(), write: null, change: null });

function findThings(timeline: Timeline): CarriedThings {
  const places = placesOf(timeline);
  const chains = new Map<string, Map<string, Seen>>();
  const files = new Map(timeline.files.map(({ name }, at) => [name ?? undefined, at]));
  const stubs = new Set(
    places.size === 0 ? [] : invocationsOf(timeline).flatMap(({ body, stub }) => (stub ? body : [])),
  );
  const freshAt = new Map<SeenText, Event>();
  const things = new Map<Event, CarriedThing[]>();
  const isLater = ({ place }: Event, than: Event): boolean =>
    place.file === than.place.file
      ? place.offset > than.place.offset
      : (files.get(place.file) ?? 0) > (files.get(than.place.file) ?? 0);
  for (const event of eventsOf(timeline, "attachment", "hook", "skill-body", "tool-result"))
    if (event.kind === "attachment" || event.kind === "hook") carry(event);
    else if (places.size === 0) continue;
    else if (event.kind === "skill-body") invoke(event);
    else if (event.file !== null && event.isError !== true) touch(event, event.file);
  return { all: [...things.values()].flat(), of: (event) => things.get(event) ?? [], isLater };

  function carry(event: Attachment | Hook): void {
    if (event.carried.length === 0) return;
    const place = places.get(event) ?? null;
    const repeated = new Map<Seen, SeenText>();
    const added: { seen: Seen; next: SeenText; repeats: boolean }[] = [];
    const own = event.carried.map((carried) => {
      const key = places.size === 0 ? null : keyOf(carried, event);
      const seen = key === null ? unseen() : seenOf(event.chain, key);
      const next = carried.text === null ? null : seen.copies.next(event, carried.text);
      if (key !== null && next !== null)
        added.push({ seen, next, repeats: carried.item === "skill" || place?.phase === "boundary" });
      const thing = held(event, carried, place, seen, next);
      const { copy } = thing.relation;
      if (place !== null && copy !== null && (thing.source === "held" || thing.source === "invocation"))
        repeated.set(seen, copy);
      return thing;
    });
    things.set(event, own);
    for (const { seen, next, repeats } of added) {
      const copy = repeated.get(seen);
      if (copy !== undefined) freshAt.set(next, freshAt.get(copy) ?? copy.event);
      seen.copies.add(next, repeats);
    }
  }

  function held(
    event: Attachment | Hook,
    carried: Carried,
    place: ClusterPlace | null,
    seen: Seen,
    next: SeenText | null,
  ): CarriedThing {
    const { copies } = seen;
    const relation: Relation =
      next === null ? { relation: "none", copy: null } : copies.relation(next, truncationMarker.value);
    const { source, judgement } =
      place === null && isWhole(event, carried)
        ? readAtStart
        : provenance(event, carried, place?.phase ?? "next-prompt", relation, next, copies);
    const file = carried.item === "skill" && carried.text !== null ? fileOf(event.chain, carried.text) : null;
    const write = carried.item === "skill" ? (file?.write ?? null) : seen.write;
    const change = relation.copy === null ? null : changeSince(event.chain, carried, seen, relation.copy);
    const changedSince = relation.copy === null ? null : change !== null;
    const before = copies.latest;
    return { event, carried, place, relation, copies, before, changedSince, change, write, source, judgement };
  }

  function changeSince(chain: string, { item }: Carried, { change }: Seen, copy: SeenText): Event | null {
    const fresh = freshAt.get(copy) ?? copy.event;
    const file = item === "skill" && copy.text !== null ? fileOf(chain, copy.text) : null;
    return [change, file?.change ?? null].find((one) => one !== null && isLater(one, fresh)) ?? null;
  }

  function fileOf(chain: string, body: string): Seen | null {
    const file = skillFileOf(body);
    return file === null ? null : (chains.get(chain)?.get(`path:${file}`) ?? null);
  }

  function invoke(event: SkillBody): void {
    const seen = seenOf(event.chain, skillKey(event.name));
    seen.copies.add(seen.copies.next(event, event.text));
    if (!stubs.has(event)) seen.change = event;
  }

  function touch(event: ToolResult, { path, action, print, chars }: FileCopy): void {
    const seen = seenOf(event.chain, `path:${path}`);
    if (print !== null) seen.copies.add({ event, print, text: null, chars: chars ?? 0, before: null, sent: null });
    if (action !== "read") seen.write = seen.change = event;
  }

  function seenOf(chain: string, key: string): Seen {
    const keys = chains.get(chain) ?? new Map<string, Seen>();
    chains.set(chain, keys);
    const seen = keys.get(key) ?? unseen();
    keys.set(key, seen);
    return seen;
  }
}

function placesOf(timeline: Timeline): Map<Event, ClusterPlace> {
  const places = new Map<Event, ClusterPlace>();
  for (const cluster of clusters(timeline)) {
    for (const event of cluster.rows) places.set(event, { cluster, phase: "boundary" });
    for (const event of cluster.nextPrompt) places.set(event, { cluster, phase: "next-prompt" });
  }
  return places;
}

/** Instructions that name themselves no change. */
const isWhole = (event: Attachment | Hook, { item }: Carried): boolean =>
  item === "instructions" && !(event.kind === "attachment" && event.delta?.changed === true);

const readAtStart: Provenance = {
  source: "disk",
  judgement: inferred("Instruction files are read when a process starts; the record does not say when it was."),
};
