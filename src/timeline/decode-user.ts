import type { Cuts, RawEntry, ReadEntry } from "../read/entry-batch.js";
import type { Session } from "./decoding-session.js";
import type { Command, Event, EventBase, ToolResult } from "./event.js";
import { contentText, countImages, flagOf, listOf, objectOf, textOf, wholeTextOf } from "./fields.js";
import { fileCopyOf } from "./file-copy.js";
import { type Payload, payload } from "./payload.js";
import { baseDirectory, hasBaseDirectory } from "./skill-directory.js";

/** Decodes a user row by its kind: each row is in exactly one class, a row of several tool results gives one event each. */
export function decodeUser(read: ReadEntry, base: EventBase, session: Session): Event[] {
  const { entry, kind } = read;
  const content = objectOf(entry.message)?.content;
  if (kind === "user/tool_result") return toolResults(read, listOf(content), base, session);
  if (objectOf(entry.message) === null) return [{ kind: "meta", text: "", ...base }];
  const text = contentText(content);
  const due = session.summaryDue === base.chain;
  if (due) session.summaryDue = null;
  const anchored = base.place.uuid !== null && session.anchors.has(base.place.uuid);
  if (kind === "user/compactSummary" || anchored || (due && entry.isSynthetic === true))
    return [{ kind: "summary", text, direction: textOf(objectOf(entry.summarizeMetadata)?.direction), ...base }];
  switch (kind) {
    case "user/meta":
      return [metaRow(entry, text, base, session)];
    case "user/command":
      return [command(entry, text, base, session)];
    case "user/local-command-output":
      return [{ kind: "local-output", text, ...base }];
    case "user/bash-mode": {
      const line = between(text, "<bash-input>", "</bash-input>");
      return [line === null ? { kind: "shell-output", text, ...base } : { kind: "shell", command: line, ...base }];
    }
    case "user/task-notification":
      return [{ kind: "notification", text, startsTurn: true, ...base }];
    case "user/interruption":
      return [{ kind: "interruption", text, ...base }];
    default: {
      const origin = textOf(objectOf(entry.origin)?.kind);
      return [
        {
          kind: "prompt",
          text,
          source: textOf(entry.promptSource),
          origin,
          typed: isTyped(entry, origin),
          images: countImages(content),
          carrier: "user",
          queueId: null,
          startsTurn: true,
          ...base,
        },
      ];
    }
  }
}

/** Words that say that no person typed the prompt (a transcript of 2.1.252, readers of 2.1.283 to 2.1.295); any other word leaves it to the person. */
const notTyped: ReadonlySet<unknown> = new Set([
  "peer",
  "channel",
  "task-notification",
  "task_notification",
  "coordinator",
  "unclassified",
  "observer",
  "observer-activity",
  "auto-continuation",
  "scheduled",
]);

const isTyped = (entry: RawEntry, origin: string | null): boolean =>
  !notTyped.has(origin) && !notTyped.has(entry.turnOrigin) && entry.promptSource !== "system";

function command(entry: RawEntry, text: string, base: EventBase, session: Session): Event {
  const tagged = between(text, "<command-name>", "</command-name>");
  const [typed = "", ...rest] = text.trim().split(/\s+/, 2);
  const name = (tagged ?? typed).replace(/^\//, "");
  const args =
    tagged === null
      ? rest.length > 0
        ? text.trim().slice(typed.length).trim()
        : null
      : between(text, "<command-args>", "</command-args>");
  const event: Command = {
    kind: "command",
    name,
    args: args === "" ? null : args,
    toolUseId: textOf(entry.sourceToolUseID),
    startsTurn: false,
    ...base,
  };
  if (base.place.uuid !== null) session.commands.set(base.place.uuid, event);
  return event;
}

/** A meta row is a skill's body by its place: it names a Skill call, or hangs under a command and is no caveat. */
function metaRow(entry: RawEntry, text: string, base: EventBase, session: Session): Event {
  const toolUseId = textOf(entry.sourceToolUseID);
  const call = toolUseId === null ? undefined : session.calls.get(toolUseId);
  if (call?.name === "Skill" && call.skill !== null)
    return {
      kind: "skill-body",
      name: call.skill.name,
      text,
      invokedBy: "model",
      toolUseId,
      ...base,
    };
  const typed = base.parent === null ? undefined : session.commands.get(base.parent);
  if (typed !== undefined && !text.startsWith("<local-command-")) {
    const invokedBy = toolUseId === null && typed.toolUseId === null ? "user" : "model";
    typed.startsTurn = invokedBy === "user";
    return {
      kind: "skill-body",
      name: typed.name,
      text,
      invokedBy,
      toolUseId: toolUseId ?? typed.toolUseId,
      ...base,
    };
  }
  if (hasBaseDirectory(text)) {
    const name = text.slice(baseDirectory.length).split("\n", 1)[0]?.split(/[\\/]/).filter(Boolean).pop() ?? "";
    return {
      kind: "skill-body",
      name,
      text,
      invokedBy: toolUseId === null ? "user" : "model",
      toolUseId,
      ...base,
    };
  }
  const source = textOf(entry.promptSource);
  if (
    source !== null ||
    textOf(entry.scheduledTaskId) !== null ||
    entry.turnOrigin !== undefined ||
    entry.origin !== undefined
  )
    return {
      kind: "prompt",
      text,
      source,
      origin: textOf(objectOf(entry.origin)?.kind),
      typed: false,
      images: 0,
      carrier: "user",
      queueId: null,
      startsTurn: true,
      ...base,
    };
  return { kind: "meta", text, ...base };
}

function toolResults({ entry, cuts }: ReadEntry, blocks: unknown[], base: EventBase, session: Session): Event[] {
  const result = objectOf(entry.toolUseResult);
  const file = fileCopyOf(result, cuts);
  const { place, parent, at, chain, segment, cliVersion, sessionId, process, cwd, branch, entrypoint } = base;
  const events: ToolResult[] = [];
  for (const one of blocks) {
    const block = objectOf(one);
    if (block?.type !== "tool_result") continue;
    const id = wholeTextOf(block.tool_use_id, cuts);
    const call = id === null ? undefined : session.calls.get(id);
    const tool = call?.name ?? null;
    events.push({
      kind: "tool-result",
      // One string is kept for both.
      toolUseId: call?.id ?? id,
      isError: flagOf(block.is_error),
      text: resultText(block.content, session.payloadChars, cuts),
      images: countImages(block.content),
      tool,
      file,
      agentId: wholeTextOf(result?.agentId, cuts),
      skill:
        tool === "Skill"
          ? {
              name: wholeTextOf(result?.commandName, cuts),
              success: flagOf(result?.success),
              status: wholeTextOf(result?.status, cuts),
            }
          : null,
      place,
      parent,
      at,
      chain,
      segment,
      cliVersion,
      sessionId,
      process,
      cwd,
      branch,
      entrypoint,
    });
  }
  return events.length > 0 ? events : [{ kind: "meta", text: "", ...base }];
}

/** One text, which may be long, or several blocks. */
function resultText(content: unknown, limit: number, cuts: Cuts | undefined): Payload {
  const blocks = listOf(content);
  const only = blocks.length === 1 ? textOf(objectOf(blocks[0])?.text) : textOf(content);
  if (only !== null) return payload(only, limit, cuts);
  return payload(contentText(cuts === undefined ? content : blocks.map((block) => wholeBlock(block, cuts))), limit);
}

function wholeBlock(block: unknown, cuts: Cuts): unknown {
  const text = wholeTextOf(objectOf(block)?.text ?? block, cuts);
  return text === null ? block : { text };
}

function between(text: string, open: string, close: string): string | null {
  const start = text.indexOf(open);
  if (start < 0) return null;
  const end = text.indexOf(close, start + open.length);
  return end < 0 ? null : text.slice(start + open.length, end);
}
