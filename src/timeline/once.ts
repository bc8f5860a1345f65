import { checkTimeline } from "../read/wrong-use.js";
import type { Timeline } from "./timeline.js";

/** What was found, by what finds it. Says of which timeline, because a copy or a proxy may show that of another one. */
interface Found {
  of: Timeline;
  by: Map<unknown, unknown>;
}

const found = Symbol("found");
const ofFrozen = new WeakMap<Timeline, Found>();

/**
 * What `find` finds in a timeline, looked for once. It lies in the timeline, out of sight: in a WeakMap beside it V8 would keep
 * all of a timeline that nobody holds any more until its next full collection, for which a folder pays.
 */
export function once<T extends object>(timeline: Timeline, find: (timeline: Timeline) => T): T {
  const { by } = foundOf(timeline);
  let one = by.get(find) as T | undefined;
  if (one === undefined) {
    one = find(timeline);
    by.set(find, one);
  }
  return one;
}

function foundOf(timeline: Timeline & { [found]?: Found }): Found {
  checkTimeline(timeline);
  const canHold = Object.isExtensible(timeline);
  const known = canHold ? timeline[found] : ofFrozen.get(timeline);
  if (known?.of === timeline) return known;
  const own: Found = { of: timeline, by: new Map() };
  // Configurable, as what is fixed may not be shown as a proxy of it, which reactive frameworks do.
  if (canHold) Object.defineProperty(timeline, found, { value: own, configurable: true });
  else ofFrozen.set(timeline, own);
  return own;
}
