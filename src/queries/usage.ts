import { contextOf } from "../timeline/clusters.js";
import type { Reply, UsageCounters } from "../timeline/event.js";
import { runsOf } from "../timeline/runs.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { derived, type Judgement, observed, type Row, rowOf, unknown } from "./row.js";

/** What one request used, once per distinct message. */
export interface UsageRow extends Row {
  /** `message.id`, else `requestId`, else the row's uuid. */
  messageId: string;
  model: string | null;
  /** `"main"` or the id of a subagent. */
  chain: string;
  /** Tokens, verbatim from one line of the message; null where the line has no such number. */
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  /** Tokens written to the five-minute cache; null where the write is not split. */
  cacheWrite5m: number | null;
  /** Tokens written to the one-hour cache; null where the write is not split. */
  cacheWrite1h: number | null;
  /** Rest of the cache write that no split explains. */
  cacheWriteUnsplit: number | null;
  /** Size of the request: input, cache read and cache write, of the conversation's last iteration where several are listed; null where nothing was counted. */
  context: number | null;
  run: number | null;
  /** Compactions of the chain before the message. */
  boundary: number;
}

/**
 * Lists what each request used: of the lines of one message the one with the most output tokens, the last on a tie;
 * of copies in several timelines the one that holds more of the message.
 *
 * Rows that the program wrote itself (errors, `<synthetic>`) are no requests. Over several timelines a message that was
 * copied by a resume or a fork counts once. Roll-ups in the results of subagents are never added.
 *
 * Known gaps: compaction requests themselves are not recorded; prices are not known here.
 *
 * @example
 * usage(timeline).every((row) => row.output !== null); // => true
 */
export function usage(timelines: Timeline | Iterable<Timeline>): UsageRow[] {
  const messages = new Map<string, Sighting[]>();
  for (const timeline of Symbol.iterator in timelines ? timelines : [timelines]) {
    const stands = standsIn(timeline);
    for (const event of wholeOf(timeline).events) {
      if (event.kind !== "reply" || event.synthetic || event.messageId === null) continue;
      const sightings = messages.get(event.messageId);
      const sighting = sightings?.find((one) => one.timeline === timeline);
      if (sighting !== undefined) {
        sighting.lines.push(event);
        if (outputOf(event) >= outputOf(sighting.best)) sighting.best = event;
        continue;
      }
      const first = { timeline, best: event, lines: [event], isHere: stands(event) };
      if (sightings !== undefined) sightings.push(first);
      else messages.set(event.messageId, [first]);
    }
  }
  return [...messages].flatMap(([messageId, sightings]) => {
    const found = sightings.filter(({ isHere }) => isHere);
    if (found.length === 0) return [];
    const { timeline, best, lines } = found.reduce(fuller);
    const { split, judgement } = cacheWrites(best.usage);
    const others = lines.filter((line) => line !== best);
    return {
      messageId,
      model: best.model,
      chain: best.chain,
      input: best.usage?.input ?? null,
      output: best.usage?.output ?? null,
      cacheRead: best.usage?.cacheRead ?? null,
      ...split,
      context: contextOf(best),
      run: runsOf(timeline).of(best),
      boundary: lines[0]?.segment ?? best.segment,
      ...rowOf(timeline, best, best.usage === null ? unknown("The message records no usage.") : judgement, ...others),
    };
  });
}

/** The lines of one message in one timeline. */
interface Sighting {
  timeline: Timeline;
  best: Reply;
  lines: Reply[];
  /** True where the message begins in the timeline, which may be narrowed. */
  isHere: boolean;
}

/** The one with more output, on a tie the one with more lines: a copy can end within a message. */
const fuller = (one: Sighting, other: Sighting): Sighting =>
  (outputOf(other.best) - outputOf(one.best) || other.lines.length - one.lines.length) > 0 ? other : one;

const outputOf = (reply: Reply): number => reply.usage?.output ?? -1;

/** Splits the cache write; a split that is larger than its total is not used. */
function cacheWrites(counters: UsageCounters | null): { split: CacheWrites; judgement: Judgement } {
  const total = counters?.cacheWrite ?? null;
  const short = counters?.cacheWrite5m ?? null;
  const long = counters?.cacheWrite1h ?? null;
  const sum = (short ?? 0) + (long ?? 0);
  const whole = { cacheWrite5m: null, cacheWrite1h: null, cacheWriteUnsplit: total };
  if (short === null && long === null) return { split: whole, judgement: observed };
  if (total !== null && sum > total)
    return {
      split: whole,
      judgement: derived("The split of the cache write is larger than its total and is not used."),
    };
  return {
    split: { cacheWrite5m: short, cacheWrite1h: long, cacheWriteUnsplit: (total ?? sum) - sum },
    judgement: observed,
  };
}

type CacheWrites = Pick<UsageRow, "cacheWrite5m" | "cacheWrite1h" | "cacheWriteUnsplit">;
