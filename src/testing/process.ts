import { runSessionStart } from "./hooks.js";
import { records } from "./recording.js";
import { flushBookkeeping } from "./row.js";
import type { HeldSkill, Line, Row, Session } from "./session.js";
import { freshContext, newUuid } from "./session.js";

/** What differs in the new process. */
export interface ResumeOptions {
  /** The resumed process may be a newer client. */
  cliVersion?: string;
  model?: string;
  entrypoint?: string;
  /** True: the new process knows all skills that earlier ones invoked, and re-attaches them; default false, as measured. */
  keepsSkills?: boolean;
}

/** Ends the process; a later message needs `resume()`, `fork()` or `clear()`. */
export function exit(session: Session): void {
  flushBookkeeping(session);
  session.running = false;
}

/**
 * Continues the same file in a new process: its hooks run, its skills are listed again, and instruction files that
 * differ from their earlier copies come with the next message.
 *
 * The new process knows the files that tools touched since the last boundary, and of skills only what an
 * `invoked_skills` record carries. Both are inferred from the record (article of 2026-09-30 on CLI 2.1.285, shape A;
 * a public transcript of CLI 2.1.269 with two boundaries).
 */
export function resume(session: Session, options: ResumeOptions = {}): void {
  newProcess(session, options);
  session.processId = newUuid(session.world);
  runSessionStart(session, "resume");
}

/** A copy of the session under a new id, in a file of its own; the original stays as it is. */
export function fork(original: Session, options: ResumeOptions & { sessionId?: string } = {}): Session {
  const session = copyWithOwnIds(original);
  newProcess(session, options);
  const sourceId = original.sessionId;
  session.sessionId = options.sessionId ?? newUuid(session.world);
  session.processId = session.sessionId;
  session.world.agents = new Map();
  for (const line of session.lines) {
    if (!("row" in line) || line.row.sessionId === undefined) continue;
    line.row.sessionId = session.sessionId;
    if (line.row.uuid !== undefined && records(session.cliVersion, "envelope.forkedFrom")) {
      line.row.forkedFrom = { sessionId: sourceId, messageUuid: line.row.uuid };
    }
  }
  runSessionStart(session, records(session.cliVersion, "startsAsFork") ? "fork" : "resume");
  return session;
}

/** A new, empty session of the same process, in a file of its own, as after `/clear`. */
export function clear(original: Session, options: { sessionId?: string } = {}): Session {
  const copy = copyWithOwnIds(original);
  const session: Session = { ...copy, ...freshContext(), lines: [], skills: [], dropped: 0, lastPrompt: null };
  session.world.agents = new Map();
  for (const file of session.instructions.values()) file.held = null;
  session.world.now += 1_000;
  session.sessionId = options.sessionId ?? newUuid(session.world);
  session.processId = session.sessionId;
  runSessionStart(session, "clear");
  session.begun = true;
  return session;
}

/** Ids of a copy must not meet those that the original, or another copy of it, gives out from here on. */
function copyWithOwnIds(original: Session): Session {
  original.world.count += 1;
  const copy = structuredClone(original);
  copy.world.seed = Math.imul(copy.world.seed, 1_000_003) + copy.world.count;
  return copy;
}

function newProcess(session: Session, options: ResumeOptions): void {
  session.world.now += 60_000;
  session.running = true;
  session.cliVersion = options.cliVersion ?? session.cliVersion;
  session.model = options.model ?? session.model;
  session.entrypoint = options.entrypoint ?? session.entrypoint;
  session.known = filesOfTools(session.lines);
  if (options.keepsSkills !== true) session.skills = skillsOfLastAttachment(session.lines);
  session.loaded = new Map();
  session.activeSkill = null;
  session.due = {
    surroundings: session.due.surroundings,
    listing: true,
    instructions: session.due.instructions === "full" ? "full" : "session_start",
  };
}

function filesOfTools(lines: Line[]): Map<string, null> {
  const paths = new Map<string, null>();
  const start = lines.findLastIndex((line) => "row" in line && line.row.subtype === "compact_boundary");
  for (const line of lines.slice(start + 1)) {
    if (!("row" in line) || line.row.type !== "assistant") continue;
    for (const block of (line.row.message as { content: Row[] }).content) {
      const path = (block.input as Row | undefined)?.file_path;
      if (typeof path === "string") paths.set(path, null);
    }
  }
  return paths;
}

function skillsOfLastAttachment(lines: Line[]): HeldSkill[] {
  const last = lines.findLast((line) => "row" in line && (line.row.attachment as Row)?.type === "invoked_skills");
  if (last === undefined || !("row" in last)) return [];
  return [...((last.row.attachment as Row).skills as HeldSkill[])].reverse();
}
