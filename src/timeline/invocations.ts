import { isAbandoned } from "./alternatives.js";
import type { Command, SkillBody, ToolCall, ToolResult } from "./event.js";
import { eventsOf } from "./events-of.js";
import { grouped } from "./grouped.js";
import { once } from "./once.js";
import { hasBaseDirectory, skillFileOf } from "./skill-directory.js";
import type { Timeline } from "./timeline.js";
import { standsIn, wholeOf } from "./whole.js";

/** One invocation of a skill (or of a custom command, which is kept like one). */
export interface Invocation {
  /** Name as the program knows it: the result's command name, else the call's, without the leading slash. */
  name: string;
  invokedBy: "user" | "model";
  args: string | null;
  chain: string;
  /** The row that asked for it: the tool call, or the command. */
  event: ToolCall | Command;
  /** The rendered body, or the stub in its place; null where none was written. */
  body: SkillBody | null;
  /** False where nothing on the body names its command: a kept body that was flushed late hangs under the summary. */
  linked: boolean;
  result: ToolResult | null;
  /** True where the body is only a note that it was loaded before. */
  stub: boolean;
  /** True where the body went to a subagent. */
  forked: boolean;
  /** True where a rewind left the branch it stands on, before the next boundary or the end of the timeline. */
  abandoned: boolean;
  /** The file the body was rendered from, as far as the body says. */
  file: string | null;
  segment: number;
}

/**
 * Lists the skill invocations of a timeline in file order: Skill calls that were not refused, and typed commands with a body.
 * Commands without a body (`/compact`, `/model`) are none, nor is a mere mention; re-attached copies change nothing.
 */
export const invocationsOf = (timeline: Timeline): Invocation[] => once(timeline, findInvocations);

function findInvocations(timeline: Timeline): Invocation[] {
  const whole = wholeOf(timeline);
  if (whole !== timeline) {
    const stands = standsIn(timeline);
    return invocationsOf(whole).filter(({ event }) => stands(event));
  }
  const results = new Map<string, ToolResult>();
  const bodies = new Map<string, SkillBody>();
  const bodiesByParent = new Map<string, SkillBody>();
  for (const event of eventsOf(timeline, "tool-result"))
    if (event.skill !== null && event.toolUseId !== null) results.set(event.toolUseId, event);
  for (const event of eventsOf(timeline, "skill-body")) {
    if (event.toolUseId !== null && !bodies.has(event.toolUseId)) bodies.set(event.toolUseId, event);
    if (event.parent !== null && !bodiesByParent.has(event.parent)) bodiesByParent.set(event.parent, event);
  }
  const anchors = new Set(eventsOf(timeline, "summary", "boundary").map(({ place }) => place.uuid));
  const hangsLoose = ({ toolUseId, parent }: SkillBody): boolean =>
    toolUseId === null && parent !== null && anchors.has(parent);
  // Kept rows that were flushed late hang under a compaction. The last one first, so that taking one costs the same of any number.
  const loose = grouped(eventsOf(timeline, "skill-body").filter(hangsLoose).reverse(), keyOf);
  const isLeft = isAbandoned(timeline);
  const found: Invocation[] = [];
  const longest = new Map<string, SkillBody>();
  for (const event of eventsOf(timeline, "tool-call", "command")) {
    const invocation = read(event);
    if (invocation === null) continue;
    const { body } = invocation;
    invocation.abandoned = isLeft(event);
    if (body !== null) {
      const key = keyOf(invocation);
      const earlier = longest.get(key);
      invocation.stub = earlier !== undefined && isStub(body, earlier);
      if (!invocation.stub) longest.set(key, body);
    }
    found.push(invocation);
  }
  return found;

  function read(event: ToolCall | Command): Invocation | null {
    if (event.kind === "tool-call") {
      if (event.skill === null || event.id === null) return null;
      const result = results.get(event.id) ?? null;
      const body = bodies.get(event.id) ?? null;
      const refused = result !== null && (result.isError === true || result.skill?.success === false);
      if (refused && body === null) return null;
      return invocation(event, result?.skill?.name ?? event.skill.name, "model", event.skill.args, body, result);
    }
    if (event.toolUseId !== null || event.place.uuid === null) return null;
    const body = bodiesByParent.get(event.place.uuid) ?? looseBody(event);
    return body === null ? null : invocation(event, event.name, "user", event.args, body, null);
  }

  /** The first body behind a command that has its name and was not taken by an earlier one. */
  function looseBody(event: Command): SkillBody | null {
    const bodies = loose.get(keyOf(event)) ?? [];
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop())
      if (body.place.line > event.place.line) return body;
    return null;
  }
}

const keyOf = ({ chain, name }: { chain: string; name: string }): string => JSON.stringify([chain, name]);

function invocation(
  event: ToolCall | Command,
  name: string,
  invokedBy: Invocation["invokedBy"],
  args: string | null,
  body: SkillBody | null,
  result: ToolResult | null,
): Invocation {
  return {
    name: name.replace(/^\//, ""),
    invokedBy,
    args,
    chain: event.chain,
    event,
    body,
    linked: body === null || body.toolUseId !== null || body.parent === event.place.uuid,
    result,
    stub: false,
    forked: result?.skill?.status === "forked",
    abandoned: false,
    file: body === null ? null : skillFileOf(body.text),
    segment: event.segment,
  };
}

/** Told by its place and its length, not by its words: four wordings are known. */
const isStub = (body: SkillBody, earlier: SkillBody): boolean =>
  body.text.length < earlier.text.length &&
  ((hasBaseDirectory(earlier.text) && !hasBaseDirectory(body.text)) || body.text.length * 2 < earlier.text.length);
