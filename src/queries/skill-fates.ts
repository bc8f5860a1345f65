import type { Cluster } from "../timeline/clusters.js";
import type { SkillSeen } from "../timeline/contents.js";
import { relationTo, type SeenText, sightings, withoutMarker } from "../timeline/copies.js";
import type { Event, SkillBody } from "../timeline/event.js";
import { type HeldSkill, heldSkills, invocationsBefore } from "../timeline/held-skills.js";
import { runsOf } from "../timeline/runs.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
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
  /** The event that holds it after the compaction; null where it was lost. */
  back: Event | null;
  /** Characters of the body that came back, the line that marks a cut left out. */
  keptChars: number | null;
  /** The last event before the compaction with which it stood in context. */
  lastSeen: Event;
}

const cache = new WeakMap<Timeline, SkillFate[]>();

/** Lists, compaction by compaction, what became of each skill invoked before it, most recently invoked first. */
export function skillFates(timeline: Timeline): SkillFate[] {
  let found = cache.get(timeline);
  if (found === undefined) {
    const lastBack = new Map<string, Event>();
    found = standingsOf(timeline).flatMap((standing) => fatesAt(timeline, standing, lastBack));
    cache.set(timeline, found);
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

function fatesAt(timeline: Timeline, standing: Standing, lastBack: Map<string, Event>): SkillFate[] {
  const { cluster, returned, chain } = standing;
  if (cluster === null || returned === null) return [];
  const invocations = invocationsBefore(timeline, chain, cluster);
  const skills = heldSkills(invocations);
  const silent = returned.skills.length > 0 ? null : silence(cluster, "attachment/invoked_skills");
  const named = new Set(skills.map(({ name }) => name));
  const fates = skills.map((skill): SkillFate => {
    const { latest, body } = skill;
    const key = keyOf(chain, skill);
    const earlier = lastBack.get(key);
    const lastSeen =
      earlier !== undefined && latest.segment < earlier.segment ? earlier : (latest.body ?? latest.event);
    const common = { cluster, skill, lastSeen, verdict: null, silent: false };
    const seen =
      returned.skills.find(({ name }) => name === skill.name) ??
      returned.skills.find((one) => !named.has(one.name) && isCopyOf(one, skill));
    const stays = body !== null && cluster.kept.includes(body);
    if (seen === undefined && !stays)
      return { ...common, fate: "lost", judgement: observed, back: null, keptChars: null };
    lastBack.set(key, seen?.event ?? (body as Event));
    if (seen !== undefined) return { ...common, ...compare(seen, skill), back: seen.event };
    const judgement = derived("Its body is one of the messages that the compaction kept.");
    return { ...common, fate: "kept", judgement, back: body, keptChars: body?.text.length ?? null };
  });
  const lost = new Set(fates.filter(({ fate }) => fate === "lost").map(({ skill }) => skill.name));
  const elsewhere = new Set(
    skills
      .filter((skill) => onlyOtherProcess(timeline, skill, standing.run, lastBack.get(keyOf(chain, skill))))
      .map(({ name }) => name),
  );
  const rows = budget(invocations.filter(({ name }) => !elsewhere.has(name)));
  return fates.map((fate) => {
    if (fate.fate !== "lost") return fate;
    const verdict = silent ?? whyLost(fate.skill.name, { elsewhere, rows, lost });
    return { ...fate, verdict, judgement: verdict.judgement, silent: silent !== null };
  });
}

/** How the text that came back stands to the bodies that were sent. */
function compare({ text }: SkillSeen, skill: HeldSkill): Pick<SkillFate, "fate" | "judgement" | "keptChars"> {
  if (text === null)
    return { fate: "kept", judgement: unknown("The record names the skill and holds no text."), keptChars: null };
  const bare = withoutMarker(text, truncationMarker.value);
  const { relation, copy } = relationTo(bodiesOf(skill), text, truncationMarker.value);
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

const seenBodies = new WeakMap<SkillBody, SeenText | null>();

function bodiesOf({ invocations }: HeldSkill): SeenText[] {
  return invocations.flatMap(({ body, stub }) => {
    if (body === null || stub) return [];
    let seen = seenBodies.get(body);
    if (seen === undefined) {
      seen = sightings(body)[0]?.seen ?? null;
      seenBodies.set(body, seen);
    }
    return seen ?? [];
  });
}

function isCopyOf(seen: SkillSeen, skill: HeldSkill): boolean {
  if (seen.name === skill.name) return true;
  const { relation } = relationTo(bodiesOf(skill), seen.text, truncationMarker.value);
  return relation === "equal" || relation === "prefix";
}

interface Circumstances {
  /** Skills that only an earlier process invoked. */
  elsewhere: ReadonlySet<string>;
  /** The budget over all others. */
  rows: BudgetRow[];
  lost: ReadonlySet<string>;
}

function whyLost(name: string, { elsewhere, rows, lost }: Circumstances): Verdict {
  if (elsewhere.has(name))
    return verdict(
      "other-process",
      inferred("Every invocation lies in an earlier run of the file, and no earlier boundary re-attached the skill."),
    );
  const own = rows.find((row) => row.name === name);
  const newer = rows.filter(({ order, fate }) => order < (own?.order ?? 0) && fate !== "drop");
  if (own?.fate === "drop" && newer.length > 0 && newer.every((row) => !lost.has(row.name)))
    return verdict(
      "over-budget",
      inferred("By the documented budget the more recently invoked skills leave no room for it, and they came back."),
    );
  return noReason("Neither another process nor the documented budget explains it, as far as the record shows.");
}

/** By this name the same skill is known over the boundaries of its chain. */
const keyOf = (chain: string, { name }: HeldSkill): string => `${chain}\n${name}`;
