import type { Timeline } from "./timeline.js";

/** By what finds it. */
type Found = Map<unknown, unknown>;

class Itself {
  constructor(timeline: Timeline) {
    // biome-ignore lint/correctness/noConstructorReturn: so that the private field comes to lie in the timeline.
    return timeline as unknown as Itself;
  }
}

/** A private field of a timeline: no copy and no proxy of it has it, as neither would be found in a WeakMap. */
class Holder extends Itself {
  readonly #found: Found = new Map();

  static foundOf(timeline: Timeline): Found {
    if (!(#found in timeline)) new Holder(timeline);
    return (timeline as unknown as Holder).#found;
  }
}

const ofFrozen = new WeakMap<Timeline, Found>();

/**
 * What `find` finds in a timeline, looked for once. It lies in the timeline, out of sight: in a WeakMap beside it V8 would keep
 * all of a timeline that nobody holds any more until its next full collection, for which a folder pays.
 */
export function once<T extends object>(timeline: Timeline, find: (timeline: Timeline) => T): T {
  const all = foundOf(timeline);
  let one = all.get(find) as T | undefined;
  if (one === undefined) {
    one = find(timeline);
    all.set(find, one);
  }
  return one;
}

function foundOf(timeline: Timeline): Found {
  if (Object.isExtensible(timeline)) return Holder.foundOf(timeline);
  const all = ofFrozen.get(timeline) ?? new Map();
  ofFrozen.set(timeline, all);
  return all;
}
