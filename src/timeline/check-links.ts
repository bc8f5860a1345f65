import type { Issue, IssueCode } from "../read/issue.js";
import type { Event } from "./event.js";
import { absentParent, type Link, noParent } from "./links.js";
import type { Copy } from "./timeline.js";

/** What was moved to the chain `stray`. */
export interface Strays {
  /** The events with the chain that they had. */
  moved: Map<Event, string>;
  issues: Issue[];
}

/**
 * Moves entries of another session to the chain `stray`: rows whose parent is in none of the files and whose session id
 * no linked row shares, and what hangs under them. A single `sessionId` never decides: linked rows stay.
 */
export function separateStrays(links: Link[], sessionId: string | null): Strays {
  if (!links.some((link) => link.parent === absentParent)) return { moved: new Map(), issues: [] };
  const linked = new Set<string | null>([sessionId, null]);
  const apartFromAll = new Set<number>();
  links.forEach(({ events, parent }, ordinal) => {
    if (parent === absentParent || apartFromAll.has(parent)) apartFromAll.add(ordinal);
    else linked.add(events[0]?.sessionId ?? null);
  });
  const strays = new Set<number>();
  const moved = new Map<Event, string>();
  const issues: Issue[] = [];
  links.forEach(({ events, parent }, ordinal) => {
    const first = events[0];
    if (first === undefined || parent === noParent) return;
    const apart = parent === absentParent ? !linked.has(first.sessionId) : strays.has(parent);
    if (!apart) return;
    strays.add(ordinal);
    for (const event of events) {
      moved.set(event, event.chain);
      event.chain = "stray";
    }
    issues.push(issue("stray-entry", first, `The entry belongs to session ${first.sessionId}.`));
  });
  return { moved, issues };
}

/** Checks parent links: copies, links that lead nowhere, forward or in a circle. Costs no message: file order stays. */
export function checkLinks(links: Link[], copies: Copy[]): Issue[] {
  const issues: Issue[] = [];
  const copied = new Map<string, number>();
  for (const copy of copies) {
    issues.push({ code: "replayed-entry", message: `The entry repeats line ${copy.first.line}.`, place: copy.place });
    if (!copied.has(copy.uuid)) copied.set(copy.uuid, copy.place.line);
  }
  let anyForward = false;
  links.forEach(({ events, parent: at }, ordinal) => {
    const event = events[0];
    if (event === undefined || at === noParent) return;
    const parent = links[at]?.events[0];
    if (at >= ordinal) anyForward = true;
    if (parent === undefined)
      issues.push(issue("dangling-parent", event, `parentUuid ${event.parent} is not in the file.`));
    else if (parent.place.file !== event.place.file) return;
    else if (at > ordinal)
      issues.push(issue("forward-parent", event, `The parent stands later, on line ${parent.place.line}.`));
    else if (
      copied.size > 0 &&
      (copied.get(event.parent ?? "") ?? Number.POSITIVE_INFINITY) < event.place.line &&
      parent.segment < event.segment
    )
      issues.push(
        issue(
          "parent-in-copies",
          event,
          `The parent's first occurrence, line ${parent.place.line}, lies before the boundary.`,
        ),
      );
  });
  // Each circle has a link that leads forward.
  if (!anyForward) return issues;
  for (const event of circles(links)) issues.push(issue("cyclic-parent", event, "The entry is its own ancestor."));
  return issues;
}

/** Finds one entry of each circle of parent links without recursion: each entry is walked once. */
function circles(links: Link[]): Event[] {
  const found: Event[] = [];
  const walk = new Int32Array(links.length);
  for (let start = 0; start < links.length; start++) {
    let at = start;
    while (at >= 0 && walk[at] === 0) {
      walk[at] = start + 1;
      at = links[at]?.parent ?? noParent;
    }
    const event = at >= 0 && walk[at] === start + 1 ? links[at]?.events[0] : undefined;
    if (event !== undefined) found.push(event);
  }
  return found;
}

const issue = (code: IssueCode, event: Event, message: string): Issue => ({ code, message, place: event.place });
