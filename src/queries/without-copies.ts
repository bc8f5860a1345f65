import type { Place } from "../read/place.js";

/** The cases of one session after another: one that rests on the records of an earlier session's, as those of a fork do, is none. */
export function withoutCopies<T>(sessions: readonly (readonly T[])[], placesOf: (one: T) => readonly Place[]): T[] {
  const known = new Set<string>();
  return sessions.flatMap((cases) => {
    const own = cases.map((one) => ({
      one,
      records: placesOf(one)
        .flatMap(({ uuid }) => uuid ?? [])
        .join(),
    }));
    const fresh = own.filter(({ records }) => records === "" || !known.has(records));
    for (const { records } of own) known.add(records);
    return fresh.map(({ one }) => one);
  });
}
