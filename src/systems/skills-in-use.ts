import { type Retained, retention } from "../queries/retention.js";
import { derived, inferred, type Judgement, observed, unknown } from "../queries/row.js";
import { charsByFour, newestRules } from "../queries/rule-sets.js";
import { truncationMarker } from "../queries/rules.js";
import { onlyOtherProcess, type SkillFate, skillFates } from "../queries/skill-fates.js";
import { type MissingReason, silence } from "../queries/verdict.js";
import { type Cluster, clusters } from "../timeline/clusters.js";
import type { SkillSeen } from "../timeline/contents.js";
import { withoutMarker } from "../timeline/copies.js";
import type { Event } from "../timeline/event.js";
import { type HeldSkill, heldSkills, invocationsBefore } from "../timeline/held-skills.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import { isFollowed, ownChain } from "./newest-compaction.js";

/** A skill that was in use in a conversation when it was compacted, and what became of it there. */
export interface SkillInUse {
  name: string;
  fate: "kept" | "truncated" | "lost";
  /** Of a loss; null elsewhere. */
  reason: MissingReason | null;
  judgement: Judgement;
  /** Null where it was invoked before what was read, and is known by the copy that the compaction before brought back. */
  held: HeldSkill | null;
  /** The event that sent or brought back its text last, before the compaction. */
  lastUse: Event;
  /** The event that brought it back; null where none is recorded. */
  back: Event | null;
}

/**
 * Lists the skills that were in use when a conversation was compacted, the most recently used first: invoked since the
 * compaction before, or brought back or kept by it. `compaction` is null for one that is not in the file yet: then, and as
 * long as the file does not show what came back, or where its CLI version never does, their fates are foreseen from the
 * documented budget.
 *
 * Known gaps: a skill that an earlier compaction lost and that was not used since is in use no more; so is one that was
 * kept only as a message, where that message stands before what was read.
 */
export function skillsInUse(timeline: Timeline, compaction: Cluster | null): SkillInUse[] {
  const chain = ownChain(timeline);
  const standing = standingsOf(timeline).find((one) => one.chain === chain && one.cluster === compaction);
  if (standing === undefined) return [];
  const all = clusters(timeline).filter(({ boundary }) => boundary.chain === chain);
  const earlier = all[compaction === null ? all.length - 1 : all.indexOf(compaction) - 1] ?? null;
  const candidates = candidatesOf(timeline, standing, earlier);
  if (compaction !== null && (standing.returned?.skills.length ?? 0) > 0)
    return recorded(timeline, candidates, standing, compaction);
  if (compaction === null || !isFollowed(compaction))
    return foreseen(timeline, candidates, standing, "What came back is not in the file yet.");
  const silent = silence(compaction, "attachment/invoked_skills");
  return silent === null
    ? recorded(timeline, candidates, standing, compaction)
    : foreseen(timeline, candidates, standing, silent.judgement.why ?? "");
}

interface Candidate {
  name: string;
  held: HeldSkill | null;
  /** As the compaction before brought it back. */
  brought: SkillSeen | null;
  lastUse: Event;
  /** The longest text of it that is known: a note that it is loaded already says nothing of its size. */
  text: string | null;
}

function candidatesOf(
  timeline: Timeline,
  { chain, cluster, compactions }: Standing,
  earlier: Cluster | null,
): Candidate[] {
  const returned = standingsOf(timeline).find((one) => earlier !== null && one.cluster === earlier)?.returned;
  const brought = new Map((returned?.skills ?? []).map((skill) => [skill.name, skill]));
  const kept = new Set<string>();
  for (const { fate, skill } of (earlier === null ? undefined : skillFates(timeline).get(earlier)) ?? [])
    if (fate !== "lost") kept.add(skill.name);
  const held = heldSkills(invocationsBefore(timeline, chain, cluster)).filter(
    ({ name, latest }) => latest.segment >= compactions || kept.has(name) || brought.has(name),
  );
  const invoked = held.map((skill): Candidate => {
    const { name, body, latest } = skill;
    const seen = brought.get(name) ?? null;
    brought.delete(name);
    const texts = [body?.text, seen?.text].filter((text) => typeof text === "string");
    const lastUse = seen !== null && latest.segment < seen.event.segment ? seen.event : (body ?? latest.event);
    return { name, held: skill, brought: seen, lastUse, text: longest(texts) };
  });
  // A record of what came back lists the most recently invoked first.
  const others = [...brought.values()].map(
    (seen): Candidate => ({ name: seen.name, held: null, brought: seen, lastUse: seen.event, text: seen.text }),
  );
  return [...invoked, ...others];
}

const longest = (texts: string[]): string | null =>
  texts.reduce<string | null>((most, text) => (text.length > (most?.length ?? -1) ? text : most), null);

function recorded(timeline: Timeline, candidates: Candidate[], standing: Standing, compaction: Cluster): SkillInUse[] {
  const fates = new Map((skillFates(timeline).get(compaction) ?? []).map((fate) => [fate.skill.name, fate]));
  const backs = new Map(standing.returned?.skills.map((seen) => [seen.name, seen]));
  const shares = sharesOf(candidates, new Set());
  return candidates.map((candidate): SkillInUse => {
    const { name, held, lastUse, brought } = candidate;
    const known = { name, held, lastUse };
    const fate = fates.get(name);
    if (fate !== undefined) return { ...known, ...fateOf(fate) };
    const back = backs.get(name);
    if (back !== undefined) return { ...known, ...comparedWith(brought, back) };
    return { ...known, fate: "lost", back: null, ...whyLost(shares.get(name)) };
  });
}

const fateOf = ({ fate, verdict, judgement, back }: SkillFate) => ({
  fate,
  reason: verdict?.reason ?? null,
  judgement,
  back,
});

/** What came back of a skill that is known only as the compaction before brought it back. */
function comparedWith(
  brought: SkillSeen | null,
  { text, event }: SkillSeen,
): Omit<SkillInUse, "name" | "held" | "lastUse"> {
  const same = { reason: null, back: event };
  if (text === null)
    return { ...same, fate: "kept", judgement: unknown("The record names the skill and holds no text.") };
  if (isCut(text)) return { ...same, fate: "truncated", judgement: observed };
  if (fillsLimit(text))
    return {
      ...same,
      fate: "truncated",
      judgement: inferred("The text is as long as the head that is kept of a skill."),
    };
  return brought?.text?.trimEnd() === text.trimEnd()
    ? { ...same, fate: "kept", judgement: derived("The text equals what the compaction before brought back.") }
    : { ...same, fate: "kept", judgement: inferred("It came back under its name, with another text than before.") };
}

const isCut = (text: string): boolean => withoutMarker(text, truncationMarker.value).length < text.length;

/** Before CLI 2.1.252 no line marked a cut. */
const fillsLimit = (text: string): boolean => charsByFour(text) === newestRules.value.skillTokens;

function whyLost(share: Retained["fate"] | undefined): Pick<SkillInUse, "reason" | "judgement"> {
  return share === "drop"
    ? {
        reason: "over-budget",
        judgement: inferred("By the documented budget more recent skills leave no room for it."),
      }
    : { reason: "unknown", judgement: unknown("The documented budget does not explain it.") };
}

/** `whyNot`: why it is not read off the record. */
function foreseen(timeline: Timeline, candidates: Candidate[], standing: Standing, whyNot: string): SkillInUse[] {
  const elsewhere = new Set(
    candidates.flatMap(({ name, held, brought }) =>
      held !== null && onlyOtherProcess(timeline, held, standing.run, brought?.event) ? [name] : [],
    ),
  );
  const shares = sharesOf(candidates, elsewhere);
  const because = (why: string): Judgement => inferred(`${why} ${whyNot}`);
  return candidates.map(({ name, held, lastUse, text }): SkillInUse => {
    const known = { name, held, lastUse, reason: null, back: null };
    if (elsewhere.has(name)) {
      const why = "Only an earlier process invoked it; such skills did not come back (0 of 2, CLI 2.1.285).";
      return { ...known, fate: "lost", reason: "other-process", judgement: because(why) };
    }
    const share = shares.get(name);
    if (share === "drop") {
      const why = `By the budget as read on ${newestRules.date} more recent skills leave no room for it.`;
      return { ...known, fate: "lost", reason: "over-budget", judgement: because(why) };
    }
    if (share === "cut" || (text !== null && (isCut(text) || fillsLimit(text)))) {
      const why = `It is over ${newestRules.value.skillTokens} tokens, of which the head is kept.`;
      return { ...known, fate: "truncated", judgement: because(why) };
    }
    const why = text === null ? "Its text is not in the file, so its size is not known." : "It fits into the budget.";
    return { ...known, fate: "kept", judgement: because(why) };
  });
}

/** What the documented budget does with each skill whose text is known; `elsewhere` take no part in it. */
function sharesOf(candidates: Candidate[], elsewhere: ReadonlySet<string>): Map<string, Retained["fate"]> {
  const weighed = candidates.filter(({ name, text }) => text !== null && !elsewhere.has(name));
  const retained = retention(
    weighed.map(({ text }) => charsByFour(text ?? "")),
    newestRules.value,
  );
  return new Map(weighed.map(({ name }, at) => [name, (retained[at] as Retained).fate]));
}
