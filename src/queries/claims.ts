import type { Place } from "../read/place.js";
import { several } from "../timeline/several.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import type { Case, Claim } from "./claims/claim.js";
import { conversationClaims } from "./claims/conversation.js";
import { contradictions } from "./claims/disputes.js";
import { fileClaims } from "./claims/files.js";
import { hookClaims } from "./claims/hooks.js";
import { instructionClaims } from "./claims/instructions.js";
import { listingClaims } from "./claims/listings.js";
import { nestedClaims } from "./claims/nested.js";
import { undecidableClaims } from "./claims/not-decidable.js";
import { sessionFacts } from "./claims/session-facts.js";
import { skillClaims } from "./claims/skills.js";
import { derived, type Judgement, type Row, unknown } from "./row.js";
import { withoutCopies } from "./without-copies.js";

/** What became of one claim of the documentation, an article or a report. */
export interface ClaimRow extends Row {
  /** `<source>.<topic>`. */
  id: string;
  /** The claim, in a sentence. */
  claim: string;
  /** Who says so. */
  source: string;
  /** When it was published or read: ISO day, or month. */
  date: string;
  /** `failed` where one case speaks against it, and then `evidence` has the lines of those cases. */
  verdict: "held" | "failed" | "not exercised" | "not decidable";
  /** Cases that speak for it. */
  held: number;
  /** Cases that speak against it. */
  failed: number;
  /** `held` and `failed`. */
  n: number;
  /** Cases in which the record is silent. */
  unjudged: number;
  /** Ids of claims that say otherwise; each stands with its own verdict. */
  contradicts: string[];
}

const allClaims = (): Claim[] => [
  ...instructionClaims(),
  ...nestedClaims(),
  ...fileClaims(),
  ...skillClaims(),
  ...listingClaims(),
  ...hookClaims(),
  ...conversationClaims(),
  ...undecidableClaims(),
];

/**
 * Tests what the documentation, four articles, the changelog and public reports claim about compaction, skills and hooks:
 * one row per claim over all the given sessions, a case being a boundary where the claim names nothing smaller. A session
 * of which a narrowed timeline was given is judged whole: most cases rest on what came before. Of records that a fork or a
 * resume copied into a second session, the first one counts.
 *
 * Known gaps: a case counts as held where nothing in the record speaks against it, so an edit outside the session can
 * hide a failure; tokens are taken as four characters each.
 *
 * @example
 * const skills = claims(timeline).find((row) => row.id === "docs.five-files");
 * skills?.verdict; // => "held"
 */
export function claims(timelines: Timeline | Iterable<Timeline>): ClaimRow[] {
  return claimsOf([...new Set([...several(timelines)].map(wholeOf))].map(sessionCases));
}

/** The cases that a session has of each claim, in the order of the claims. */
export interface SessionCases {
  sessionId: string | null;
  cases: Case[][];
}

/** Puts all claims to the test on one session. */
export function sessionCases(timeline: Timeline): SessionCases {
  const facts = sessionFacts(wholeOf(timeline));
  // Some claims that are worded differently put the same to the test.
  const judged = new Map<Claim["judge"], Case[]>();
  const cases = allClaims().map(({ judge }) => {
    const found = judged.get(judge) ?? (typeof judge === "string" ? [] : judge(facts));
    judged.set(judge, found);
    return found;
  });
  return { sessionId: timeline.sessionId, cases };
}

/** The verdicts over the cases of several sessions. */
export function claimsOf(sessions: readonly SessionCases[]): ClaimRow[] {
  const sessionId = sessions.length === 1 ? (sessions[0]?.sessionId ?? null) : null;
  const contradicted = contradictions();
  return allClaims().map((claim, at) => {
    const cases = withoutCopies(
      sessions.map(({ cases }) => cases[at] ?? []),
      ({ places }) => places,
    );
    return rowOfClaim(claim, cases, sessionId, contradicted.get(claim.id) ?? []);
  });
}

function rowOfClaim(
  { judge, ...claim }: Claim,
  cases: Case[],
  sessionId: string | null,
  contradicts: string[],
): ClaimRow {
  const held = cases.filter((one) => one.held === true);
  const failed = cases.filter((one) => one.held === false);
  const n = held.length + failed.length;
  const unjudged = cases.length - n;
  const decided: ClaimRow["verdict"] = failed.length > 0 ? "failed" : n > 0 ? "held" : "not exercised";
  return {
    sessionId,
    at: null,
    ...(typeof judge === "string" ? unknown(judge) : judgementOf(n, unjudged)),
    evidence: placesOf(failed.length > 0 ? failed : held),
    ...claim,
    verdict: typeof judge === "string" ? "not decidable" : decided,
    held: held.length,
    failed: failed.length,
    n,
    unjudged,
    contradicts,
  };
}

/** Of a claim that was put to the test in `n` cases, while in others the record was silent. */
function judgementOf(n: number, silent: number): Judgement {
  if (n > 0) return derived(`Tested in ${n} ${n === 1 ? "case" : "cases"}.`);
  return unknown(
    silent === 0
      ? "Nothing in these sessions puts it to the test."
      : silent === 1
        ? "In the one case the record is silent."
        : `In all ${silent} cases the record is silent.`,
  );
}

const placesOf = (cases: Case[]): Place[] => cases.flatMap(({ places }) => places);
