import { type Invocation, invocationsOf } from "../timeline/invocations.js";
import { runsOf } from "../timeline/runs.js";
import { skillFileOf } from "../timeline/skill-directory.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { derived, observed, type Row, rowOf } from "./row.js";
import { type SkillFate, skillFates } from "./skill-fates.js";
import type { MissingReason } from "./verdict.js";

/** One invocation of a skill, and what became of it at one boundary. */
export interface SkillRow extends Row {
  chain: string;
  name: string;
  /** `active`: it met no boundary; `reinvoked`: a later invocation of the same name had taken its place. */
  fate: "active" | "kept" | "truncated" | "lost" | "reinvoked";
  invokedBy: "user" | "model";
  /** Epoch milliseconds. */
  invokedAt: number | null;
  /** Line of the call or the command. */
  line: number;
  /** Ordinal of the run that invoked it; null in a subagent's file. */
  run: number | null;
  args: string | null;
  /** Characters of what was sent: the body, or the stub in its place; null where the file holds neither. */
  bodyChars: number | null;
  /** True where only a note was sent that the skill is loaded already. */
  stub: boolean;
  /** Ordinal of the boundary in its chain; null where the invocation met none. */
  boundary: number | null;
  /** Characters of the body that came back, the line that marks a cut left out; null where it was lost. */
  keptChars: number | null;
  /**
   * Of a loss, its reason as in `missing`. Of what came back: `stale-file` where the skill's file was written after it
   * was sent, else `stale-arguments` where it carries the arguments of then. `forked`: the body went to a subagent and
   * is not expected back. `abandoned`: a rewind left the branch on which it was invoked, and no boundary brought it back.
   */
  reason: MissingReason | "stale-file" | "stale-arguments" | "forked" | "abandoned" | null;
}

/**
 * Lists each invocation of a skill with its fate at every boundary it met: one row per boundary, until it is lost or
 * replaced. It has a row again where a later boundary brings it back.
 *
 * An invocation is a Skill call that was not refused, or a typed command with a body; re-attached copies are none.
 *
 * Known gaps: whether a process still re-attaches what it invoked on a branch that a rewind left is not documented; an edit outside the session leaves no record, so a stale copy can go unseen; a forked skill has one row
 * without boundary, whatever came after; below CLI 2.1.159 the record says nothing of re-attached skills.
 *
 * @example
 * skills(timeline).map((row) => [row.name, row.fate, row.boundary]); // => [["deploy", "kept", 1], ["deploy", "kept", 2], ["review", "lost", 2]]
 */
export function skills(timeline: Timeline): SkillRow[] {
  const whole = wholeOf(timeline);
  const stands = standsIn(timeline);
  const fatesOf = new Map<Invocation, SkillFate[]>();
  for (const fate of [...skillFates(whole).values()].flat()) {
    for (const invocation of fate.skill.invocations) {
      const fates = fatesOf.get(invocation);
      if (fates === undefined) fatesOf.set(invocation, [fate]);
      else fates.push(fate);
    }
  }
  const written = writesOf(whole);
  return invocationsOf(whole).flatMap((invocation) => {
    const isHere = stands(invocation.event);
    const fates = invocation.forked ? [] : (fatesOf.get(invocation) ?? []);
    if (fates.length === 0) return isHere ? [activeRow(timeline, invocation)] : [];
    const rows: SkillRow[] = [];
    let present = true;
    for (const fate of fates) {
      const asked = isHere || stands(fate.cluster.boundary);
      if (fate.skill.latest !== invocation) {
        if (present && asked) rows.push(reinvokedRow(timeline, invocation, fate));
        break;
      }
      if (asked && (present || fate.fate !== "lost")) rows.push(fateRow(timeline, invocation, fate, written));
      present = fate.fate !== "lost";
    }
    return rows;
  });
}

function fieldsOf(timeline: Timeline, { name, chain, invokedBy, event, args, body, stub }: Invocation) {
  return {
    chain,
    name,
    invokedBy,
    invokedAt: event.at,
    line: event.place.line,
    run: runsOf(timeline).of(event),
    args,
    bodyChars: body?.text.length ?? null,
    stub,
  };
}

function activeRow(timeline: Timeline, invocation: Invocation): SkillRow {
  const { event, body, linked, result, forked, abandoned } = invocation;
  const more = body ?? result;
  const judgement = abandoned
    ? derived("A rewind left the branch on which it was invoked.")
    : linked
      ? observed
      : derived("Nothing on the body names its command; it has the name and stands behind it.");
  return {
    fate: "active",
    boundary: null,
    keptChars: null,
    reason: forked ? "forked" : abandoned ? "abandoned" : null,
    ...fieldsOf(timeline, invocation),
    ...rowOf(timeline, event, judgement, ...(more === null ? [] : [more])),
  };
}

function reinvokedRow(timeline: Timeline, invocation: Invocation, { cluster, skill }: SkillFate): SkillRow {
  const judgement = derived("A later invocation of the same name stands before the boundary.");
  return {
    fate: "reinvoked",
    boundary: cluster.boundary.ordinal,
    keptChars: null,
    reason: null,
    ...fieldsOf(timeline, invocation),
    ...rowOf(timeline, skill.latest.event, judgement, invocation.event, cluster.boundary),
  };
}

function fateRow(
  timeline: Timeline,
  invocation: Invocation,
  fate: SkillFate,
  written: Map<string, Map<string, number[]>>,
): SkillRow {
  const { cluster, back, judgement, verdict, keptChars, skill } = fate;
  const file = skill.body === null ? null : skillFileOf(skill.body.text);
  const sentAt = skill.body?.place.line ?? invocation.event.place.line;
  const writes = file === null ? [] : (written.get(invocation.chain)?.get(file) ?? []);
  const stale = writes.some((line) => line > sentAt && line < cluster.boundary.place.line);
  return {
    fate: fate.fate,
    boundary: cluster.boundary.ordinal,
    keptChars,
    reason: verdict?.reason ?? (stale ? "stale-file" : invocation.args !== null ? "stale-arguments" : null),
    ...fieldsOf(timeline, invocation),
    ...rowOf(
      timeline,
      back ?? cluster.boundary,
      judgement,
      // Of a body that was kept as a message, the boundary's list is the proof.
      back !== null && back === skill.body ? cluster.boundary : (skill.body ?? invocation.event),
    ),
  };
}

/** Lines at which a tool of a conversation wrote a file, by chain and path. */
function writesOf(timeline: Timeline): Map<string, Map<string, number[]>> {
  const written = new Map<string, Map<string, number[]>>();
  for (const event of timeline.events) {
    if (event.kind !== "tool-result" || event.file === null || event.isError === true || event.file.action === "read")
      continue;
    const paths = written.get(event.chain) ?? new Map<string, number[]>();
    written.set(event.chain, paths);
    const lines = paths.get(event.file.path);
    if (lines === undefined) paths.set(event.file.path, [event.place.line]);
    else lines.push(event.place.line);
  }
  return written;
}
