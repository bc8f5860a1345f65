import type { Issue, IssueCode } from "../read/issue.js";
import type { Event } from "./event.js";
import type { Timeline } from "./timeline.js";

/**
 * Moves entries of another session to the chain `stray`: rows whose parent is in none of the files and whose session id
 * no linked row shares, and what hangs under them. A single `sessionId` never decides: linked rows stay.
 */
export function separateStrays(events: Event[], sessionId: string | null): Issue[] {
  const uuids = new Set<string>();
  for (const event of events) if (event.place.uuid !== null) uuids.add(event.place.uuid);
  const linked = new Set<string | null>([sessionId, null]);
  for (const event of events)
    if (event.place.uuid !== null && (event.parent === null || uuids.has(event.parent))) linked.add(event.sessionId);
  const strays = new Set<string>();
  const issues: Issue[] = [];
  for (const event of events) {
    const { parent } = event;
    if (parent === null || event.place.uuid === null) continue;
    const apart = uuids.has(parent) ? strays.has(parent) : !linked.has(event.sessionId);
    if (!apart) continue;
    if (!strays.has(event.place.uuid)) issues.push(issue("stray-entry", event, `The entry belongs to session ${event.sessionId}.`));
    strays.add(event.place.uuid);
    event.chain = "stray";
  }
  return issues;
}

/** Checks parent links: copies, links that lead nowhere, forward or in a circle. Costs no message: file order stays. */
export function checkLinks(timeline: Timeline): Issue[] {
  const issues: Issue[] = [];
  const lineOf = new Map<string, { order: number; event: Event }>();
  timeline.events.forEach((event, order) => {
    const { uuid } = event.place;
    if (uuid !== null && !lineOf.has(uuid)) lineOf.set(uuid, { order, event });
  });
  const copied = new Map<string, number>();
  for (const copy of timeline.copies) {
    issues.push({ code: "replayed-entry", message: `The entry repeats line ${copy.first.line}.`, place: copy.place });
    if (!copied.has(copy.uuid)) copied.set(copy.uuid, copy.place.line);
  }
  const checked = new Set<string>();
  for (const event of timeline.events) {
    const { uuid } = event.place;
    if (uuid === null || event.parent === null || checked.has(uuid)) continue;
    checked.add(uuid);
    const parent = lineOf.get(event.parent);
    const copyLine = copied.get(event.parent);
    if (parent === undefined) issues.push(issue("dangling-parent", event, `parentUuid ${event.parent} is not in the file.`));
    else if (parent.event.place.file !== event.place.file) continue;
    else if (parent.event.place.line > event.place.line)
      issues.push(issue("forward-parent", event, `The parent stands later, on line ${parent.event.place.line}.`));
    else if (copyLine !== undefined && copyLine < event.place.line && parent.event.segment < event.segment)
      issues.push(issue("parent-in-copies", event, `The parent's first occurrence, line ${parent.event.place.line}, lies before the boundary.`));
  }
  issues.push(...circles(lineOf));
  return issues;
}

/** Finds circles of parent links without recursion: each entry is walked once. */
function circles(lineOf: Map<string, { order: number; event: Event }>): Issue[] {
  const issues: Issue[] = [];
  const walk = new Map<string, number>();
  let round = 0;
  for (const start of lineOf.keys()) {
    round++;
    let uuid: string | null = start;
    while (uuid !== null && lineOf.has(uuid) && !walk.has(uuid)) {
      walk.set(uuid, round);
      uuid = lineOf.get(uuid)?.event.parent ?? null;
    }
    const entry = uuid === null || walk.get(uuid) !== round ? undefined : lineOf.get(uuid);
    if (entry !== undefined) issues.push(issue("cyclic-parent", entry.event, "The entry is its own ancestor."));
  }
  return issues;
}

const issue = (code: IssueCode, event: Event, message: string): Issue => ({ code, message, place: event.place });
