import type { ClaimRow, SessionCases } from "../../queries/claims.js";
import type { All } from "../option.js";
import { placedAnswers } from "../placed-answers.js";
import { printClaims } from "../print-claims.js";
import { placeIn } from "../rows-of.js";
import { verbOf } from "../verb.js";

export const claimsVerb = verbOf<ClaimRow, All>({
  name: "claims",
  question: "Which claims of the documentation, of articles and reports hold in these sessions, and which fail?",
  example: "tidemark claims ~/.claude/projects",
  next: ["tidemark survival", "the rates behind it"],
  also: `Under each verdict its claims: 3 of 7 means that one held in 3 of the 7 cases
that put it to the test; unjudged are the cases that can't tell, and the date
is that of the source.`,
  withoutPath: "all sessions",
  options: { all: { help: "also the claims that nothing here puts to the test" } },
  async total(sessions) {
    const { claimsOf, sessionCases } = await import("../../queries/claims.js");
    const all = await placedAnswers(sessions.ask(sessionCases), placedIn);
    return all.length === 0 ? [] : claimsOf(all);
  },
  columns: {},
  none: "no session",
  print: printClaims,
});

const placedIn = (file: string, { sessionId, cases }: SessionCases): SessionCases => ({
  sessionId,
  cases: cases.map((some) => some.map((one) => ({ ...one, places: one.places.map((place) => placeIn(file, place)) }))),
});
