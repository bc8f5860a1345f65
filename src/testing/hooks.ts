import { records } from "./recording.js";
import { addAttachment, addRow } from "./row.js";
import { limits } from "./rules.js";
import type { HookRun, Row, Session } from "./session.js";
import { newUuid } from "./session.js";

/**
 * Adds a hook. One of `SessionStart:startup`, `:resume`, `:fork`, `:clear` or `:compact` is kept and runs whenever
 * that happens; any other, such as `PostToolUse:Bash` or `Stop`, runs now.
 */
export function hook(session: Session, name: string, run: HookRun): void {
  if (name.startsWith("SessionStart:")) session.hooks.push({ name, run });
  else runHook(session, name, run, run.toolUseId ?? newUuid(session.world));
}

/** Runs the hooks that wait for this start of a session. */
export function runSessionStart(session: Session, source: "startup" | "resume" | "fork" | "clear" | "compact"): void {
  const name = `SessionStart:${source}`;
  const toolUseId = newUuid(session.world);
  for (const { name: waits, run } of session.hooks) if (waits === name) runHook(session, name, run, toolUseId);
}

/** Below the first version with attachments a hook leaves only the fact that it ran. */
function runHook(session: Session, name: string, run: HookRun, toolUseID: string): void {
  const { cliVersion, world } = session;
  const hookEvent = name.split(":", 1)[0] as string;
  if (records(cliVersion, "progress/hook_progress")) {
    const data = { type: "hook_progress", hookEvent, hookName: name, command: run.command };
    addRow(session, { type: "progress", data, parentToolUseID: toolUseID, toolUseID });
    return;
  }
  if (!records(cliVersion, "attachment/hook_success")) return;
  const durationMs = run.durationMs ?? 60;
  world.now += durationMs;
  const stdout = run.json === undefined ? printed(session, run) : `${JSON.stringify(run.json)}\n`;
  const exitCode = run.exitCode ?? 0;
  const base = { hookName: name, toolUseID, hookEvent };
  if (exitCode !== 0) {
    addAttachment(
      session,
      { type: "hook_non_blocking_error", ...base, stderr: run.stderr ?? "", stdout, exitCode, command: run.command },
      [],
    );
    return;
  }
  const content = run.content ?? (stdout.trimStart().startsWith("{") ? "" : delivered(session, stdout, run));
  addAttachment(
    session,
    {
      type: "hook_success",
      ...base,
      content,
      stdout,
      stderr: run.stderr ?? "",
      exitCode,
      command: run.command,
      durationMs,
    },
    content === "" ? [] : [`${name} hook success: ${content}`],
  );
  if (run.json !== undefined) addJsonOutput(session, run.json, base);
}

/** JSON output is not shown as it is: its parts come as records of their own. */
function addJsonOutput(session: Session, json: Row, base: { hookName: string; toolUseID: string; hookEvent: string }) {
  const context = (json.hookSpecificOutput as Row | undefined)?.additionalContext;
  if (typeof context === "string") {
    const isStart = base.hookEvent === "SessionStart";
    addAttachment(
      session,
      {
        type: "hook_additional_context",
        content: [context],
        hookName: isStart ? base.hookEvent : base.hookName,
        toolUseID: isStart ? base.hookEvent : base.toolUseID,
        hookEvent: base.hookEvent,
      },
      [`${isStart ? base.hookEvent : base.hookName} hook additional context: ${context}`],
    );
  }
  if (typeof json.systemMessage === "string") {
    addAttachment(session, { type: "hook_system_message", content: json.systemMessage, ...base }, []);
  }
}

function printed(session: Session, run: HookRun): string {
  if (run.prints === undefined) return run.stdout ?? "";
  const file = session.world.disk.get(run.prints);
  if (file === undefined)
    throw new Error(`The hook prints ${run.prints}, which is not on the virtual disk: call disk().`);
  return file.text;
}

function delivered(session: Session, stdout: string, run: HookRun): string {
  const text = stdout.trim();
  if (text.length <= limits.hookChars && run.overflow !== true) return text;
  const size = (stdout.length / 1024).toFixed(1);
  const folder = `/home/dev/.claude/projects/project/${session.sessionId}/tool-results`;
  return `<persisted-output>\nOutput too large (${size}KB). Full output saved to: ${folder}/hook-${newUuid(session.world)}-stdout.txt\n\nPreview (first 2KB):\n${text.slice(0, limits.hookPreviewChars)}\n...\n</persisted-output>`;
}
