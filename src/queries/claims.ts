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
import { type SessionFacts, sessionFacts } from "./claims/session-facts.js";
import { skillClaims } from "./claims/skills.js";
import { derived, type Judgement, type Row, unknown } from "./row.js";

/** What became of one claim of the documentation, an article or a report. */
export interface ClaimRow extends Row {
  /** `<source>.<topic>`. */
  id: string;
  claim: string;
  source: string;
  /** When it was published or read: ISO day, or month. */
  date: string;
  /** `failed` where one case speaks against it, and then `evidence` has the lines of those cases. */
  verdict: "held" | "failed" | "not exercised" | "not decidable";
  held: number;
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
 * of which a narrowed timeline was given is judged whole: most cases rest on what came before.
 *
 * Known gaps: a case counts as held where nothing in the record speaks against it, so an edit outside the session can
 * hide a failure; tokens are taken as four characters each.
 *
 * @example
 * const skills = claims(timeline).find((row) => row.id === "docs.five-files");
 * skills?.verdict; // => "held"
 */
export function claims(timelines: Timeline | Iterable<Timeline>): ClaimRow[] {
  const given = [...several(timelines)];
  const sessions = [...new Set(given.map(wholeOf))].map(sessionFacts);
  // Some claims that are worded differently put the same to the test.
  const judged = new Map<Claim["judge"], Case[]>();
  const contradicted = contradictions();
  return allClaims().map((claim) => {
    const cases = judged.get(claim.judge) ?? (typeof claim.judge === "string" ? [] : sessions.flatMap(claim.judge));
    judged.set(claim.judge, cases);
    return rowOfClaim(claim, cases, sessions, contradicted.get(claim.id) ?? []);
  });
}

function rowOfClaim(
  { judge, ...claim }: Claim,
  cases: Case[],
  sessions: SessionFacts[],
  contradicts: string[],
): ClaimRow {
  const held = cases.filter((one) => one.held === true);
  const failed = cases.filter((one) => one.held === false);
  const n = held.length + failed.length;
  const unjudged = cases.length - n;
  const decided: ClaimRow["verdict"] = failed.length > 0 ? "failed" : n > 0 ? "held" : "not exercised";
  return {
    sessionId: sessions.length === 1 ? (sessions[0]?.timeline.sessionId ?? null) : null,
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
export function judgementOf(n: number, silent: number): Judgement {
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
