/** What Claude Code hands to a hook on standard input; null is what it did not say. */
export interface HookInput {
  sessionId: string | null;
  transcriptPath: string | null;
  cwd: string | null;
  /** `PreCompact`, `SessionStart`, `PostCompact`, `Stop`, … */
  event: string | null;
  /** What the hook's matcher is held against: `trigger` of a compaction, `source` of a start. */
  occasion: string | null;
  /** Of `PreCompact`: what was typed behind `/compact`. */
  instructions: string | null;
  /** Of `PostCompact`. */
  summary: string | null;
  /** Set inside a subagent only; for its own compaction Claude Code names the parent and leaves this out. */
  agentId: string | null;
  /** Of `Stop`: whether a hook has made the turn go on already. */
  stopHookActive: boolean;
  /** Of the status line: tokens that the model's context can hold. */
  contextWindow: number | null;
}

/**
 * Reads what a hook, or the command of the status line, gets on standard input. Every field is optional and unknown ones are passed over; null where the text
 * is no JSON object.
 *
 * Source: code.claude.com/docs/en/hooks, 2026-09-29, and /statusline, 2026-08-22.
 *
 * @example
 * hookInput('{"session_id":"5e55","hook_event_name":"PreCompact","trigger":"auto"}')?.occasion; // => "auto"
 */
export function hookInput(text: string): HookInput | null {
  const fields = objectOf(text);
  if (fields === null) return null;
  const textOf = (name: string): string | null => {
    const value = fields[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return {
    sessionId: textOf("session_id"),
    transcriptPath: textOf("transcript_path"),
    cwd: textOf("cwd"),
    event: textOf("hook_event_name"),
    occasion: textOf("trigger") ?? textOf("source"),
    instructions: textOf("custom_instructions"),
    summary: textOf("compact_summary"),
    agentId: textOf("agent_id"),
    stopHookActive: fields.stop_hook_active === true,
    contextWindow: windowOf(fields.context_window),
  };
}

function windowOf(value: unknown): number | null {
  const size = (value as { context_window_size?: unknown } | null | undefined)?.context_window_size;
  return Number.isSafeInteger(size) && (size as number) > 0 ? (size as number) : null;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
