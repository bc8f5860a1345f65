import type { Place } from "../../read/place.js";
import type { BoundaryFacts, SessionFacts } from "./session-facts.js";

/** A statement about Claude Code that was made somewhere, with the query that tests it. */
export interface Claim {
  /** `<source>.<topic>`. */
  id: string;
  /** What is claimed, in our own words. */
  claim: string;
  source: string;
  /** When it was published or, if that is not known, read: ISO day, or month. */
  date: string;
  /** Tests it on one session; a text says why no transcript can decide it. */
  judge: Judge | string;
}

/** Lists the cases in which a session puts a claim to the test; empty where it does not. */
export type Judge = (session: SessionFacts) => Case[];

/** One test of a claim. */
export interface Case {
  /** Null where the record can't tell. */
  held: boolean | null;
  places: Place[];
}

interface Proof {
  place: Place;
}

/** A case with the events that show it. */
export const judged = (held: boolean | null, ...proof: Proof[]): Case => ({
  held,
  places: proof.map(({ place }) => place),
});

/** Tests a claim at each boundary; null where a boundary does not exercise it. */
/* @__NO_SIDE_EFFECTS__ */
export const atBoundaries =
  (judge: (boundary: BoundaryFacts) => Case | null): Judge =>
  ({ boundaries }) =>
    boundaries.flatMap((boundary) => judge(boundary) ?? []);
