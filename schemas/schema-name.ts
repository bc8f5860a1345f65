/** Names of schemas that are no kinds: those of messages on the stream, which lack fields that a transcript has. */
export const streamNames = { user: "stream of user", assistant: "stream of assistant" } as const;

/** The name under which the schema of an entry stands: its kind, but for a message on the stream. */
export function schemaName(kind: string, entry: Record<string, unknown>): string {
  const onStream = kind === "assistant" ? streamNames.assistant : kind.startsWith("user/") ? streamNames.user : null;
  return onStream !== null && isStreamMessage(entry) ? onStream : kind;
}

/** True for a message frame of the stream, which always names the call that spawned its subagent, or null. */
function isStreamMessage(entry: Record<string, unknown>): boolean {
  return entry.parentToolUseId !== undefined || entry.parent_tool_use_id !== undefined;
}
