import { type Card, cardsOf } from "../../show/card.js";
import type { Timeline } from "../../timeline/timeline.js";
import { nameCleaner, word, wordOrOther } from "./harmless-names.js";
import { type CompactionEvent, recorded, sendable } from "./session-span.js";

/** A compaction with the chain and the line it stands at. */
export interface PlacedCompaction {
  card: Card;
  event: CompactionEvent;
}

/**
 * The compactions of a session as events: sizes as recorded, and how many rows of `returned` and `missing` there are, with those
 * that can't tell whether something is missing by themselves.
 */
export function compactionEvents(timeline: Timeline, names: boolean): PlacedCompaction[] {
  const clean = nameCleaner(timeline);
  return cardsOf(timeline)
    .filter(({ boundary }) => boundary.kind === "compact")
    .map((card) => ({ card, event: eventOf(card, names ? clean : null) }));
}

function eventOf({ boundary, returned, missing }: Card, clean: ((name: string) => string) | null): CompactionEvent {
  const trigger = boundary.trigger === null ? null : wordOrOther(boundary.trigger);
  const lost = missing.filter(({ reason }) => reason !== "not-recorded");
  const unclear = missing.filter(({ reason }) => reason === "not-recorded");
  const namesOf = (texts: string[]): string[] | null =>
    clean === null ? null : [...new Set(texts)].slice(0, mostNames).map(clean);
  return {
    key: boundary.uuid ?? `${boundary.chain} ${boundary.boundary}`,
    at: sendable(boundary.at),
    attributes: recorded({
      "tidemark.boundary": boundary.boundary,
      "tidemark.boundary.uuid": word(boundary.uuid),
      "tidemark.compaction.trigger": trigger,
      "tidemark.compaction.mode": boundary.mode,
      "tidemark.compaction.pre_tokens": boundary.preTokens,
      "tidemark.compaction.post_tokens": boundary.postTokens,
      "tidemark.compaction.dropped_tokens": boundary.droppedTokens,
      "tidemark.compaction.duration": boundary.durationMs === null ? null : boundary.durationMs / 1000,
      "tidemark.cli.version": word(boundary.cliVersion),
      ...counted("tidemark.returned", returned, ({ item }) => item),
      ...counted("tidemark.missing", lost, ({ reason }) => reason),
      ...counted("tidemark.not_recorded", unclear, ({ item }) => item),
      "tidemark.returned.names": namesOf(
        returned.flatMap(({ item, name }) => (name === null || item === "preserved" ? [] : [`${item} ${name}`])),
      ),
      "tidemark.missing.names": namesOf(lost.map(({ item, name, reason }) => `${item} ${name}: ${reason}`)),
      "tidemark.not_recorded.names": namesOf(unclear.map(({ item, name }) => `${item} ${name}`)),
    }),
  };
}

const mostNames = 100;

/** How many rows there are, and how many of each group: `tidemark.missing`, `tidemark.missing.beyond-file-limit`. */
function counted<R>(prefix: string, rows: R[], groupOf: (row: R) => string): Record<string, number> {
  const counts: Record<string, number> = { [`${prefix}.count`]: rows.length };
  for (const row of rows) {
    const name = `${prefix}.${groupOf(row)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
