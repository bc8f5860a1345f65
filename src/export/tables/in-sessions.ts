import { type BranchRow, branches } from "../../queries/branches.js";
import { type DirectoryRow, directories } from "../../queries/directories.js";
import { type HookRow, hooks } from "../../queries/hooks.js";
import { type MessageRow, messages } from "../../queries/messages.js";
import { type RunRow, runs } from "../../queries/runs.js";
import { type SessionRow, session } from "../../queries/session.js";
import { type ToolRow, tools } from "../../queries/tools.js";
import { type TurnRow, turns } from "../../queries/turns.js";
import { type UsageRow, usage } from "../../queries/usage.js";
import type { Timeline } from "../../timeline/timeline.js";
import { content, flag, integer, json, tableOf, text } from "../table.js";

const before = integer("Compactions of the chain before it.");
const chain = text("`main`, or the id of a subagent.");

export const sessionTable = tableOf<SessionRow>({
  name: "session",
  about: "Each session at a glance.",
  rows: session,
  identity: ["session_id"],
  renamed: { firstAt: "first_at_ms", lastAt: "last_at_ms" },
  columns: () => ({
    title: content.orNull("Title that a person gave, else the model's."),
    home: text.orNull("First working directory."),
    cwd: text.orNull("Last working directory."),
    firstVersion: text.orNull("First CLI version."),
    lastVersion: text.orNull("Last CLI version."),
    firstAt: integer.orNull("First time of a row, in milliseconds since 1970-01-01 UTC."),
    lastAt: integer.orNull("Last time of a row, in milliseconds since 1970-01-01 UTC."),
    entries: integer("Entries of all its files."),
    prompts: integer("Typed prompts of the main chain."),
    requests: integer("Distinct messages of the model."),
    subagents: integer("Subagents."),
    boundaries: integer("Compactions of the main chain."),
    context: integer.orNull("Tokens of the last request of the main chain."),
  }),
});

export const runsTable = tableOf<RunRow>({
  name: "runs",
  about: "Each process that wrote to a session's main file.",
  rows: runs,
  identity: ["session_id", "run"],
  columns: () => ({
    run: integer("Ordinal, from 1."),
    chain: text("Always `main`."),
    firstLine: integer("First line that it wrote."),
    lastLine: integer("Last line that it wrote."),
    cliVersion: text.orNull("CLI version."),
    entrypoint: text.orNull("How it was started, such as cli or sdk-ts."),
    startedBy: text.orNull("startup, resume, fork or clear, where a `SessionStart` hook says so."),
  }),
});

export const usageTable = tableOf<UsageRow>({
  name: "usage",
  about: "Tokens of each message of the model, every message once.",
  rows: (timeline) => usage(timeline),
  identity: ["message_id"],
  // A fork can hold a copy without counts.
  fuller: ["output", "proofs"],
  columns: () => ({
    messageId: text("`message.id`, else the id of the request, else of the record."),
    model: text.orNull("Model that answered."),
    chain,
    input: integer.orNull("Input tokens that no cache held."),
    output: integer.orNull("Output tokens."),
    cacheRead: integer.orNull("Tokens read from the cache."),
    cacheWrite5m: integer.orNull("Tokens written to the five-minute cache."),
    cacheWrite1h: integer.orNull("Tokens written to the one-hour cache."),
    cacheWriteUnsplit: integer.orNull("Tokens written to a cache that the record does not name."),
    context: integer.orNull("Size of the request: input, cache read and cache write."),
    run: integer.orNull("Ordinal of the process."),
    boundary: before,
  }),
});

export const messagesTable = tableOf<MessageRow>({
  name: "messages",
  about: "Each message of the model: its blocks and text.",
  rows: messages,
  identity: ["message_id"],
  columns: () => ({
    messageId: text("`message.id`, else the id of the request, else of the record."),
    chain,
    model: text.orNull("Model that answered."),
    blocks: json("Types of its blocks, a list."),
    text: content("Text of its text blocks."),
    toolCalls: integer("Tool calls."),
    boundary: before,
  }),
});

export const turnsTable = tableOf<TurnRow>({
  name: "turns",
  about: "Each turn: what started it, and how it ended.",
  rows: turns,
  identity: ["evidence_uuid", "chain"],
  columns: () => ({
    turn: integer("Ordinal in its chain, from 1."),
    chain,
    startedBy: text("prompt, command or notification."),
    prompt: content("Text of the prompt, name of the command."),
    text: content("Text of the replies."),
    state: text("open, closed or interrupted."),
    durationMs: integer.orNull("Milliseconds, as the program noted."),
    requests: integer("Messages of the model."),
    toolCalls: integer("Tool calls."),
    boundary: before,
    line: integer("Line on which it starts."),
  }),
});

export const toolsTable = tableOf<ToolRow>({
  name: "tools",
  about: "Each tool call with its result.",
  rows: tools,
  identity: ["evidence_uuid", "tool_use_id"],
  columns: () => ({
    toolUseId: text.orNull("Id of the call."),
    tool: text.orNull("Name of the tool."),
    chain,
    state: text("paired; open or lost: no result; orphan: no call."),
    ok: flag.orNull("False where the result is an error."),
    path: text.orNull("File that the call names."),
    inputChars: integer.orNull("Characters of the input."),
    resultChars: integer.orNull("Characters of the result."),
    durationMs: integer.orNull("Milliseconds from the call's record to the result's."),
    agentId: text.orNull("Subagent that the call started."),
    boundary: before,
    line: integer("Line of the call."),
  }),
});

/** A row of `hooks` with the record that it began with: what ended the run, which tells more, can be written much later. */
export interface HookRowFromStart extends HookRow {
  firstUuid: string | null;
}

const hooksFromStart = (timeline: Timeline): HookRowFromStart[] =>
  hooks(timeline).map((row) => {
    // The record that the run belongs to is the last proof.
    const records = row.evidence.slice(0, row.ownerLine === null ? undefined : -1);
    const [first] = records.toSorted((one, other) => one.line - other.line);
    return { ...row, firstUuid: first?.uuid ?? null };
  });

export const hooksTable = tableOf<HookRowFromStart>({
  name: "hooks",
  about: "Each run of a hook that a record shows: what it wrote, what reached the model.",
  rows: hooksFromStart,
  identity: ["first_uuid", "event", "command"],
  columns: () => ({
    chain,
    event: text.orNull("Event, such as `SessionStart`."),
    matcher: text.orNull("Matcher, such as `compact`."),
    command: text.orNull("Command that ran."),
    exitCode: integer.orNull("Exit code."),
    durationMs: integer.orNull("Milliseconds."),
    ran: flag.orNull("True where a record shows the run."),
    writtenChars: integer.orNull("Characters of its standard output."),
    deliveredChars: integer.orNull("Characters that reached the model."),
    truncated: flag("True where the model got a preview and a path instead."),
    json: flag("True where the output opens like JSON."),
    owner: text.orNull("uuid of the record that it belongs to."),
    ownerLine: integer.orNull("Line of that record."),
    ownerRule: text.orNull("What showed the owner."),
    boundary: integer.orNull("Ordinal of the boundary that it ran for; null for every other hook."),
    line: integer.orNull("Line of its first record."),
    firstUuid: text.orNull("uuid of the record that it began with."),
  }),
});

export const branchesTable = tableOf<BranchRow>({
  name: "branches",
  about: "Each of several continuations of the same record, as a rewind or an edited prompt leaves them.",
  rows: branches,
  identity: ["evidence_uuid", "fork_uuid", "chain"],
  columns: () => ({
    branch: integer("Ordinal in its chain, from 1."),
    chain,
    forkUuid: text.orNull("Record that the alternatives hang under."),
    forkLine: integer("Line of that record."),
    active: flag("True for the one that the conversation went on with."),
    prompt: content("Text of the prompt that opened it."),
    firstLine: integer("First line."),
    lastLine: integer("Last line."),
    messages: integer("Prompts and messages of the model in it alone."),
    boundary: before,
  }),
});

export const directoriesTable = tableOf<DirectoryRow>({
  name: "directories",
  about: "Each stretch of a session in one working directory and on one git branch.",
  rows: directories,
  identity: ["session_id", "chain", "evidence_line"],
  columns: () => ({
    chain,
    cwd: text.orNull("Working directory."),
    branch: text.orNull("Git branch."),
    firstLine: integer("First line."),
    lastLine: integer("Last line."),
  }),
});
