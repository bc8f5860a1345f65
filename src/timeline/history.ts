import { type SeenText, sightings, skillFileOf } from "./copies.js";
import type { Event } from "./event.js";

/** What was seen of each thing so far, chain by chain, while the events of a timeline are walked in order. */
export interface History {
  /** `stored` names the things of which the event brought a copy that was held, with the copy it repeats. */
  add(event: Event, stored?: ReadonlyMap<string, SeenText>): void;
  /** Texts of the thing so far, oldest first. */
  copies(chain: string, key: string | null): readonly SeenText[];
  /** True where the thing was written, or invoked again, since that text was fresh: a held copy is as old as what it repeats. */
  changedSince(chain: string, key: string, copy: SeenText): boolean;
}

/** Starts an empty history. */
export function newHistory(): History {
  const seen = new Map<string, SeenText[]>();
  const changes = new Map<string, Event[]>();
  const push = <T>(map: Map<string, T[]>, key: string, value: T): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [value]);
    else list.push(value);
  };
  let count = 0;
  const orderOf = new Map<Event, number>();
  const freshAt = new Map<SeenText, Event>();
  const within = (chain: string, key: string): string => `${chain}\n${key}`;
  return {
    add(event, stored) {
      for (const { key, seen: text, wrote } of sightings(event)) {
        orderOf.set(event, count++);
        const repeated = stored?.get(key);
        if (text !== null && repeated !== undefined) freshAt.set(text, freshAt.get(repeated) ?? repeated.event);
        if (text !== null) push(seen, within(event.chain, key), text);
        if (wrote || event.kind === "skill-body") push(changes, within(event.chain, key), event);
      }
    },
    copies: (chain, key) => (key === null ? [] : (seen.get(within(chain, key)) ?? [])),
    changedSince(chain, key, copy) {
      const after = orderOf.get(freshAt.get(copy) ?? copy.event) ?? -1;
      const later = (name: string): boolean =>
        (changes.get(within(chain, name)) ?? []).some((event) => (orderOf.get(event) ?? -1) > after);
      const file = copy.text === null || !key.startsWith("skill:") ? null : skillFileOf(copy.text);
      return later(key) || (file !== null && later(`path:${file}`));
    },
  };
}
