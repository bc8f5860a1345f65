/** One object of a transcript, in the order its keys are written. */
export type Row = Record<string, unknown>;

/** One piece of a file: a row, or text that is none; `open` leaves out the newline after it. */
export type Line = ({ row: Row } | { text: string }) & { open?: true };

/** Who writes the transcript, where and when. */
export interface TranscriptOptions {
  /** CLI version whose records are written, such as `2.1.285`. */
  cliVersion: string;
  /** Default: made from `seed`. */
  sessionId?: string;
  /** Default `/home/dev/project`. */
  cwd?: string;
  /** Time of the first row, ISO text or epoch milliseconds; default 2026-10-01T09:00:00.000Z. */
  start?: string | number;
  /** Default `claude-opus-5-5`. */
  model?: string;
  /** How the process was started; default `cli`. */
  entrypoint?: "cli" | "sdk-cli" | "sdk-ts" | "claude-vscode" | "claude-desktop" | (string & {});
  /** Makes ids differ between transcripts; default 1. */
  seed?: number;
  gitBranch?: string;
  /** False leaves out `session_id`, the id of the writing process, which not every transcript has; default true. */
  processIds?: boolean;
  /**
   * False leaves out what stands around every conversation: bookkeeping, environment, model, date, tool and agent
   * listings, prompt snapshot; default true. What was asked for, such as instructions and skills, is always written.
   */
  ambient?: boolean;
}

/** An instruction file, such as a CLAUDE.md. */
export interface InstructionFile {
  path: string;
  content: string;
  /** Default `Project`. */
  type?: "User" | "Project" | "Local" | "Managed" | "AutoMem" | (string & {});
}

/** What a hook prints, and how it ends. */
export interface HookRun {
  command: string;
  /** What the command printed. */
  stdout?: string;
  /** Path of a file that the command prints as it is when the hook runs; instead of `stdout`. */
  prints?: string;
  /** Printed as JSON, instead of `stdout`: `hookSpecificOutput.additionalContext` and `systemMessage` get rows of their own. */
  json?: Record<string, unknown>;
  stderr?: string;
  /** Default 0. */
  exitCode?: number;
  durationMs?: number;
  /** What reached the model; default: the output without surrounding white space, cut if it is too long. */
  content?: string;
  /** Cuts the output whatever its length. */
  overflow?: boolean;
  toolUseId?: string;
}

/** A skill that a process holds: what was sent when it ran. */
export interface HeldSkill {
  name: string;
  path: string;
  content: string;
}

/** What the next message that starts a turn brings with it. */
export interface Due {
  /** Environment, model, listings of tools and agents, session context, date. */
  surroundings: boolean;
  listing: boolean;
  instructions: "full" | "compaction" | "session_start" | null;
}

/** State that a main session shares with its subagents. */
export interface World {
  seed: number;
  /** Epoch milliseconds. */
  now: number;
  /** Number of ids given out. */
  count: number;
  disk: Map<string, { text: string; mtime: number }>;
  /** Finished subagent files: agent id -> lines. */
  agents: Map<string, Line[]>;
}

/** All state of one transcript file while it is built. */
export interface Session {
  world: World;
  cliVersion: string;
  sessionId: string;
  /** Id of the writing process. */
  processId: string;
  /** Set in a subagent's own file. */
  agentId: string | null;
  cwd: string;
  model: string;
  entrypoint: string;
  gitBranch: string;
  processIds: boolean;
  ambient: boolean;
  lines: Line[];
  /** uuid of the row that the next one hangs under. */
  leaf: string | null;
  begun: boolean;
  running: boolean;
  /** True once a message has been sent. */
  opened: boolean;
  promptId: string | null;
  promptIndex: number;
  lastPrompt: string | null;
  /** Text that the next request sends for the first time, in characters. */
  unsentChars: number;
  /** Tokens of the last request: input, cache read, cache creation. */
  context: number;
  /** True until the first reply after a boundary. */
  freshBoundary: boolean;
  /** Sum over boundaries of preTokens - postTokens. */
  dropped: number;
  /** Instruction files by path: their type, and the copy that the process holds (null: never sent). */
  instructions: Map<string, { type: string; held: string | null }>;
  listing: { names: string[]; descriptions: Map<string, string> };
  hooks: { name: string; run: HookRun }[];
  /** Files that this process read or edited, or that were loaded for a read, with the text it last saw (null: not known). */
  known: Map<string, string | null>;
  /** Invoked skills, oldest first. */
  skills: HeldSkill[];
  /** Skill bodies that stand whole in the present context, by name. */
  loaded: Map<string, string>;
  activeSkill: string | null;
  due: Due;
  /** Faults that wait for the next compaction. */
  lateFlush: boolean;
  detour: boolean;
  /** Row whose parent is the next row, for the fault of that name. */
  forwardParent: Row | null;
}

/** Tokens of the fixed start of each request: system prompt and tool definitions. */
export const prefixTokens = 11_000;

export function newSession(options: TranscriptOptions): Session {
  const start = options.start ?? "2026-10-01T09:00:00.000Z";
  const now = typeof start === "number" ? start : Date.parse(start);
  if (!/^\d+\.\d+\.\d+/.test(options.cliVersion)) {
    throw new TypeError(`cliVersion must look like "2.1.285", not ${JSON.stringify(options.cliVersion)}.`);
  }
  if (!Number.isFinite(now)) throw new TypeError(`start must be a time, not ${JSON.stringify(start)}.`);
  const world: World = { seed: options.seed ?? 1, now, count: 0, disk: new Map(), agents: new Map() };
  const sessionId = options.sessionId ?? newUuid(world);
  return {
    world,
    cliVersion: options.cliVersion,
    sessionId,
    processId: sessionId,
    agentId: null,
    cwd: options.cwd ?? "/home/dev/project",
    model: options.model ?? "claude-opus-5-5",
    entrypoint: options.entrypoint ?? "cli",
    gitBranch: options.gitBranch ?? "main",
    processIds: options.processIds ?? true,
    ambient: options.ambient ?? true,
    lines: [],
    instructions: new Map(),
    listing: { names: [], descriptions: new Map() },
    hooks: [],
    skills: [],
    dropped: 0,
    lastPrompt: null,
    ...freshContext(),
  };
}

/** What is empty at the start of a conversation. */
export function freshContext() {
  return {
    leaf: null,
    begun: false,
    running: true,
    opened: false,
    promptId: null,
    promptIndex: 0,
    unsentChars: prefixTokens * 4,
    context: 0,
    freshBoundary: false,
    known: new Map<string, string | null>(),
    loaded: new Map<string, string>(),
    activeSkill: null,
    due: { surroundings: true, listing: true, instructions: "full" } as Due,
    lateFlush: false,
    detour: false,
    forwardParent: null,
  };
}

/** The next uuid; the same seed and the same calls give the same ids. */
export function newUuid(world: World): string {
  world.count += 1;
  const head = (Math.imul(world.seed, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
  return `${head}-0000-4000-8000-${world.count.toString(16).padStart(12, "0")}`;
}

/** The next id with a prefix, such as `msg_`, `toolu_` or `req_`. */
export function newId(world: World, prefix: string): string {
  world.count += 1;
  return `${prefix}${world.seed}x${world.count.toString(36).padStart(6, "0")}`;
}
