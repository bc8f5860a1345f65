import { type Cluster, clusters } from "../timeline/clusters.js";
import type { SkillSeen } from "../timeline/contents.js";
import { type Copies, newCopies, withoutMarker } from "../timeline/copies.js";
import type { Event } from "../timeline/event.js";
import { type HeldSkill, heldSkills, invocationsBefore } from "../timeline/held-skills.js";
import type { Invocation } from "../timeline/invocations.js";
import { once } from "../timeline/once.js";
import { runsOf } from "../timeline/runs.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import { type BudgetRow, budget } from "./budget.js";
import { derived, inferred, type Judgement, observed, unknown } from "./row.js";
import { truncationMarker } from "./rules.js";
import { noReason, silence, type Verdict, verdict } from "./verdict.js";

/** What became of an invoked skill at one compaction. */
export interface SkillFate {
  cluster: Cluster;
  skill: HeldSkill;
  fate: "kept" | "truncated" | "lost";
  /** Of `kept` and `truncated`; of `lost` it stands with the reason. */
  judgement: Judgement;
  /** Why it was lost; null otherwise. */
  verdict: Verdict | null;
  /** True where the record is silent, so that the loss may be none. */
  silent: boolean;
  /** False where an earlier compaction had lost it, nobody invoked it since, and it did not come back here: it stood nowhere. */
  stood: boolean;
  /** The event that holds it after the compaction; null where it was lost. */
  back: Event | null;
  /** Characters of the body that came back, the line that marks a cut left out. */
  keptChars: number | null;
  /** The last event before the compaction with which it stood in context. */
  lastSeen: Event;
}

/** Lists, compaction by compaction, what became of each skill invoked before it, most recently invoked first. */
export const skillFates = (timeline: Timeline): ReadonlyMap<Cluster, SkillFate[]> => once(timeline, findFates);

const only = <K, V>(map: ReadonlyMap<K, V>, keys: ReadonlySet<K>): Map<K, V> =>
  new Map([...map].filter(([key]) => keys.has(key)));

function findFates(timeline: Timeline): Map<Cluster, SkillFate[]> {
  const whole = wholeOf(timeline);
  if (whole !== timeline) return only(skillFates(whole), new Set(clusters(timeline)));
  const chains = new Map<string, Map<string, Past>>();
  const found = new Map<Cluster, SkillFate[]>();
  const remembered = new Set<Invocation>();
  for (const standing of standingsOf(timeline)) {
    if (standing.cluster === null) continue;
    const pasts = chains.get(standing.chain) ?? new Map<string, Past>();
    chains.set(standing.chain, pasts);
    found.set(standing.cluster, fatesAt(timeline, standing, standing.cluster, pasts, remembered));
  }
  return found;
}

/**
 * True where every invocation lies in an earlier run than `run`, and no boundary showed that a later process knew the
 * skill. Source: 0 of 2 re-attached so (CLI 2.1.285, 2026-09-30), 1 of 1 where an earlier `invoked_skills` row carried
 * it (CLI 2.1.269, 2026-09-14). `lastBack` is the event that held it after an earlier compaction.
 */
export function onlyOtherProcess(
  timeline: Timeline,
  skill: HeldSkill,
  run: number | null,
  lastBack: Event | undefined,
): boolean {
  if (run === null || lastBack?.kind === "attachment") return false;
  const runs = runsOf(timeline);
  return skill.invocations.every(({ event }) => (runs.of(event) ?? run) < run);
}

/** The last event with which a skill stood in context: its latest invocation, or what an earlier compaction brought back of it. */
export const lastStood = ({ body, event, segment }: Invocation, back: Event | undefined): Event =>
  back !== undefined && segment < back.segment ? back : (body ?? event);

/** What is known of a skill from the compactions before. */
interface Past {
  /** The bodies that were sent whole. */
  copies: Copies;
  /** The invocations that sent them, and those without such a body. */
  invocations: readonly Invocation[];
  /** The event that held it after the last compaction that it survived. */
  back: Event | undefined;
  /** The invocation that an earlier compaction lost. */
  lost: Event | null;
}

/**
 * Adds those of a branch that a rewind left and that came back all the same. That a process may still know them is not
 * documented; where an invocation of the same name stands, that one counts.
 */
function broughtBack(
  invocations: readonly Invocation[],
  returned: readonly SkillSeen[],
  known: Set<Invocation>,
): ReadonlySet<Invocation> {
  const back = new Set(returned.map(({ name }) => name));
  const standing = new Set(invocations.filter(({ abandoned }) => !abandoned).map(({ name }) => name));
  for (const one of invocations) if (one.abandoned && back.has(one.name) && !standing.has(one.name)) known.add(one);
  return known;
}

function fatesAt(
  timeline: Timeline,
  standing: Standing,
  cluster: Cluster,
  pasts: Map<string, Past>,
  remembered: Set<Invocation>,
): SkillFate[] {
  const { returned, chain } = standing;
  if (returned === null) return [];
  const invocations = invocationsBefore(timeline, chain, cluster);
  const skills = heldSkills(invocations, broughtBack(invocations, returned.skills, remembered));
  const silent = returned.skills.length > 0 ? null : silence(cluster, "attachment/invoked_skills");
  const named = new Map(skills.map(({ name }): [string, SkillSeen | undefined] => [name, undefined]));
  const others: SkillSeen[] = [];
  for (const seen of returned.skills)
    if (!named.has(seen.name)) others.push(seen);
    else if (named.get(seen.name) === undefined) named.set(seen.name, seen);
  const kept = new Set<Event>(cluster.kept);
  const fates = skills.map((skill): SkillFate => {
    const { latest, body } = skill;
    const past = pastOf(skill, pasts);
    const lastSeen = lastStood(latest, past.back);
    const common = { cluster, skill, lastSeen, verdict: null, silent: false, stood: true };
    const seen = named.get(skill.name) ?? others.find((one) => isCopyOf(one, past.copies));
    const stays = body !== null && kept.has(body);
    if (seen === undefined && !stays) {
      const stood = past.lost !== latest.event;
      if (silent === null) past.lost = latest.event;
      return { fate: "lost", judgement: observed, back: null, keptChars: null, ...common, stood };
    }
    past.lost = null;
    past.back = seen?.event ?? (body as Event);
    if (seen !== undefined) return { back: seen.event, ...compare(seen, skill, past.copies), ...common };
    const judgement = derived("Its body is one of the messages that the compaction kept.");
    return { fate: "kept", judgement, back: body, keptChars: body?.text.length ?? null, ...common };
  });
  const elsewhere = new Set(
    skills
      .filter((skill) => onlyOtherProcess(timeline, skill, standing.run, pasts.get(skill.name)?.back))
      .map(({ name }) => name),
  );
  const lost = new Set(fates.filter(({ fate }) => fate === "lost").map(({ skill }) => skill.name));
  if (lost.size === 0) return fates;
  const rows = budget(invocations.filter(({ name }) => !elsewhere.has(name)));
  const crowdedOut = outOfBudget(rows, lost);
  return fates.map((fate) => {
    if (fate.fate !== "lost") return fate;
    const verdict = silent ?? whyLost(fate.skill.name, elsewhere, crowdedOut);
    return { ...fate, verdict, judgement: verdict.judgement, silent: silent !== null };
  });
}

/** Goes on from the last compaction; anew where a kept invocation that was flushed late had come before others. */
function pastOf({ name, invocations }: HeldSkill, pasts: Map<string, Past>): Past {
  let past = pasts.get(name);
  const known = past?.invocations ?? [];
  if (past === undefined || known[known.length - 1] !== invocations[known.length - 1])
    past = { copies: newCopies(), invocations: [], back: past?.back, lost: past?.lost ?? null };
  for (const { body, stub } of invocations.slice(past.invocations.length))
    if (body !== null && !stub) past.copies.add(past.copies.next(body, body.text));
  past.invocations = invocations;
  pasts.set(name, past);
  return past;
}

/** How the text that came back stands to the bodies that were sent. */
function compare(
  { event, text }: SkillSeen,
  skill: HeldSkill,
  copies: Copies,
): Pick<SkillFate, "fate" | "judgement" | "keptChars"> {
  if (text === null)
    return { fate: "kept", judgement: unknown("The record names the skill and holds no text."), keptChars: null };
  const bare = withoutMarker(text, truncationMarker.value);
  const { relation, copy } = copies.relation(copies.next(event, text), truncationMarker.value);
  if (bare.length < text.length) return { fate: "truncated", judgement: observed, keptChars: bare.trimEnd().length };
  if (relation === "prefix")
    return {
      fate: "truncated",
      judgement: derived("The text is the head of what was sent when the skill ran."),
      keptChars: text.length,
    };
  const latest = relation === "equal" && (skill.body === null || copy?.event === skill.body);
  const judgement = latest
    ? derived("The text equals what was sent when the skill ran.")
    : relation === "equal"
      ? derived("The text equals what an earlier invocation sent, not the latest.")
      : inferred("It came back under its name, with a text that no recorded invocation sent.");
  return { fate: "kept", judgement, keptChars: text.length };
}

function isCopyOf({ event, text }: SkillSeen, copies: Copies): boolean {
  if (text === null) return false;
  const { relation } = copies.relation(copies.next(event, text), truncationMarker.value);
  return relation === "equal" || relation === "prefix";
}

/** The dropped skills where newer ones came back, every one of them. */
function outOfBudget(rows: BudgetRow[], lost: ReadonlySet<string>): Set<string> {
  const dropped = new Set<string>();
  let newer = 0;
  for (const { name, fate } of rows)
    if (fate === "drop") {
      if (newer > 0) dropped.add(name);
    } else if (lost.has(name)) break;
    else newer++;
  return dropped;
}

function whyLost(name: string, elsewhere: ReadonlySet<string>, crowdedOut: ReadonlySet<string>): Verdict {
  if (elsewhere.has(name))
    return verdict(
      "other-process",
      inferred("Every invocation lies in an earlier run of the file, and no earlier boundary re-attached the skill."),
    );
  if (crowdedOut.has(name))
    return verdict(
      "over-budget",
      inferred("By the documented budget the more recently invoked skills leave no room for it, and they came back."),
    );
  return noReason("Neither another process nor the documented budget explains it, as far as the record shows.");
}
