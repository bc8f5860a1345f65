import type { Event } from "../timeline/event.js";
import type { Standing } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import { skillFates } from "./skill-fates.js";

/** What the compactions of a chain showed before the one that is foreseen. */
export interface Past {
  /** By skill, the event that held it after the last compaction that it survived. */
  back: Map<string, Event>;
  /** By skill that the last compaction lost, the invocation that it lost. */
  lost: Map<string, Event>;
  /** `SessionStart` hooks that a compaction ran. */
  hooks: Set<string>;
}

/** Before the first compaction. */
export const newPast = (): Past => ({ back: new Map(), lost: new Map(), hooks: new Set() });

/** Adds what the compaction of a standing showed. */
export function addTo({ back, lost, hooks }: Past, timeline: Timeline, { cluster, returned }: Standing): void {
  lost.clear();
  for (const fate of (cluster === null ? undefined : skillFates(timeline).get(cluster)) ?? []) {
    const { name, latest } = fate.skill;
    if (fate.back !== null) back.set(name, fate.back);
    else if (!fate.silent || !fate.stood) lost.set(name, latest.event);
  }
  for (const [name, { run }] of returned?.hooks ?? []) if (run.matcher === "compact") hooks.add(name);
}
