import type { Place } from "../read/place.js";
import type { Event } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";

/** How sure an answer is: the record says so, text or order or counts show it, a stated heuristic says so, nobody can say. */
export type Grade = "observed" | "derived" | "inferred" | "unknown";

/** What every row of every query has; rows are flat and JSON-safe, and `null` means "the transcript does not say". */
export interface Row {
  /** Id of the session; null where none is recorded, and in an answer over several. */
  sessionId: string | null;
  /** Epoch milliseconds. */
  at: number | null;
  /** How sure the answer is. */
  grade: Grade;
  /** The lines that prove the answer, the most telling first. */
  evidence: Place[];
  /** One sentence, where the grade is not `observed`. */
  why: string | null;
}

/** The grade of an answer with its reason. */
export interface Judgement {
  grade: Grade;
  why: string | null;
}

export const observed: Judgement = { grade: "observed", why: null };
export const derived = (why: string): Judgement => ({ grade: "derived", why });
export const inferred = (why: string): Judgement => ({ grade: "inferred", why });
export const unknown = (why: string): Judgement => ({ grade: "unknown", why });

/** The common fields of a row about an event. */
export function rowOf(timeline: Timeline, event: Event, judgement: Judgement, ...more: Event[]): Row {
  const evidence = [event.place];
  for (const one of more) evidence.push(one.place);
  return {
    sessionId: timeline.sessionId,
    at: event.at,
    grade: judgement.grade,
    evidence,
    why: judgement.why,
  };
}
