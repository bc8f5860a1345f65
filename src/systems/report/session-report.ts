import { redact } from "../../export/redact.js";
import { session } from "../../queries/session.js";
import { type SkillRow, skills } from "../../queries/skills.js";
import { type UsageRow, usage } from "../../queries/usage.js";
import { type IssueCode, type IssueLevel, issueCodes } from "../../read/issue.js";
import { type Card, cardsOf, isSilent, lossesOf } from "../../show/card.js";
import { sessionFacts } from "../../show/session-facts.js";
import { sessionFolder } from "../../show/session-folder.js";
import type { Timeline } from "../../timeline/timeline.js";

/** What a report of one session tells, in whatever medium. */
export interface SessionReport {
  /** Name of the transcript; null where the source had none. */
  name: string | null;
  sessionId: string | null;
  /** As Claude Code shows it; null where none is recorded, and redacted, as it says what the session is about. */
  title: string | null;
  /** Working directory, without which names of files are shown. */
  folder: string | null;
  facts: string[];
  cards: Card[];
  usage: UsageRow[];
  skills: SkillRow[];
  issues: { code: IssueCode; level: IssueLevel; count: number }[];
  redacted: boolean;
}

/** Asks a session for all that its report tells; redacted, every text is cleaned before it is asked. */
export function sessionReport(read: Timeline, redacted: boolean): SessionReport {
  const timeline = redacted ? redact(read, { paths: true }) : read;
  const issues = new Map<IssueCode, number>();
  for (const { code } of timeline.issues) issues.set(code, (issues.get(code) ?? 0) + 1);
  return {
    name: timeline.files[0]?.name ?? null,
    sessionId: timeline.sessionId,
    title: redacted ? null : (session(timeline)[0]?.title ?? null),
    folder: sessionFolder(timeline),
    facts: sessionFacts(timeline),
    cards: cardsOf(timeline),
    usage: usage(timeline),
    // What was said to a skill is content, of which no more than its secrets would be known.
    skills: redacted ? skills(timeline).map((row) => ({ ...row, args: null })) : skills(timeline),
    issues: Array.from(issues, ([code, count]) => ({ code, level: issueCodes[code].level, count })),
    redacted,
  };
}

/** The numbers that stand for a session. */
export interface SessionSum {
  compactions: number;
  /** Tokens that are recorded to have been dropped; null where none is. */
  dropped: number | null;
  /** Things that are known not to have come back, or not whole, the conversation left out; null where no version records such things. */
  lost: number | null;
  conflicts: number;
}

/** How many things a compaction lost or cut; null where its version records no such things, and none is known all the same. */
export function lostAt(card: Card): number | null {
  const things = lossesIn(card).length;
  return things === 0 && isSilent(card.boundary) ? null : things;
}

export function sumOf(cards: readonly Card[]): SessionSum {
  const compactions = cards.filter(({ boundary }) => boundary.kind === "compact");
  const lost = compactions.flatMap((card) => lostAt(card) ?? []);
  const dropped = compactions.flatMap(({ boundary }) => boundary.droppedTokens ?? []);
  return {
    compactions: compactions.length,
    dropped: dropped.length === 0 ? null : dropped.reduce((sum, tokens) => sum + tokens, 0),
    lost: lost.length === 0 && compactions.length > 0 ? null : lost.reduce((sum, things) => sum + things, 0),
    conflicts: compactions.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
  };
}

/** What a card tells to be lost or cut: not what the record can't tell, and not the conversation, which every boundary takes. */
export const lossesIn = (card: Card) =>
  lossesOf(card).filter(({ name, reason }) => name !== "conversation" && reason !== "not-recorded");
