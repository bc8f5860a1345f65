import { runSessionStart } from "./hooks.js";
import { records } from "./recording.js";
import { addAttachment, addBookkeeping, addRow, flushBookkeeping } from "./row.js";
import type { Row, Session } from "./session.js";
import { newUuid } from "./session.js";
import { bringWhatIsDue } from "./surroundings.js";

/** Where a prompt comes from. */
export interface PromptOptions {
  /** Who sent it; default `typed`. */
  source?: "typed" | "queued" | "sdk" | "scheduled" | "suggestion_accepted";
}

/** Writes a message that starts a turn, and what comes with it. */
export function prompt(session: Session, text: string, options: PromptOptions = {}): void {
  const source = options.source ?? "typed";
  openTurn(session);
  if (session.agentId !== null) {
    say(session, text, {}, {});
    bringWhatIsDue(session);
    return;
  }
  if (source === "queued" || source === "sdk") queue(session, ["enqueue", "dequeue"], text);
  session.lastPrompt = text;
  session.promptIndex += 1;
  const scheduled = source === "scheduled";
  const row = say(session, text, scheduled ? { isMeta: true } : {}, turnFields(session, source));
  snapshotFiles(session, row);
  bringWhatIsDue(session);
}

/** Writes the note that a background task has ended; it starts a turn. */
export function taskNotification(session: Session, text: string): void {
  openTurn(session);
  const { cliVersion } = session;
  const content = text.startsWith("<task-notification>")
    ? text
    : `<task-notification>\n<task-id>task1</task-id>\n<status>completed</status>\n<summary>${text}</summary>\n</task-notification>`;
  say(
    session,
    content,
    {},
    {
      ...(records(cliVersion, "user.permissionMode") ? { permissionMode: "default" } : {}),
      ...(records(cliVersion, "notification.origin") ? { origin: { kind: "task-notification" } } : {}),
      ...(records(cliVersion, "notification.promptSource") ? { promptSource: "system" } : {}),
      ...(records(cliVersion, "user.turnOrigin") ? { turnOrigin: "task_notification" } : {}),
    },
  );
  bringWhatIsDue(session);
}

/** Writes a message typed while a turn runs: it reaches the model inside that turn. */
export function queued(session: Session, text: string): void {
  const { cliVersion } = session;
  if (!records(cliVersion, "attachment/queued_command")) {
    prompt(session, text, { source: "queued" });
    return;
  }
  queue(session, ["enqueue"], text);
  addAttachment(
    session,
    {
      type: "queued_command",
      prompt: text,
      commandMode: "prompt",
      ...(records(cliVersion, "queued_command.origin") ? { origin: { kind: "human" } } : {}),
      ...(records(cliVersion, "queued_command.timestamp")
        ? { timestamp: new Date(session.world.now).toISOString() }
        : {}),
      ...(records(cliVersion, "queued_command.source_uuid") ? { source_uuid: newUuid(session.world) } : {}),
    },
    [`The user sent a message while you were working:\n${text}`],
  );
  queue(session, ["remove"], undefined);
}

/** Writes that the person stopped the turn. */
export function interrupt(session: Session): void {
  const last = session.lines.findLast((line) => "row" in line && line.row.type === "assistant");
  const message = last !== undefined && "row" in last ? (last.row.message as Row | undefined) : undefined;
  say(
    session,
    [{ type: "text", text: "[Request interrupted by user]" }],
    {},
    {
      ...(records(session.cliVersion, "user.interruptedMessageId") && message?.id !== undefined
        ? { interruptedMessageId: message.id }
        : {}),
    },
  );
}

/** Writes a command of the client itself, such as `/model`, with what it printed; the model is not asked. */
export function command(session: Session, name: string, output: string): void {
  openTurn(session);
  commandRows(session, name, output, {});
}

/** Writes a line that the person ran in the shell with `!`, with what it printed. */
export function shell(session: Session, line: string, output: string): void {
  openTurn(session);
  caveat(session, {});
  say(session, `<bash-input>${line}</bash-input>`, {}, {});
  say(session, `<bash-stdout>${output}</bash-stdout><bash-stderr></bash-stderr>`, {}, {});
}

/** The three rows of a command: a caveat, the command, its output. `times` place them when they are not written now. */
export function commandRows(session: Session, name: string, output: string, times: { typedAt?: number }): void {
  const plain = name.replace(/^\//, "");
  const typed = times.typedAt === undefined ? {} : { at: times.typedAt };
  caveat(session, typed);
  say(
    session,
    `<command-name>/${plain}</command-name>\n            <command-message>${plain}</command-message>\n            <command-args></command-args>`,
    {},
    {},
    typed,
  );
  say(session, `<local-command-stdout>${output}</local-command-stdout>`, {}, {});
}

/** Appends a user row with this content. */
export function say(session: Session, content: unknown, head: Row, tail: Row, placing: Placed = {}): Row {
  session.unsentChars += typeof content === "string" ? content.length : JSON.stringify(content).length;
  return addRow(
    session,
    {
      ...(records(session.cliVersion, "user.promptId") && session.promptId !== null
        ? { promptId: session.promptId }
        : {}),
      type: "user",
      message: { role: "user", content },
      ...head,
    },
    tail,
    placing,
  );
}

type Placed = NonNullable<Parameters<typeof addRow>[3]>;

/** What must stand before the first row of a turn: a running process, its start hooks, a new prompt id. */
export function openTurn(session: Session): void {
  if (!session.running) throw new Error("The process has ended: call resume(), fork() or clear() before the next row.");
  if (!session.begun && session.agentId === null) {
    flushBookkeeping(session);
    runSessionStart(session, "startup");
    session.begun = true;
  }
  session.world.now += 5_000;
  session.promptId = newUuid(session.world);
  session.activeSkill = null;
}

export function queue(session: Session, operations: string[], content: string | undefined): void {
  if (!records(session.cliVersion, "queue-operation")) return;
  for (const operation of operations) {
    addBookkeeping(session, {
      type: "queue-operation",
      operation,
      timestamp: new Date(session.world.now).toISOString(),
      sessionId: session.sessionId,
      ...(operation === "enqueue" && content !== undefined ? { content } : {}),
      ...(operation === "remove" && records(session.cliVersion, "queue-operation.reason")
        ? { reason: "absorbed_mid_turn" }
        : {}),
    });
  }
}

function caveat(session: Session, placing: Placed): void {
  const text = "Caveat: what follows came from local commands; no answer is needed.";
  say(session, `<local-command-caveat>${text}</local-command-caveat>`, { isMeta: true }, {}, placing);
}

/** Fields that tell where a prompt came from, as far as this version writes them. */
function turnFields(session: Session, source: NonNullable<PromptOptions["source"]>): Row {
  const { cliVersion, world } = session;
  const scheduled = source === "scheduled";
  return {
    ...(records(cliVersion, "user.thinkingMetadata") ? { thinkingMetadata: { maxThinkingTokens: 31_999 } } : {}),
    ...(records(cliVersion, "user.todos") ? { todos: [] } : {}),
    ...(records(cliVersion, "user.permissionMode") ? { permissionMode: "default" } : {}),
    ...(records(cliVersion, "user.origin") && !scheduled ? { origin: { kind: "human" } } : {}),
    ...(records(cliVersion, "user.promptSource") ? { promptSource: scheduled ? "system" : source } : {}),
    ...(scheduled
      ? {
          queuePriority: "later",
          scheduledTaskId: "task-1",
          scheduledFireId: newUuid(world),
          queueSkipAttachments: true,
        }
      : {}),
    ...(records(cliVersion, "user.turnOrigin")
      ? {
          turnOrigin: scheduled ? "scheduled" : source === "sdk" ? "sdk" : "human",
          turnPosition: { promptIndex: session.promptIndex, turnIndex: session.promptIndex },
        }
      : {}),
  };
}

function snapshotFiles(session: Session, row: Row): void {
  if (!session.ambient || !records(session.cliVersion, "file-history-snapshot")) return;
  addBookkeeping(session, {
    type: "file-history-snapshot",
    messageId: row.uuid,
    snapshot: { messageId: row.uuid, trackedFileBackups: {}, timestamp: row.timestamp },
    isSnapshotUpdate: false,
  });
}
