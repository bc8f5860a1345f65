import type { Item } from "../timeline/carried.js";
import type { Cluster } from "../timeline/clusters.js";
import type { Contents, HookSeen } from "../timeline/contents.js";
import type { Event, Hook } from "../timeline/event.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import { derived, inferred, observed, type Row, rowOf } from "./row.js";
import { newestRules } from "./rule-sets.js";
import { type SkillFate, skillFates } from "./skill-fates.js";
import { type MissingReason, noReason, silence, type Verdict, verdict } from "./verdict.js";

/** One thing that stood in context before a boundary and is not there, or not whole, after it. */
export interface MissingRow extends Row {
  /** Ordinal of the boundary in its chain. */
  boundary: number;
  /** `"main"` or the id of a subagent. */
  chain: string;
  /** Kind of thing. */
  item: Item;
  /** Path, skill name, `Event:matcher` of a hook; `skill_listing`; `conversation` for all that was said. */
  name: string;
  /** Why it is not there, as far as the record can tell. */
  reason: MissingReason;
  /** Line at which it was last in context before the boundary; null where nothing stands before it. */
  lastSeen: number | null;
}

/**
 * Lists what stood in context before each boundary and came back neither with it nor with the next prompt: one row for
 * the conversation itself, then files, nested instruction files, instructions by path, skills, texts of `SessionStart`
 * hooks, the skill listing. What a kept message still holds is not missing.
 *
 * A skill is missing at every boundary after its loss until it comes back or is invoked again (`skills` has its loss once);
 * anything else only at the boundary that lost it. A reason never rests on silence that the CLI version explains: then it is
 * `not-recorded`, or `unknown` where nothing is known of the version.
 *
 * Known gaps: files known to the model only by their path, plans, tasks, tool, agent and server listings and texts of
 * other hooks are left out; forked skills are never expected back; a file that a shell command printed is conversation.
 *
 * @example
 * const skills = missing(timeline).filter((row) => row.item === "skill");
 * skills.map((row) => [row.boundary, row.name, row.reason]); // => [[2, "review", "other-process"]]
 */
export function missing(timeline: Timeline): MissingRow[] {
  return [...lossesAt(timeline)].flatMap(([cluster, losses]) =>
    losses.map((loss) => rowOfLoss(timeline, cluster, loss)),
  );
}

/** What `missing` tells, boundary by boundary. */
export function lossesAt(timeline: Timeline): Map<Cluster, Loss[]> {
  const fates = skillFates(timeline);
  const found = new Map<Cluster, Loss[]>();
  for (const standing of standingsOf(timeline)) {
    const { cluster, returned } = standing;
    if (cluster === null || returned === null) continue;
    const cut: Cut = { cluster, before: standing, after: returned };
    found.set(cluster, [
      ...conversation(cut),
      ...files(cut),
      ...nestedMemories(cut),
      ...instructions(cut),
      ...skills(fates.get(cluster) ?? []),
      ...hooks(cut),
      ...skillListing(cut),
    ]);
  }
  return found;
}

interface Cut {
  cluster: Cluster;
  before: Standing;
  after: Contents;
}

/** One thing that a boundary lost, or cut. */
export interface Loss {
  item: Item;
  name: string;
  /** The last event with which it stood in context; null where nothing stands before the boundary. */
  last: Event | null;
  verdict: Verdict;
  /** The record that proves it, where there is one. */
  proof?: Event | null;
}

function rowOfLoss(
  timeline: Timeline,
  { boundary }: Cluster,
  { item, name, last, verdict: { reason, judgement }, proof }: Loss,
): MissingRow {
  const more = [proof ?? null, last].filter((event) => event !== null);
  return {
    boundary: boundary.ordinal,
    chain: boundary.chain,
    item,
    name,
    reason,
    lastSeen: last?.place.line ?? null,
    ...rowOf(timeline, boundary, judgement, ...more),
  };
}

/** What was said and not kept: one row for all of it, also where it was said in another file. */
function conversation({ cluster, before }: Cut): Loss[] {
  const kept = new Set(cluster.kept);
  const last = before.events.findLast((event) => isSaid(event) && !kept.has(event)) ?? null;
  if (last === null && before.events.some(isSaid)) return [];
  const reason =
    cluster.summary === null
      ? noReason("No summary of this boundary is in the file.")
      : verdict("summary-only", observed);
  return [{ item: "other", name: "conversation", last, verdict: reason, proof: cluster.summary }];
}

/** What a person, a program or the model said or did, as against what was attached. */
export const isSaid = ({ kind }: Event): boolean =>
  kind === "prompt" ||
  kind === "reply" ||
  kind === "tool-call" ||
  kind === "tool-result" ||
  kind === "notification" ||
  kind === "summary";

const isThere = (after: Contents, path: string): boolean =>
  after.files.has(path) || after.nestedMemories.has(path) || after.instructions.has(path);

/** Files that the boundary itself brought back, as text or as a path. */
function filesBack({ rows }: Cluster): number {
  const carriers = rows.map((event) => (event.kind === "attachment" ? event.carrier : ""));
  return carriers.filter((carrier) => carrier === "file" || carrier === "compact_file_reference").length;
}

function files({ cluster, before, after }: Cut): Loss[] {
  const back = filesBack(cluster);
  const limit = newestRules.value.files;
  const silent = back > 0 ? null : silence(cluster, "attachment/file");
  const reason =
    silent ??
    (back === limit
      ? verdict(
          "beyond-file-limit",
          inferred(
            `${limit} files came back, as many as the documentation allows; which ones it takes is not recorded.`,
          ),
        )
      : noReason(
          `Only ${back} files came back, fewer than the documentation allows; the record does not say why this one did not.`,
        ));
  const lost = [...before.files].filter(([path]) => !isThere(after, path) && !before.instructions.has(path));
  return lost.reverse().map(([name, { event }]) => {
    const reference = after.references.get(name) ?? null;
    return {
      item: "file",
      name,
      last: event,
      verdict: reference === null ? reason : verdict("path-only", observed),
      proof: reference,
    };
  });
}

/** Nested instruction files and path rules: measured, they come back among the five files or not at all (CLI 2.1.285). */
function nestedMemories({ cluster, before, after }: Cut): Loss[] {
  const silent = silence(cluster, "attachment/nested_memory");
  const full = filesBack(cluster) === newestRules.value.files;
  const reason =
    silent ??
    (full
      ? verdict(
          "beyond-file-limit",
          inferred("Such a file comes back as one of the files read again, and that number was reached."),
        )
      : verdict(
          "not-reinjected",
          derived(
            "Such a file is loaded when a file near it is read; nothing loaded it with the boundary or the next prompt.",
          ),
        ));
  const lost = [...before.nestedMemories].filter(([path]) => !isThere(after, path) && !before.instructions.has(path));
  return lost.map(([name, last]) => {
    const reference = after.references.get(name) ?? null;
    return {
      item: "nested-memory",
      name,
      last,
      verdict: reference === null ? reason : verdict("path-only", observed),
      proof: reference,
    };
  });
}

function instructions({ cluster, before, after }: Cut): Loss[] {
  const lost = [...before.instructions].filter(([path]) => !isThere(after, path));
  if (lost.length === 0) return [];
  const forms = [...cluster.rows, ...cluster.nextPrompt].filter(
    (event) => event.kind === "attachment" && event.carrier === "instructions",
  );
  const reason = silence(cluster, "attachment/instructions") ?? noReason(whyNoInstructions(cluster, forms.length > 0));
  return lost.map(([name, last]) => {
    const removal = forms.find((event) => event.kind === "attachment" && event.delta?.removed.includes(name));
    if (removal === undefined) return { item: "instructions", name, last, verdict: reason, proof: forms[0] ?? null };
    const removed = verdict(
      "unknown",
      derived("The record that followed names the file as removed; it does not say why."),
    );
    return { item: "instructions", name, last, verdict: removed, proof: removal };
  });
}

function whyNoInstructions({ nextPrompt, after }: Cluster, sent: boolean): string {
  if (sent) return "The instructions were sent again without this file; the record does not say why.";
  const last = nextPrompt[nextPrompt.length - 1];
  return last === undefined || last === after[after.length - 1]
    ? "Instructions can come with the next turn, which is not in the file, or not whole."
    : "Neither the boundary nor the next turn brought instructions, though they are documented to be read again.";
}

function skills(fates: SkillFate[]): Loss[] {
  return fates.flatMap(({ fate, skill, verdict: reason, judgement, lastSeen, back }): Loss[] => {
    const why = fate === "truncated" ? verdict("truncated", judgement) : reason;
    return why === null ? [] : [{ item: "skill", name: skill.name, last: lastSeen, verdict: why, proof: back }];
  });
}

/** Each run that came back stands for one that was there: for the one with an equal text first, then for one of its command. */
function hooks({ cluster, before, after }: Cut): Loss[] {
  const open = new Set(after.hooks.values());
  const take = (stands: (hook: HookSeen) => boolean): HookSeen | undefined => {
    const found = [...open].find(stands);
    if (found !== undefined) open.delete(found);
    return found;
  };
  const had = [...before.hooks.values()].filter(hasText);
  const equal = had.map((one) => take((hook) => sameText(hook, one) && mayBe(hook, one)));
  const again = had.map(
    ({ command }, at) => equal[at] ?? (command === null ? undefined : take((hook) => hook.command === command)),
  );
  return had.flatMap((one, at): Loss[] => {
    const { text } = one;
    const common = { item: "hook" as const, name: text.name ?? text.carrier, last: text };
    const back = again[at];
    if (back === undefined) {
      const reason = [...open].some((hook) => mayBe(hook, one))
        ? noReason("A hook ran again that may be this one: the record does not say which command it was.")
        : hookNotRun(one, after);
      return [{ ...common, verdict: silence(cluster, "attachment/hook_success") ?? reason }];
    }
    if (back.text === null)
      return [{ ...common, verdict: noReason("The hook ran again and delivered nothing."), proof: back.run }];
    return back.text.spilled ? [{ ...common, verdict: verdict("hook-capped", observed), proof: back.text }] : [];
  });
}

const hasText = (hook: HookSeen): hook is HookSeen & { text: Hook } => hook.text !== null;

const sameText = (a: HookSeen, b: HookSeen): boolean => a.text?.delivered?.trimEnd() === b.text?.delivered?.trimEnd();

/** True but where the record names two different commands. */
const mayBe = (a: HookSeen, b: HookSeen): boolean =>
  a.command === b.command || a.command === null || b.command === null;

function hookNotRun({ command }: HookSeen, after: Contents): Verdict {
  if (command === null)
    return verdict("hook-not-run", inferred("Its text did not come back; only its text shows that this hook ran."));
  const ran = [...after.hooks.values()].some((hook) => hook.command === command);
  const why = ran
    ? "Fewer runs of this command are recorded with the boundary or the next prompt than before."
    : "No run of this hook is recorded with the boundary or the next prompt.";
  return verdict("hook-not-run", derived(why));
}

/** One row for all names: a listing that names some of them does not stand for the whole. */
function skillListing({ cluster, before, after }: Cut): Loss[] {
  const lost = [...before.listed].filter(([name]) => !after.listed.has(name));
  const last = lost[lost.length - 1];
  if (last === undefined) return [];
  const count = `${lost.length} of ${before.listed.size} listed names were not listed again with the boundary or the next prompt.`;
  const reason = silence(cluster, "attachment/skill_listing") ?? verdict("not-reinjected", derived(count));
  return [{ item: "skill-listing", name: "skill_listing", last: last[1], verdict: reason }];
}
