import { isAbandoned } from "./alternatives.js";
import { type Cluster, clusters } from "./clusters.js";
import { type Contents, contentsOf } from "./contents.js";
import type { Attachment, Event, Hook } from "./event.js";
import { grouped } from "./grouped.js";
import { type HookRun, hookRunsOf } from "./hook-runs.js";
import { once } from "./once.js";
import { runsOf } from "./runs.js";
import type { Timeline } from "./timeline.js";
import { standsBefore, wholeOf } from "./whole.js";

/** What stands in the context of a chain just before a compaction, or at the end of the timeline. */
export interface Standing extends Contents {
  chain: string;
  /** The compaction that ends it; null at the end of the timeline. */
  cluster: Cluster | null;
  /** Run of the process that compacted, or that wrote the end; null in a subagent's file. */
  run: number | null;
  /** Compactions of the chain before it. */
  compactions: number;
  /** Messages that the compaction before it kept, and what came since and no rewind left, in file order. */
  events: Event[];
  /** What is there after the compaction: kept messages, its cluster, and what came with the next prompt. */
  returned: Contents | null;
}

/**
 * Lists, chain by chain, what stood in context at each compaction, and last what stands there at the end; branches that a
 * rewind left are not in it. Of a narrowed timeline: at the compactions that stand in it, and at its end.
 */
export const standingsOf = (timeline: Timeline): Standing[] => once(timeline, findStandings);

function findStandings(timeline: Timeline): Standing[] {
  const whole = wholeOf(timeline);
  const inside = new Set(clusters(timeline));
  const cutsOf = grouped(clusters(whole), ({ boundary }) => boundary.chain);
  // Of a chain with compactions their clusters hold the events.
  const uncut = new Map<string, Event[]>();
  for (const { chain } of timeline.chains) if (!cutsOf.has(chain)) uncut.set(chain, []);
  if (uncut.size > 0) for (const event of whole.events) uncut.get(event.chain)?.push(event);
  const found: Standing[] = [];
  const runs = runsOf(timeline);
  const isLeft = isAbandoned(timeline);
  const hookRuns = new Map<Hook, HookRun>();
  for (const run of hookRunsOf(whole)) for (const record of run.records) hookRuns.set(record, run);
  for (const { chain } of timeline.chains) {
    const isBeforeEnd = standsBefore(timeline, chain);
    const all = cutsOf.get(chain) ?? [];
    const cuts = all.filter(({ boundary }) => isBeforeEnd(boundary));
    let kept: Event[] = [];
    let instructions: ReadonlyMap<string, Attachment> = new Map();
    for (const cluster of cuts) {
      const inContext = withKept(kept, cluster.before, cluster);
      const before = contentsOf(inContext, hookRuns, instructions);
      const after = [...cluster.rows, ...cluster.nextPrompt];
      const readAgain = after.some((event) => event.kind === "attachment" && event.carrier === "instructions");
      instructions = readAgain ? before.instructions : new Map();
      const returned = contentsOf([...cluster.kept, ...after], hookRuns, instructions);
      const run = runs.of(cluster.summary ?? cluster.boundary);
      const compactions = cluster.boundary.ordinal - 1;
      if (inside.has(cluster)) found.push({ chain, cluster, run, compactions, events: inContext, returned, ...before });
      kept = cluster.kept;
    }
    const part = cuts[cuts.length - 1]?.after ?? all[0]?.before ?? uncut.get(chain) ?? [];
    const end = whole === timeline ? part : part.filter(isBeforeEnd);
    const own = new Set(kept);
    const inContext = withKept(
      kept,
      end.filter((event) => !isLeft(event) || own.has(event)),
      null,
    );
    const last = end[end.length - 1] ?? cuts[cuts.length - 1]?.boundary;
    const run = last === undefined ? null : runs.of(last);
    found.push({
      chain,
      cluster: null,
      run,
      compactions: cuts.length,
      events: inContext,
      returned: null,
      ...contentsOf(inContext, hookRuns, instructions),
    });
  }
  return found;
}

/** Kept messages that were flushed late stand behind their boundary and still count as before it. */
function withKept(kept: Event[], segment: Event[], cluster: Cluster | null): Event[] {
  const keptHere = cluster?.kept ?? [];
  if (kept.length === 0 && keptHere.length === 0) return segment;
  const known = new Set(segment);
  const earlier = kept.filter((event) => !known.has(event));
  for (const event of earlier) known.add(event);
  const late = keptHere.filter((event) => !known.has(event));
  return [...earlier, ...segment, ...late];
}
