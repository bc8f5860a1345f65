import { compareVersions } from "../../../schemas/versions/compare.js";
import { withoutMarker } from "../../timeline/copies.js";
import { type Invocation, invocationsOf } from "../../timeline/invocations.js";
import { runsOf } from "../../timeline/runs.js";
import { carriedThings } from "../carried-things.js";
import { charsByFour, newestRules } from "../rule-sets.js";
import { truncationMarker } from "../rules.js";
import type { SkillFate } from "../skill-fates.js";
import { atBoundaries, type Case, type Claim, type Judge, judged } from "./claim.js";
import { type BoundaryFacts, skillName } from "./session-facts.js";
import {
  changelog,
  docsOfOctober,
  issue,
  laboratory,
  lifecycleArticle,
  newestTranscripts,
  skillsArticle,
} from "./sources.js";

/** Tokens of a body as it came back, the line that marks a cut left out. */
const tokensOf = ({ skill }: SkillFate, { skillTexts }: BoundaryFacts): number =>
  charsByFour(withoutMarker(skillTexts.get(skill.name) ?? "", truncationMarker.value).trimEnd());

const wasLost = ({ fate, silent }: SkillFate): boolean => fate === "lost" && !silent;
const outOfBudget = ({ verdict }: SkillFate): boolean => verdict?.reason === "over-budget";

/** Held where every skill invoked before came back, those aside that the budget leaves out. */
const reattached: Judge = atBoundaries(({ cluster, fates }) => {
  if (fates.length === 0) return null;
  const lost = fates.filter((fate) => wasLost(fate) && !outOfBudget(fate));
  if (lost.length > 0) return judged(false, cluster.boundary, ...lost.map(({ lastSeen }) => lastSeen));
  return judged(
    fates.some(({ silent }) => silent) ? null : true,
    cluster.boundary,
    ...fates.flatMap(({ back }) => back ?? []),
  );
});

/** Tests the bodies that a boundary re-attached, all together. */
/* @__NO_SIDE_EFFECTS__ */
const ofReattached = (
  held: (bodies: SkillFate[], facts: BoundaryFacts) => boolean | null,
  is: (fate: SkillFate) => boolean = () => true,
): Judge =>
  atBoundaries((facts) => {
    const bodies = facts.fates.filter((fate) => fate.back?.kind === "attachment" && is(fate));
    return bodies.length === 0
      ? null
      : judged(held(bodies, facts), facts.cluster.boundary, ...bodies.flatMap(({ back }) => back ?? []));
  });

const relations = (bodies: SkillFate[], { skillRows }: BoundaryFacts) =>
  bodies.map(({ skill }) => skillRows.get(skill.name)?.relation ?? "none");

const storedCopy = ofReattached((bodies, facts) => {
  const found = relations(bodies, facts);
  if (found.includes("changed")) return false;
  return found.every((relation) => relation === "equal" || relation === "prefix") ? true : null;
});

/** Where a write to the skill's file is recorded after its invocation: is the text still that of the invocation? */
const editStaysOut: Judge = atBoundaries(({ timeline, cluster, fates }) => {
  const things = carriedThings(timeline);
  const edited = fates.flatMap(({ skill: { name, body }, back }) =>
    body === null || back?.kind !== "attachment"
      ? []
      : things.of(back).flatMap(({ carried, write, relation }) => {
          const isIt = carried.item === "skill" && carried.name !== null && skillName(carried.name) === name;
          return isIt && write !== null && things.isLater(write, body) ? { write, back, relation } : [];
        }),
  );
  if (edited.length === 0) return null;
  return judged(
    edited.every(({ relation }) => relation.relation !== "changed"),
    cluster.boundary,
    ...edited.flatMap(({ write, back }) => [write, back]),
  );
});

/** The most recently invoked first: no skill that came back stands behind one that the budget left out. */
const newestFirst: Judge = atBoundaries(({ cluster, fates }) => {
  const mine = fates.filter((fate) => !fate.silent && fate.verdict?.reason !== "other-process");
  const firstLost = mine.findIndex(({ fate }) => fate === "lost");
  if (firstLost < 0 || !mine.some(({ fate }) => fate !== "lost")) return null;
  const behind = mine.slice(firstLost).filter(({ fate }) => fate !== "lost");
  return judged(behind.length === 0, cluster.boundary, ...behind.flatMap(({ back }) => back ?? []));
});

/** Skills that an earlier process invoked, by whether an earlier boundary of the file had brought them back. */
const ofOtherProcess =
  (carried: boolean, back: boolean): Judge =>
  ({ timeline, boundaries }) => {
    const runs = runsOf(timeline);
    const chains = new Map<string, Set<string>>();
    return boundaries.flatMap(({ cluster: { boundary, summary }, fates, after }) => {
      const now = runs.of(summary ?? boundary) ?? 0;
      const carriedBefore = chains.get(boundary.chain) ?? new Set<string>();
      chains.set(boundary.chain, carriedBefore);
      const theirs = fates.filter(
        ({ skill }) =>
          carriedBefore.has(skill.name) === carried &&
          skill.invocations.every(({ event }) => (runs.of(event) ?? now) < now),
      );
      for (const { name } of after.skills) carriedBefore.add(name);
      if (theirs.length === 0) return [];
      const held = theirs.every(({ fate }) => (fate !== "lost") === back);
      return [
        judged(theirs.some(({ silent }) => silent) ? null : held, boundary, ...theirs.map(({ lastSeen }) => lastSeen)),
      ];
    });
  };

/** Invocations of a skill whose whole body the segment holds already. */
const again =
  (judge: (now: Invocation, earlier: Invocation) => boolean | null): Judge =>
  ({ timeline }) => {
    const whole = new Map<string, Invocation>();
    const cases: Case[] = [];
    for (const one of invocationsOf(timeline)) {
      if (one.forked || one.body === null) continue;
      const key = JSON.stringify([one.chain, one.segment, one.name]);
      const earlier = whole.get(key);
      const held = earlier === undefined ? null : judge(one, earlier);
      if (held !== null) cases.push(judged(held, one.body));
      if (!one.stub) whole.set(key, one);
    }
    return cases;
  };

const sameText = (now: Invocation, earlier: Invocation): boolean => now.stub || now.body?.text === earlier.body?.text;
const fromNotesOn = ({ event }: Invocation): boolean =>
  event.cliVersion !== null && compareVersions(event.cliVersion, "2.1.202") >= 0;

/** Skills that only subagents invoked: does the main conversation get them? */
const notFromSubagents: Judge = ({ timeline, boundaries }) => {
  const all = invocationsOf(timeline);
  const own = new Set(all.filter(({ chain }) => chain === "main").map(({ name }) => name));
  const theirs = new Set(all.filter(({ chain, name }) => chain !== "main" && !own.has(name)).map(({ name }) => name));
  return boundaries.flatMap(({ cluster, carried: after }) => {
    if (theirs.size === 0 || cluster.boundary.chain !== "main") return [];
    const wrong = after.filter(({ carried }) => carried.item === "skill" && theirs.has(carried.name ?? ""));
    return [judged(wrong.length === 0, cluster.boundary, ...wrong.map(({ event }) => event))];
  });
};

const perSkill = ofReattached((bodies, facts) =>
  bodies.every((body) => tokensOf(body, facts) <= newestRules.value.skillTokens),
);

const inAll = ofReattached(
  (bodies, facts) =>
    bodies.reduce((sum, body) => sum + tokensOf(body, facts), 0) <= newestRules.value.skillsTotalTokens,
);

export const skillClaims = (): Claim[] => [
  {
    id: "docs.skills-reattached",
    claim: "The most recent invocation of each skill is re-attached after the summary, within the budget.",
    ...docsOfOctober,
    judge: reattached,
  },
  {
    id: "lifecycle.skills-reattached",
    claim: "Compaction preserves recorded invocations, subject to a budget.",
    ...lifecycleArticle,
    judge: reattached,
  },
  {
    id: "lab.skill-lost-in-other-process",
    claim: "A skill that another process invoked does not come back where /compact ran in a resumed one.",
    ...laboratory,
    judge: ofOtherProcess(false, false),
  },
  {
    id: "newest.skill-kept-by-earlier-record",
    claim: "It does come back where an earlier re-attachment in the file holds it.",
    ...newestTranscripts,
    judge: ofOtherProcess(true, true),
  },
  {
    id: "lab.skill-is-stored-copy",
    claim: "The re-attached body is the copy of what was sent, not a fresh read of the file.",
    ...laboratory,
    judge: storedCopy,
  },
  {
    id: "lifecycle.snapshot-not-source",
    claim: "An edit of the source after the invocation does not reach the re-attached copy.",
    ...lifecycleArticle,
    judge: editStaysOut,
  },
  {
    id: "docs.latest-invocation",
    claim: "Of several invocations the latest is the one that comes back.",
    ...docsOfOctober,
    judge: ofReattached(
      (bodies, facts) =>
        bodies.every(({ skill }) =>
          facts.skillRows.get(skill.name)?.evidence.some(({ line }) => line === skill.body?.place.line),
        ),
      ({ skill }) =>
        new Set(skill.invocations.flatMap(({ body, stub }) => (body === null || stub ? [] : body.text))).size > 1,
    ),
  },
  {
    id: "docs.skill-5000-tokens",
    claim: "Each comes back with at most its first 5,000 tokens; tested at four characters a token.",
    ...docsOfOctober,
    judge: perSkill,
  },
  {
    id: "docs.skills-25000-tokens",
    claim: "All together have at most 25,000 tokens; tested at four characters a token.",
    ...docsOfOctober,
    judge: inAll,
  },
  {
    id: "skills.newest-first",
    claim: "The budget is filled from the most recently invoked skill; the oldest are the ones that fall off.",
    ...skillsArticle,
    judge: newestFirst,
  },
  {
    id: "docs.truncation-keeps-head",
    claim: "What is cut of a skill is its end.",
    ...docsOfOctober,
    judge: ofReattached(
      (bodies, facts) => relations(bodies, facts).every((relation) => relation === "prefix"),
      ({ fate }) => fate === "truncated",
    ),
  },
  {
    id: "newest.cut-is-marked",
    claim: "A body that was cut ends with a line that says so.",
    ...newestTranscripts,
    judge: ofReattached(
      (bodies, { skillTexts }) =>
        bodies.every(({ skill }) => skillTexts.get(skill.name)?.includes(`\n${truncationMarker.value}`)),
      ({ fate }) => fate === "truncated",
    ),
  },
  {
    id: "docs.one-message",
    claim: "An invoked skill enters the conversation as one message with its rendered body.",
    ...docsOfOctober,
    judge: ({ timeline }) =>
      invocationsOf(timeline).flatMap(({ forked, body, event }) =>
        forked ? [] : [judged(body !== null, body ?? event)],
      ),
  },
  {
    id: "docs.note-when-loaded",
    claim: "From 2.1.202 on, a skill invoked again with the same rendering brings a short note.",
    ...docsOfOctober,
    judge: again((now, earlier) => (fromNotesOn(now) && sameText(now, earlier) ? now.stub : null)),
  },
  {
    id: "changelog.second-copy-before",
    claim: "Before 2.1.202 the body was sent a second time.",
    ...changelog("2.1.202"),
    judge: again((now, earlier) => (!fromNotesOn(now) && sameText(now, earlier) ? !now.stub : null)),
  },
  {
    id: "issue-73280.body-always-twice",
    claim: "A skill invoked again always sends its body again.",
    ...issue(73280),
    judge: again((now) => !now.stub),
  },
  {
    id: "lifecycle.other-arguments-whole-body",
    claim:
      "Invoked again with other arguments, a skill sends its whole body, as the rendering decides and not the name.",
    ...lifecycleArticle,
    judge: again((now, earlier) => (now.args === earlier.args ? null : !now.stub)),
  },
  {
    id: "lifecycle.forked-body-elsewhere",
    claim: "The body of a forked skill goes to a subagent and not into the conversation.",
    ...lifecycleArticle,
    judge: ({ timeline }) =>
      invocationsOf(timeline).flatMap(({ forked, body, event }) =>
        forked ? [judged(body === null, body ?? event)] : [],
      ),
  },
  {
    id: "changelog.subagent-skills-apart",
    claim: "Skills that subagents invoked are not re-attached in the main conversation.",
    ...changelog("2.1.45"),
    judge: notFromSubagents,
  },
];
