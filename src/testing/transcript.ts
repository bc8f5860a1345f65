import { type CompactOptions, compact } from "./compact.js";
import { type Fault, fault, raw } from "./faults.js";
import { hook } from "./hooks.js";
import { clear, exit, fork, type ResumeOptions, resume } from "./process.js";
import { type ReplyOptions, reply } from "./reply.js";
import type { HookRun, InstructionFile, Line, Row, Session, TranscriptOptions } from "./session.js";
import { newSession } from "./session.js";
import { type SkillOptions, skill } from "./skill.js";
import { streamOf } from "./stream.js";
import { type SubagentOptions, subagent } from "./subagent.js";
import { type InstructionsOptions, instructions, listing, nestedMemory } from "./surroundings.js";
import { disk, edit, read, type ToolOptions, tool, write } from "./tools.js";
import { command, interrupt, type PromptOptions, prompt, queued, shell, taskNotification } from "./turn.js";

/** A transcript that is being built; each call writes rows and returns the same transcript. */
export interface Transcript {
  /** A message that starts a turn. */
  prompt(text: string, options?: PromptOptions): Transcript;
  /** One answer of the model, one row per content block; null for an answer without text. */
  reply(text: string | null, options?: ReplyOptions): Transcript;
  /** A tool call and its result. */
  tool(name: string, input: Row, result: string, options?: ToolOptions): Transcript;
  /** A Read of a file of the virtual disk; a text is put there first. */
  read(path: string, text?: string): Transcript;
  /** A Write of a whole file. */
  write(path: string, text: string): Transcript;
  /** An Edit of a file of the virtual disk. */
  edit(path: string, oldString: string, newString: string): Transcript;
  /** Changes, or with null removes, a file from outside the session; no record is written. `mtime` in epoch milliseconds. */
  disk(path: string, text: string | null, options?: { mtime?: number }): Transcript;
  /** The use of a skill, by the model or by a typed `/name`. */
  skill(name: string, body: string, options?: SkillOptions): Transcript;
  /** Declares the listed skills (names, or names with descriptions); after the first message, writes the record. */
  listing(skills: string[] | Record<string, string>, options?: { initial?: boolean }): Transcript;
  /** Adds a hook; one of `SessionStart:…` waits for its event, any other runs now. */
  hook(name: string, run: HookRun): Transcript;
  /** Declares the instruction files; after the first message or with options, writes the record. */
  instructions(files: InstructionFile[], options?: InstructionsOptions): Transcript;
  /** A nested CLAUDE.md or path rule that was loaded for a read. */
  nestedMemory(path: string, text: string, options?: { globs?: string[] }): Transcript;
  /** A command of the client itself, such as `/model`, and its output. */
  command(name: string, output: string): Transcript;
  /** A shell line typed with `!`, and its output. */
  shell(line: string, output: string): Transcript;
  /** The note that a background task has ended; it starts a turn. */
  taskNotification(text: string): Transcript;
  /** The person stopped the turn. */
  interrupt(): Transcript;
  /** A message typed while a turn runs. */
  queued(text: string): Transcript;
  /** A subagent; `work` fills its own file. */
  subagent(description: string, work: (agent: Transcript) => unknown, options?: SubagentOptions): Transcript;
  /** Lets time pass, in milliseconds. */
  wait(ms: number): Transcript;
  /** Ends the process. */
  exit(): Transcript;
  /** Continues the same file in a new process. */
  resume(options?: ResumeOptions): Transcript;
  /** Returns a copy under a new session id, in a file of its own; this transcript stays as it is. */
  fork(options?: ResumeOptions & { sessionId?: string }): Transcript;
  /** Returns a new empty session of the same process, in a file of its own, as after `/clear`. */
  clear(options?: { sessionId?: string }): Transcript;
  /** A compaction: boundary, summary, and what this version brings back. */
  compact(options?: CompactOptions): Transcript;
  /** Puts a fault into the file at this point. */
  fault(kind: Fault, count?: number): Transcript;
  /** Any object or text as a line. */
  raw(line: Row | string): Transcript;
  readonly sessionId: string;
  /** uuid of the last row of the conversation. */
  readonly lastUuid: string | null;
  /** Text of the main file. */
  toString(): string;
  /** Physical lines of the main file, without newlines. */
  lines(): string[];
  /** Rows of the main file as objects; text that is no row is left out. */
  rows(): Row[];
  /** All files by their path in the project's folder: `<session>.jsonl`, `<session>/subagents/agent-<id>.jsonl`. */
  files(): Map<string, string>;
  /** What `--output-format stream-json` prints for the same session, one object per line. */
  toStream(): string;
}

/**
 * Starts a synthetic transcript: exactly the records that the given CLI version writes, with ids and times that depend
 * on nothing but the calls.
 *
 * @example
 * const text = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.").compact({ trigger: "manual" }).toString();
 * boundaries(await readTimeline(text)).length; // => 1
 */
export function transcript(options: TranscriptOptions): Transcript {
  return building(newSession(options));
}

function building(session: Session): Transcript {
  const then =
    <Args extends unknown[]>(write: (session: Session, ...args: Args) => unknown) =>
    (...args: Args): Transcript => {
      write(session, ...args);
      return built;
    };
  const built: Transcript = {
    prompt: then(prompt),
    reply: then(reply),
    tool: then(tool),
    read: then(read),
    write: then(write),
    edit: then(edit),
    disk: then(disk),
    skill: then(skill),
    listing: then(listing),
    hook: then(hook),
    instructions: then(instructions),
    nestedMemory: then(nestedMemory),
    command: then(command),
    shell: then(shell),
    taskNotification: then(taskNotification),
    interrupt: then(interrupt),
    queued: then(queued),
    subagent: then((main, description: string, work: (agent: Transcript) => unknown, more: SubagentOptions = {}) =>
      subagent(
        main,
        description,
        (agent) => {
          work(building(agent));
          if (more.compact !== undefined) compact(agent, more.compact);
        },
        more,
      ),
    ),
    wait: then((main, ms: number) => {
      main.world.now += ms;
    }),
    exit: then(exit),
    resume: then(resume),
    fork: (more) => building(fork(session, more)),
    clear: (more) => building(clear(session, more)),
    compact: then(compact),
    fault: then(fault),
    raw: then(raw),
    get sessionId() {
      return session.sessionId;
    },
    get lastUuid() {
      return session.leaf;
    },
    toString: () => textOf(session.lines),
    lines: () => (session.lines.length === 0 ? [] : textOf(session.lines).replace(/\n$/, "").split("\n")),
    rows: () => session.lines.flatMap((line) => ("row" in line ? [line.row] : [])),
    files: () => filesOf(session),
    toStream: () => streamOf(session),
  };
  return built;
}

function textOf(lines: Line[]): string {
  return lines.map((line) => ("row" in line ? JSON.stringify(line.row) : line.text) + (line.open ? "" : "\n")).join("");
}

function filesOf(session: Session): Map<string, string> {
  const files = new Map([[`${session.sessionId}.jsonl`, textOf(session.lines)]]);
  for (const [agentId, lines] of session.world.agents) {
    files.set(`${session.sessionId}/subagents/agent-${agentId}.jsonl`, textOf(lines));
  }
  return files;
}
