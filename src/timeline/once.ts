import type { Timeline } from "./timeline.js";

/** By what finds it. */
type Found = Map<unknown, unknown>;

const found = Symbol("found");
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

function foundOf(timeline: Timeline & { [found]?: Found }): Found {
  // Its own: an object that was made with a timeline behind it can hold other events.
  const known = Object.hasOwn(timeline, found) ? timeline[found] : ofFrozen.get(timeline);
  if (known !== undefined) return known;
  const all: Found = new Map();
  if (Object.isExtensible(timeline)) Object.defineProperty(timeline, found, { value: all });
  else ofFrozen.set(timeline, all);
  return all;
}
