import type { RawEntry } from "../read/entry-batch.js";
import type { Carried, Item } from "./carried.js";
import type { Session } from "./decoding-session.js";
import type { Attachment, Event, EventBase, Hook } from "./event.js";
import { contentText, countImages, flagOf, listOf, numberOf, objectOf, textOf, textsOf } from "./fields.js";
import { splitHookName } from "./hook-name.js";
import { payload } from "./payload.js";
import { repeated } from "./repeated.js";

/** Decodes an attachment row: a hook's record, a queued prompt, or what the program put before the model. */
export function decodeAttachment(entry: RawEntry, base: EventBase, session: Session): Event[] {
  const attachment = objectOf(entry.attachment) ?? {};
  const carrier = repeated(textOf(attachment.type) ?? "", session);
  if (carrier === "queued_command") return [queuedCommand(attachment, base)];
  if (carrier.startsWith("hook_") || carrier === "async_hook_response")
    return hooks(entry, attachment, carrier, base, session);
  const rendered = renderedText(entry.rendered);
  const carried = bookkeeping.has(carrier) ? [] : (carry[carrier] ?? carryOther)(attachment, carrier);
  const only = carried.length === 1 ? carried[0] : undefined;
  if (only !== undefined && rendered !== null) only.chars = rendered.length;
  const event: Attachment = {
    kind: "attachment",
    carrier,
    carried,
    listing: listing(attachment, carrier),
    delta:
      carrier === "instructions" || carrier === "session_context"
        ? {
            changed: attachment.changed === true,
            reason: textOf(attachment.reason),
            removed: textsOf(attachment.removed),
          }
        : null,
    rendered: rendered !== null,
    ...base,
  };
  return [event];
}

/** Carriers that are a note of the program to itself: they put nothing before the model, or nothing of their own. */
const bookkeeping: ReadonlySet<string> = new Set([
  "thinking_stripped",
  "advisor_stripped",
  "thinking_drop",
  "prompt_snapshot",
  "deferred_tools_record",
  "credential_org",
  "command_permissions",
  "structured_output",
  "max_turns_reached",
  "inlined_image_paths",
]);

/** The text that was sent, where the record keeps it: of several parts (a call and its result) the last one counts. */
function renderedText(rendered: unknown): string | null {
  const parts = listOf(rendered);
  const last = objectOf(parts[parts.length - 1]);
  return last === null ? null : contentText(last.content);
}

const thing = (item: Item, name: string | null, text: string | null): Carried => ({
  item,
  name,
  text,
  chars: text === null ? null : text.length,
  sourceChars: text === null ? null : text.length,
});

type Carry = (attachment: RawEntry, carrier: string) => Carried[];

const pathOf = (attachment: RawEntry): string | null =>
  textOf(attachment.filename) ?? textOf(attachment.path) ?? textOf(attachment.displayPath);

const listed =
  (item: Item): Carry =>
  (_attachment, carrier) => [{ item, name: carrier, text: null, chars: null, sourceChars: null }];

const carry: Record<string, Carry> = {
  __proto__: null as never,
  file: (attachment) => {
    const file = objectOf(objectOf(attachment.content)?.file);
    const [lines, all] = [numberOf(file?.numLines), numberOf(file?.totalLines)];
    const partial = attachment.truncated === true || (lines !== null && all !== null && lines < all);
    const carried = thing("file", pathOf(attachment), textOf(file?.content));
    return [partial ? { ...carried, partial } : carried];
  },
  compact_file_reference: (attachment) => [thing("file-reference", pathOf(attachment), null)],
  // A part of the file, with line numbers: no copy of it, but text that was sent.
  edited_text_file: (attachment) => [thing("other", pathOf(attachment), textOf(attachment.snippet))],
  already_read_file: (attachment) => [thing("file-reference", pathOf(attachment), null)],
  plan_file_reference: (attachment) => [thing("plan", textOf(attachment.planFilePath), textOf(attachment.planContent))],
  plan_mode: (attachment) => [thing("plan", textOf(attachment.planFilePath) ?? "plan_mode", null)],
  task_status: (attachment) => [thing("task", textOf(attachment.taskId), null)],
  task_reminder: listed("task"),
  todo_reminder: listed("task"),
  invoked_skills: (attachment) =>
    listOf(attachment.skills).map((one) => {
      const skill = objectOf(one);
      return thing("skill", textOf(skill?.name) ?? textOf(one), textOf(skill?.content));
    }),
  skill_listing: (attachment, carrier) => [thing("skill-listing", carrier, textOf(attachment.content))],
  dynamic_skill: listed("skill-listing"),
  instructions: (attachment) =>
    listOf(attachment.files).map((one) => {
      const file = objectOf(one);
      return thing("instructions", textOf(file?.path), textOf(file?.content));
    }),
  nested_memory: (attachment) => {
    const content = objectOf(attachment.content);
    return [thing("nested-memory", textOf(content?.path) ?? pathOf(attachment), textOf(content?.content))];
  },
  deferred_tools_delta: listed("tool-listing"),
  agent_listing_delta: listed("agent-listing"),
  mcp_instructions_delta: (attachment, carrier) => [
    thing("mcp-instructions", carrier, textsOf(attachment.addedBlocks).join("\n\n") || null),
  ],
  output_style: (attachment) => [thing("output-style", textOf(attachment.style), null)],
  output_style_instructions: (attachment) => {
    const style = objectOf(attachment.style);
    return [thing("output-style", textOf(style?.name), textOf(style?.prompt))];
  },
  session_context: (attachment, carrier) => {
    const context = objectOf(attachment.context);
    const texts =
      context === null ? [] : Object.values(context).filter((one): one is string => typeof one === "string");
    return [thing("other", carrier, texts.length > 0 ? texts.join("\n") : null)];
  },
};

const carryOther: Carry = (attachment, carrier) => [
  thing("other", carrier, textOf(attachment.content) ?? textOf(attachment.text) ?? textOf(attachment.date)),
];

function listing(attachment: RawEntry, carrier: string): Attachment["listing"] {
  const initial = flagOf(attachment.isInitial);
  switch (carrier) {
    case "skill_listing":
      return { names: namesOfListing(attachment), removed: [], initial };
    case "dynamic_skill":
      return { names: textsOf(attachment.skillNames), removed: [], initial: false };
    case "agent_listing_delta":
      return { names: textsOf(attachment.addedTypes), removed: textsOf(attachment.removedTypes), initial };
    case "deferred_tools_delta":
    case "mcp_instructions_delta":
      return { names: textsOf(attachment.addedNames), removed: textsOf(attachment.removedNames), initial: null };
    default:
      return null;
  }
}

/** `names` is recorded from 2.1.150; before that the names open the lines of the text. */
function namesOfListing(attachment: RawEntry): string[] {
  if (Array.isArray(attachment.names)) return textsOf(attachment.names);
  const names: string[] = [];
  for (const line of (textOf(attachment.content) ?? "").split("\n")) {
    const name = /^- ([^\s:]+(?::[^\s:]+)*): /.exec(line)?.[1];
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** A message typed while a turn ran; mostly written only here. A task notification comes the same way. */
function queuedCommand(attachment: RawEntry, base: EventBase): Event {
  const text = contentText(attachment.prompt);
  const origin = textOf(objectOf(attachment.origin)?.kind);
  const person = origin === null ? (textOf(attachment.commandMode) ?? "prompt") === "prompt" : origin === "human";
  if (!person || attachment.isMeta === true) return { kind: "notification", text, startsTurn: true, ...base };
  return {
    kind: "prompt",
    text,
    source: "queued",
    origin,
    typed: true,
    images: countImages(attachment.prompt),
    carrier: "queued_command",
    queueId: textOf(attachment.source_uuid),
    startsTurn: true,
    ...base,
  };
}

const spillMark = "<persisted-output>";

/**
 * One record about a hook: what it wrote (`stdout`) and what was delivered (`content`) are two things.
 * Texts of several hooks can stand in one record of additional context: each is an event of its own.
 */
function hooks(entry: RawEntry, attachment: RawEntry, carrier: string, base: EventBase, session: Session): Hook[] {
  const name = repeated(textOf(attachment.hookName), session);
  const split = splitHookName(name, textOf(attachment.hookEvent));
  const stdout = repeated(textOf(attachment.stdout), session);
  const blocking = objectOf(attachment.blockingError);
  const command = repeated(textOf(attachment.command) ?? textOf(blocking?.command), session);
  const texts = deliveredTexts(attachment, carrier, blocking).filter((text) => text !== "");
  const rendered = texts.length === 1 ? renderedText(entry.rendered) : null;
  const { place, parent, at, chain, segment, cliVersion, sessionId, process, cwd, branch, entrypoint } = base;
  return (texts.length === 0 ? [null] : texts).map((text, index) => {
    const delivered = repeated(text, session);
    const spilled = delivered?.startsWith(spillMark) ?? false;
    const chars = (rendered ?? delivered ?? "").length;
    const isWhole = stdout === null ? !spilled : stdout.trimEnd() === delivered?.trimEnd();
    const sourceChars = isWhole ? (delivered?.length ?? null) : (stdout?.length ?? null);
    return {
      kind: "hook",
      carrier,
      name,
      event: repeated(split.event, session),
      matcher: repeated(split.matcher, session),
      command,
      exitCode: numberOf(attachment.exitCode),
      durationMs: numberOf(attachment.durationMs),
      toolUseId: textOf(attachment.toolUseID),
      written: stdout === null ? null : payload(stdout, Number.POSITIVE_INFINITY),
      delivered,
      part: index + 1,
      spilled,
      carried: delivered === null ? [] : [{ item: "hook", name, text: delivered, chars, sourceChars }],
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
    };
  });
}

/** `content` is what the model got; a system message is shown to the person only. */
function deliveredTexts(attachment: RawEntry, carrier: string, blocking: RawEntry | null): string[] {
  switch (carrier) {
    case "hook_additional_context":
      return Array.isArray(attachment.content) ? textsOf(attachment.content) : [textOf(attachment.content) ?? ""];
    case "hook_success":
    case "async_hook_response":
      return [textOf(attachment.content) ?? ""];
    case "hook_blocking_error":
      return [textOf(blocking?.blockingError) ?? ""];
    case "hook_stopped_continuation":
      return [textOf(attachment.message) ?? textOf(attachment.content) ?? ""];
    default:
      return [];
  }
}
