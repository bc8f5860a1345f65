/**
 * Names the kind of an entry, such as `user/prompt`, `assistant`, `system/compact_boundary`, `attachment/file`,
 * `progress/hook_progress`, `last-prompt`, `journal/started` or `stream/result`.
 *
 * Looks at discriminating fields and at the first characters of a user's text only, so the length of an entry costs
 * nothing. Never throws, whatever the value: a field of an unexpected type counts as absent. A `system`, `attachment`
 * or `progress` entry without a subtype keeps its bare type as its kind; an entry without a string `type` is
 * `unknown`.
 */
export function kindOf(raw: Record<string, unknown>): string {
  const type = raw?.type;
  switch (type) {
    case "assistant":
      return "assistant";
    case "user":
      return userKind(raw);
    case "attachment":
      return withName("attachment", field(raw.attachment, "type"));
    case "system":
      return withName("system", raw.subtype);
    case "progress":
      return withName("progress", field(raw.data, "type"));
    case "started":
    case "launched":
    case "failed":
      return isJournal(raw) ? `journal/${type}` : type;
    case "result":
      return isJournal(raw) ? "journal/result" : "stream/result";
    default:
      if (typeof type !== "string" || type === "") return "unknown";
      return streamTypes.has(type) ? `stream/${type}` : type;
  }
}

/**
 * Types of entries that only the stream of `--output-format stream-json` has, beside `result`.
 * Source: type declarations of @anthropic-ai/claude-agent-sdk 0.3.332 (2026-11-24).
 */
const streamTypes: ReadonlySet<string> = new Set([
  "active_goal",
  "auth_status",
  "control_cancel_request",
  "control_request",
  "control_response",
  "conversation_reset",
  "keep_alive",
  "prompt_suggestion",
  "rate_limit_event",
  "stream_event",
  "tool_progress",
  "tool_use_summary",
]);

/** A workflow's journal and the stream both write a `result`: the journal's names its `key` or `agentId` and has no uuid. */
function isJournal(raw: Record<string, unknown>): boolean {
  return raw.subtype === undefined && raw.uuid === undefined && (raw.key !== undefined || raw.agentId !== undefined);
}

/**
 * The class of a user entry. Each entry falls in exactly one, so the order of the tests decides:
 *
 * 1. `isCompactSummary`;
 * 2. a tool result among the blocks;
 * 3. `isMeta`, or a `sourceToolUseID`: a tool wrote the row, as the Skill tool of 2.0.67 did with `<command-message>`;
 * 4. `origin.kind` `task-notification`;
 * 5. how the first text begins: the tags of commands, local output, `!` lines and notifications, the mark of an
 *    interruption, or `/compact` as it was typed;
 * 6. `isSynthetic`, the stream's word for a row that nobody typed;
 * 7. else a prompt.
 */
function userKind(raw: Record<string, unknown>): string {
  if (raw.isCompactSummary === true) return "user/compactSummary";
  const content = field(raw.message, "content");
  if (Array.isArray(content) && hasToolResult(content)) return "user/tool_result";
  if (raw.isMeta === true || typeof raw.sourceToolUseID === "string") return "user/meta";
  if (field(raw.origin, "kind") === "task-notification") return "user/task-notification";
  const text = typeof content === "string" ? content : firstText(content);
  if (text.startsWith("<")) {
    if (text.startsWith("<command-name>") || text.startsWith("<command-message>")) return "user/command";
    if (text.startsWith("<local-command-")) return "user/local-command-output";
    if (text.startsWith("<bash-")) return "user/bash-mode";
    if (text.startsWith("<task-notification>")) return "user/task-notification";
  }
  if (text.startsWith("[Request interrupted by user")) return "user/interruption";
  if (isRawCompact(text)) return "user/command";
  return raw.isSynthetic === true ? "user/meta" : "user/prompt";
}

/**
 * `/compact` alone is also written as it was typed, in a row of its own before the boundary. Any other line that
 * starts with a slash stays a prompt: it may be a path or a sentence, and a command that ran has its tags.
 */
function isRawCompact(text: string): boolean {
  return text === "/compact" || (text.startsWith("/compact ") && !text.includes("\n"));
}

function hasToolResult(content: readonly unknown[]): boolean {
  for (const block of content) if (field(block, "type") === "tool_result") return true;
  return false;
}

/** Text of the first text block: images may stand before it. */
function firstText(content: unknown): string {
  if (!Array.isArray(content)) return "";
  for (const block of content) {
    if (field(block, "type") !== "text") continue;
    const text = field(block, "text");
    return typeof text === "string" ? text : "";
  }
  return "";
}

type Family = "attachment" | "system" | "progress";

/** Kinds by their names, each joined once: it is looked up by its kind several times, and a text just joined is slow to look up. */
const named = {
  attachment: new Map<string, string>(),
  system: new Map<string, string>(),
  progress: new Map<string, string>(),
};
const mostNamed = 500;

function withName(family: Family, name: unknown): string {
  if (typeof name !== "string" || name === "") return family;
  const known = named[family].get(name);
  if (known !== undefined) return known;
  const kind = `${family}/${name}`;
  if (named[family].size < mostNamed) named[family].set(name, kind);
  return kind;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
