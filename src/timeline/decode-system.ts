import type { RawEntry, ReadEntry } from "../read/entry-batch.js";
import type { Session } from "./decoding-session.js";
import type { Boundary, Event, EventBase } from "./event.js";
import { flagOf, listOf, numberOf, objectOf, textOf, textsOf, wholeTextOf } from "./fields.js";
import { splitHookName } from "./hook-name.js";

/** Decodes a system row by its subtype. */
export function decodeSystem(entry: RawEntry, kind: string, base: EventBase, session: Session): Event[] {
  switch (entry.subtype) {
    case "compact_boundary":
    case "microcompact_boundary": {
      const mark = boundary(entry, base);
      if (mark.kept !== null && mark.kept.anchor !== null) session.anchors.add(mark.kept.anchor);
      if (mark.boundaryKind === "compact") session.summaryDue = base.chain;
      return [mark];
    }
    case "turn_duration":
      return [{ kind: "turn-end", durationMs: numberOf(entry.durationMs), ...base }];
    case "stop_hook_summary":
      return stopHooks(entry, kind, base);
    default:
      return [{ kind: "system", record: kind, text: textOf(entry.content), ...base }];
  }
}

function boundary(entry: RawEntry, base: EventBase): Boundary {
  const compact = entry.subtype === "compact_boundary";
  const meta = objectOf(compact ? entry.compactMetadata : entry.microcompactMetadata);
  return {
    kind: "boundary",
    boundaryKind: compact ? "compact" : "microcompact",
    ordinal: 0,
    trigger: textOf(meta?.trigger),
    preTokens: numberOf(meta?.preTokens),
    postTokens: numberOf(meta?.postTokens),
    durationMs: numberOf(meta?.durationMs),
    cumulativeDroppedTokens: numberOf(meta?.cumulativeDroppedTokens),
    tokensSaved: numberOf(meta?.tokensSaved),
    precomputed: flagOf(meta?.precomputed),
    logicalParent: textOf(entry.logicalParentUuid),
    messagesSummarized: numberOf(meta?.messagesSummarized),
    kept: kept(meta),
    ...base,
  };
}

/** The complete list (`allUuids`) supersedes the short one, and both supersede the segment's two ends. */
function kept(meta: RawEntry | null): Boundary["kept"] {
  const messages = objectOf(meta?.preservedMessages);
  const segment = objectOf(meta?.preservedSegment);
  if (messages === null && segment === null) return null;
  const all = textsOf(messages?.allUuids);
  const uuids = all.length > 0 ? all : textsOf(messages?.uuids);
  return {
    anchor: textOf(messages?.anchorUuid) ?? textOf(segment?.anchorUuid),
    uuids,
    head: textOf(segment?.headUuid),
    tail: textOf(segment?.tailUuid),
    listed: messages !== null,
  };
}

/** The list of the Stop hooks of a turn, one event for each: the single runs stand in records of their own, or only here. */
function stopHooks(entry: RawEntry, kind: string, base: EventBase): Event[] {
  const infos = listOf(entry.hookInfos);
  if (infos.length === 0) return [{ kind: "system", record: kind, text: textOf(entry.content), ...base }];
  return infos.map((info) => ({
    kind: "hook",
    carrier: "stop_hook_summary",
    name: "Stop",
    event: "Stop",
    matcher: null,
    command: textOf(objectOf(info)?.command),
    exitCode: null,
    durationMs: numberOf(objectOf(info)?.durationMs),
    toolUseId: textOf(entry.toolUseID),
    written: null,
    delivered: null,
    part: 1,
    spilled: false,
    carried: [],
    ...base,
  }));
}

/** Decodes a progress row (2.1.11 to 2.1.81); a hook's progress is the only trace of a hook run in those versions. */
export function decodeProgress({ entry, cuts }: ReadEntry, kind: string, base: EventBase): Event {
  const data = objectOf(entry.data);
  if (data?.type !== "hook_progress") return { kind: "system", record: kind, text: null, ...base };
  const name = wholeTextOf(data.hookName, cuts);
  const split = splitHookName(name, wholeTextOf(data.hookEvent, cuts));
  return {
    kind: "hook",
    carrier: "hook_progress",
    name,
    event: split.event,
    matcher: split.matcher,
    command: wholeTextOf(data.command, cuts),
    exitCode: null,
    durationMs: null,
    toolUseId: textOf(entry.toolUseID) ?? textOf(entry.parentToolUseID),
    written: null,
    delivered: null,
    part: 1,
    spilled: false,
    carried: [],
    ...base,
  };
}
