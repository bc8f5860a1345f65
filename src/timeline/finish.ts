import type { EntryBatch, LineCounts } from "../read/entry-batch.js";
import type { Issue } from "../read/issue.js";
import { checkBoundaries } from "./check-boundaries.js";
import { checkLinks, type Strays, separateStrays } from "./check-links.js";
import { checkPairs } from "./check-pairs.js";
import type { Event } from "./event.js";
import { inSteps } from "./in-steps.js";
import { type Links, newLinks } from "./links.js";
import type { Chain, Copy, KindCount, Timeline, TranscriptFile } from "./timeline.js";

/** What a builder has collected so far. */
export interface Collected {
  /** Id of the session as it was named; null where the rows are to say it. */
  sessionId: string | null;
  forkedFrom: string | null;
  files: TranscriptFile[];
  events: Event[];
  issues: Issue[];
  copies: Copy[];
  links: Links;
  /** Chains in the order of their first events, which are counted while they are at hand. */
  chains: Map<string, Chain>;
  kinds: Map<string, KindCount>;
  versions: Set<string>;
  /** Rows by the session that they name. */
  sessionIds: Map<string, number>;
  /** What the timeline before this one took to be of another session. */
  strays: Strays;
}

export function newCollected(sessionId: string | null): Collected {
  const events: Event[] = [];
  return {
    sessionId,
    forkedFrom: null,
    files: [],
    events,
    issues: [],
    copies: [],
    links: newLinks(events),
    chains: new Map(),
    kinds: new Map(),
    versions: new Set(),
    sessionIds: new Map(),
    strays: { moved: new Map(), issues: [] },
  };
}

/**
 * The timeline of what was collected, in steps. It stands outside of the builder, as every generator of a reading does: V8
 * makes a shape for the generators of each closure, which keeps all that the closure sees until the next full collection.
 */
export function* finishing(collected: Collected, tail?: EntryBatch): Generator<void, Timeline> {
  const { files, events, issues, copies, kinds, versions, links } = collected;
  for (const [event, chain] of collected.strays.moved) event.chain = chain;
  const sessionId = collected.sessionId ?? mostFrequent(collected.sessionIds);
  const resolved = yield* links.resolve();
  yield;
  const strays = yield* separateStrays(resolved, sessionId);
  collected.strays = strays;
  yield;
  const timeline: Timeline = {
    sessionId,
    forkedFrom: collected.forkedFrom,
    files: files.map((file) => ({ ...file, lines: { ...file.lines } })),
    events: events.slice(),
    chains: yield* chainsOf(collected),
    copies: copies.slice(),
    kinds: [...kinds.values()].map(copyOfCount),
    versions: [...versions],
    issues: [],
    whole: null,
  };
  const last = timeline.files[timeline.files.length - 1];
  if (tail !== undefined && last !== undefined) {
    countLines(last, tail);
    last.cursor ??= tail.cursor;
  }
  yield;
  const ofLinks = yield* checkLinks(resolved, copies);
  yield;
  const ofPairs = yield* checkPairs(timeline);
  yield;
  const ofBoundaries = checkBoundaries(timeline, links);
  timeline.issues = issues.concat(tail?.issues ?? [], strays.issues, ofLinks, ofPairs, ofBoundaries);
  return timeline;
}

export function countLines(file: TranscriptFile, batch: EntryBatch): void {
  for (const name in batch.lines) file.lines[name as keyof LineCounts] += batch.lines[name as keyof LineCounts];
}

const copyOfCount = (kind: KindCount): KindCount => ({
  ...kind,
  problems: kind.problems.map((problem) => ({ ...problem })),
});

function mostFrequent(counts: Map<string, number>): string | null {
  let best: string | null = null;
  for (const [id, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = id;
  return best;
}

/** The chains with their events, counted anew where strays were moved out of them. */
function* chainsOf({ chains: counted, strays, events }: Collected): Generator<void, Chain[]> {
  const chains = new Map<string, Chain>();
  if (strays.moved.size === 0) for (const [name, chain] of counted) chains.set(name, { ...chain });
  else
    yield* inSteps(events, (event) => {
      chainIn(chains, event.chain).events++;
    });
  if (chains.size > 1) yield* nameSpawns(chains, events);
  return [...chains.values()];
}

/** The chain of this name, put into `chains` where it is not there yet. */
export function chainIn(chains: Map<string, Chain>, name: string): Chain {
  const known = chains.get(name);
  if (known !== undefined) return known;
  const chain: Chain = { chain: name, events: 0, spawnedBy: null };
  chains.set(name, chain);
  return chain;
}

function* nameSpawns(chains: Map<string, Chain>, events: Event[]): Generator<void> {
  const spawns = new Map<string, string>();
  const spawnedByItself = new Set<string>();
  yield* inSteps(events, (event) => {
    if (event.kind === "tool-result" && event.agentId !== null && event.toolUseId !== null)
      spawns.set(event.agentId, event.toolUseId);
    else if (event.kind === "tool-call" && event.id !== null && chains.has(event.id)) spawnedByItself.add(event.id);
  });
  for (const chain of chains.values())
    chain.spawnedBy = spawnedByItself.has(chain.chain) ? chain.chain : (spawns.get(chain.chain) ?? null);
}
