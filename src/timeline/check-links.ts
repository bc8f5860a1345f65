import type { Issue, IssueCode } from "../read/issue.js";
import type { Place } from "../read/place.js";
import type { Event } from "./event.js";
import { inSteps } from "./in-steps.js";
import { absentParent, type LinkGraph, noParent } from "./links.js";
import type { Copy } from "./timeline.js";

/** What was moved to the chain `stray`. */
export interface Strays {
  /** The events with the chain that they had. */
  moved: Map<Event, string>;
  issues: Issue[];
}

/**
 * Moves entries of another session to the chain `stray`: rows whose parent is in none of the files and whose session id
 * no linked row shares, and what hangs under them. A single `sessionId` never decides: linked rows stay. In steps.
 */
export function* separateStrays(
  { parents, firstEvent, eventsOf }: LinkGraph,
  sessionId: string | null,
): Generator<void, Strays> {
  const moved = new Map<Event, string>();
  const issues: Issue[] = [];
  if (!parents.includes(absentParent)) return { moved, issues };
  const linked = new Set<string | null>([sessionId, null]);
  const apartFromAll = new Set<number>();
  yield* inSteps(parents, (parent, entry) => {
    if (parent === absentParent || apartFromAll.has(parent)) apartFromAll.add(entry);
    else linked.add(firstEvent(entry).sessionId);
  });
  const strays = new Set<number>();
  yield* inSteps(parents, (parent, entry) => {
    if (parent === noParent) return;
    const event = firstEvent(entry);
    const apart = parent === absentParent ? !linked.has(event.sessionId) : strays.has(parent);
    if (!apart) return;
    strays.add(entry);
    for (const one of eventsOf(entry)) {
      moved.set(one, one.chain);
      one.chain = "stray";
    }
    issues.push(issue("stray-entry", event.place, `The entry belongs to session ${event.sessionId}.`));
  });
  return { moved, issues };
}

/** Checks parent links: copies, links that lead nowhere, forward or in a circle; in steps. Costs no message: file order stays. */
export function* checkLinks({ places, parents, firstEvent }: LinkGraph, copies: Copy[]): Generator<void, Issue[]> {
  const issues: Issue[] = [];
  const copied = new Map<string, number>();
  for (const copy of copies) {
    issues.push({ code: "replayed-entry", message: `The entry repeats line ${copy.first.line}.`, place: copy.place });
    if (!copied.has(copy.uuid)) copied.set(copy.uuid, copy.place.line);
  }
  let anyForward = false;
  yield* inSteps(parents, (at, entry) => {
    if (at === noParent) return;
    const place = places[entry] as Place;
    const parent = places[at];
    if (at >= entry) anyForward = true;
    if (parent === undefined)
      issues.push(issue("dangling-parent", place, `parentUuid ${firstEvent(entry).parent} is not in the file.`));
    else if (parent.file !== place.file)
      issues.push(issue("parent-in-other-file", place, `The parent stands in ${parent.file}, line ${parent.line}.`));
    else if (at > entry)
      issues.push(issue("forward-parent", place, `The parent stands later, on line ${parent.line}.`));
    else if (
      copied.size > 0 &&
      (copied.get(parent.uuid ?? "") ?? Number.POSITIVE_INFINITY) < place.line &&
      firstEvent(at).segment < firstEvent(entry).segment
    )
      issues.push(
        issue(
          "parent-in-copies",
          place,
          `The parent's first occurrence, line ${parent.line}, lies before the boundary.`,
        ),
      );
  });
  // Each circle has a link that leads forward.
  if (!anyForward) return issues;
  for (const entry of circles(parents))
    issues.push(issue("cyclic-parent", places[entry] as Place, "The entry is its own ancestor."));
  return issues;
}

/** Finds one entry of each circle of parent links without recursion: each entry is walked once. */
function circles(parents: number[]): number[] {
  const found: number[] = [];
  const walk = new Int32Array(parents.length);
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at >= 0 && walk[at] === 0) {
      walk[at] = start + 1;
      at = parents[at] ?? noParent;
    }
    if (at >= 0 && walk[at] === start + 1) found.push(at);
  }
  return found;
}

const issue = (code: IssueCode, place: Place, message: string): Issue => ({ code, message, place });
