import type { Place } from "../read/place.js";
import type { Carried } from "./carried.js";
import type { FileCopy } from "./file-copy.js";
import type { Payload } from "./payload.js";

/** What every event has. */
export interface EventBase {
  place: Place;
  /** `parentUuid` as recorded. */
  parent: string | null;
  /** Time of the entry, epoch milliseconds; null where none is recorded. */
  at: number | null;
  /** `"main"`, or the id of the subagent whose conversation this is. */
  chain: string;
  /** Compactions of the chain before the event's first occurrence in the file. */
  segment: number;
  /** CLI version on the record, or null. */
  cliVersion: string | null;
  /** `sessionId` on the record: the session the line was written into. */
  sessionId: string | null;
  /** `session_id` on the record: the process that wrote it; recorded from 2.1.201. */
  process: string | null;
  cwd: string | null;
  branch: string | null;
  entrypoint: string | null;
}

/** Who or what started a turn. */
export interface TurnStart {
  /** True where the record starts a turn: a typed, queued, scheduled or SDK prompt, a command with a body, a task notification. */
  startsTurn: boolean;
}

/** A prompt that a person (or a program through the SDK) sent. */
export interface Prompt extends EventBase, TurnStart {
  kind: "prompt";
  text: string;
  /** `promptSource` as recorded: typed, queued, sdk, system, … */
  source: string | null;
  /** `origin.kind` as recorded: human, peer, … */
  origin: string | null;
  /** True where a person typed it, as far as the record says: no meta row, and no origin or source that says otherwise. */
  typed: boolean;
  images: number;
  /** How the text arrived: as a user record, or only as a queued command attachment. */
  carrier: "user" | "queued_command";
  /** `source_uuid` of a queued prompt: the same id twice is one message. */
  queueId: string | null;
}

/** A slash command. */
export interface Command extends EventBase, TurnStart {
  kind: "command";
  /** Name without the leading slash. */
  name: string;
  args: string | null;
  /** Set where the Skill tool wrote the command row (2.0.67): the model invoked it, nobody typed it. */
  toolUseId: string | null;
}

/** What a local command or a `!` line printed. */
export interface LocalOutput extends EventBase {
  kind: "local-output" | "shell-output";
  text: string;
}

/** A `!` line typed in bash mode. */
export interface Shell extends EventBase {
  kind: "shell";
  command: string;
}

/** A user row that nobody typed and that carries neither a skill body nor a prompt. */
export interface Meta extends EventBase {
  kind: "meta";
  text: string;
}

/** The note that a background task or another agent sent. */
export interface Notification extends EventBase, TurnStart {
  kind: "notification";
  text: string;
}

/** The marker of an interrupted request. */
export interface Interruption extends EventBase {
  kind: "interruption";
  text: string;
}

/** The rendered body of a skill or of a custom command, or the stub in its place. */
export interface SkillBody extends EventBase {
  kind: "skill-body";
  name: string;
  text: string;
  invokedBy: "user" | "model";
  /** The Skill call it belongs to; null where a person typed the command. */
  toolUseId: string | null;
}

/** The summary that a compaction wrote. */
export interface Summary extends EventBase {
  kind: "summary";
  text: string;
  /** `summarizeMetadata.direction` of a rewind's partial compaction. */
  direction: string | null;
}

/** Token counters of one assistant row, verbatim; null where absent or not a number. */
export interface UsageCounters {
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheWrite: number | null;
  cacheWrite5m: number | null;
  cacheWrite1h: number | null;
  /** Context of the last request iteration, where the row lists several. */
  lastIterationContext: number | null;
}

/** One assistant row: usually one content block of a message. */
export interface Reply extends EventBase {
  kind: "reply";
  /** `message.id`, else `requestId`, else the row's uuid. */
  messageId: string | null;
  model: string | null;
  /** Text of the row's text blocks. */
  text: string;
  /** Block types of the row, in order. */
  blocks: string[];
  thinkingChars: number;
  usage: UsageCounters | null;
  stopReason: string | null;
  /** True for a row the program wrote itself (`<synthetic>` model or an API error): no request, no model, no usage. */
  synthetic: boolean;
  apiError: string | null;
  /** `message.diagnostics.cache_miss_reason.type`. */
  cacheMiss: string | null;
  /** `attributionSkill`: the skill that was active. */
  skill: string | null;
}

/** A tool call of the model. */
export interface ToolCall extends EventBase {
  kind: "tool-call";
  id: string | null;
  name: string | null;
  /** The input as JSON, long strings cut unless `payload` is `"full"`. */
  input: Payload;
  /** `file_path`, `notebook_path` or `path` of the input. */
  path: string | null;
  /** Skill and arguments of a Skill call. */
  skill: { name: string; args: string | null } | null;
  messageId: string | null;
}

/** The result of a tool call. */
export interface ToolResult extends EventBase {
  kind: "tool-result";
  toolUseId: string | null;
  isError: boolean | null;
  text: Payload;
  images: number;
  /** Name of the tool, where its call stands before the result. */
  tool: string | null;
  /** The text of a file that the model saw through this result. */
  file: FileCopy | null;
  /** Subagent that the call started. */
  agentId: string | null;
  /** Outcome of a Skill call. */
  skill: { name: string | null; success: boolean | null; status: string | null } | null;
}

/** A mark where a compaction replaced what stood before it. */
export interface Boundary extends EventBase {
  kind: "boundary";
  boundaryKind: "compact" | "microcompact";
  /** Ordinal among the compactions of its chain, from 1; of the microcompactions for those. */
  ordinal: number;
  trigger: string | null;
  preTokens: number | null;
  postTokens: number | null;
  durationMs: number | null;
  cumulativeDroppedTokens: number | null;
  tokensSaved: number | null;
  precomputed: boolean | null;
  logicalParent: string | null;
  messagesSummarized: number | null;
  /** Kept messages as the record names them: the complete list, else the short one. */
  kept: { anchor: string | null; uuids: string[]; head: string | null; tail: string | null; listed: boolean } | null;
}

/** Anything the program attached for the model, or noted beside the conversation. */
export interface Attachment extends EventBase {
  kind: "attachment";
  /** `attachment.type`. */
  carrier: string;
  /** What it put before the model; empty for bookkeeping. */
  carried: Carried[];
  /** Names and form of a listing. */
  listing: { names: string[]; removed: string[]; initial: boolean | null } | null;
  /** Form of `instructions` and `session_context`. */
  delta: { changed: boolean; reason: string | null; removed: string[] } | null;
  /** True where the record holds the text as it was sent (`rendered`). */
  rendered: boolean;
}

/** One record about a hook. */
export interface Hook extends EventBase {
  kind: "hook";
  /** Kind of record: `hook_success`, `hook_additional_context`, `hook_progress`, `stop_hook_summary`, … */
  carrier: string;
  /** `Event:matcher` as recorded. */
  name: string | null;
  event: string | null;
  matcher: string | null;
  command: string | null;
  exitCode: number | null;
  durationMs: number | null;
  toolUseId: string | null;
  /** What the hook wrote on standard output. */
  written: Payload | null;
  /** What was put before the model; null where nothing was delivered. */
  delivered: string | null;
  /** Which text of its record this is, from 1: a record of additional context holds one for each hook that printed one. */
  part: number;
  /** True where the record keeps a preview and a path in place of the whole output. */
  spilled: boolean;
  carried: Carried[];
}

/** The end of a turn as the program noted it. */
export interface TurnEnd extends EventBase {
  kind: "turn-end";
  durationMs: number | null;
}

/** A line of bookkeeping: titles, modes, snapshots, queue operations, the second record of a queued prompt. */
export interface Note extends EventBase {
  kind: "note";
  /** Kind of entry, such as `custom-title` or `queue-operation`. */
  note: string;
  /** Its short text: the title, the operation, the mode. */
  text: string | null;
}

/** A system record without an event kind of its own, a progress record, a frame of the stream. */
export interface SystemEvent extends EventBase {
  kind: "system";
  /** Kind of entry, such as `system/local_command` or `progress/bash_progress`. */
  record: string;
  text: string | null;
}

/** An entry of a kind this version does not know; the version, process and directory that it may name are not taken over. */
export interface UnknownEvent extends EventBase {
  kind: "unknown";
  record: string;
}

/** One thing that happened in a session; its `kind` tells which, and what else it has. */
export type Event =
  | Prompt
  | Command
  | LocalOutput
  | Shell
  | Meta
  | Notification
  | Interruption
  | SkillBody
  | Summary
  | Reply
  | ToolCall
  | ToolResult
  | Boundary
  | Attachment
  | Hook
  | TurnEnd
  | Note
  | SystemEvent
  | UnknownEvent;

/** Name of a kind of event. */
export type EventKind = Event["kind"];

/** The event type of a kind. */
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;

/** Tests for one or more kinds of event, as a type guard for `filter`. */
export function ofKind<K extends EventKind>(...kinds: K[]): (event: Event) => event is EventOf<K> {
  return (event): event is EventOf<K> => (kinds as EventKind[]).includes(event.kind);
}
