import { numbered } from "./file-text.js";
import { records } from "./recording.js";
import { addAttachment } from "./row.js";
import type { InstructionFile, Row, Session } from "./session.js";

/** What the record of the instructions says beside their texts. */
export interface InstructionsOptions {
  changed?: boolean;
  reason?: "compaction" | "session_start" | (string & {});
  removed?: string[];
}

/**
 * Declares the instruction files, imports as files of their own. Before the first message they are put on the virtual
 * disk and come with that message; later, or with options, a record with exactly these files is written now.
 */
export function instructions(session: Session, files: InstructionFile[], options?: InstructionsOptions): void {
  const { world } = session;
  for (const { path, content, type } of files) {
    if (world.disk.get(path)?.text !== content) world.disk.set(path, { text: content, mtime: world.now });
    const held = session.instructions.get(path)?.held ?? null;
    session.instructions.set(path, { type: type ?? "Project", held });
  }
  if (options === undefined && !session.opened) return;
  for (const path of options?.removed ?? []) session.instructions.delete(path);
  const rows = files.map(({ path, content, type }) => ({ path, type: type ?? "Project", content }));
  addInstructions(session, rows, { ...options });
}

/** Declares the skills that are listed at each start of a process; after the first message a record is written now. */
export function listing(
  session: Session,
  skills: string[] | Record<string, string>,
  options: { initial?: boolean } = {},
): void {
  const names = Array.isArray(skills) ? skills : Object.keys(skills);
  const descriptions = new Map(Array.isArray(skills) ? [] : Object.entries(skills));
  const initial = options.initial ?? !session.opened;
  if (initial) session.listing = { names, descriptions };
  if (!session.opened) return;
  addListing(session, names, descriptions, initial);
}

/** Writes a nested CLAUDE.md or a path rule that was loaded because a file near it was read. */
export function nestedMemory(session: Session, path: string, text: string, options: { globs?: string[] } = {}): void {
  session.world.disk.set(path, { text, mtime: session.world.disk.get(path)?.mtime ?? session.world.now });
  session.known.set(path, text);
  if (!records(session.cliVersion, "attachment/nested_memory")) return;
  const content = {
    path,
    type: "Project",
    content: text,
    ...(options.globs === undefined ? {} : { globs: options.globs }),
    contentDiffersFromDisk: false,
  };
  addAttachment(session, { type: "nested_memory", path, content, displayPath: displayPath(session, path) }, [
    `Contents of ${path}:\n\n${text}`,
  ]);
}

/** Writes what is due with the first message of a process or after a boundary. */
export function bringWhatIsDue(session: Session): void {
  const { due } = session;
  session.opened = true;
  if (due.surroundings) {
    addEnvironment(session);
    if (!session.freshBoundary) addToolListings(session);
  }
  if (due.listing && session.listing.names.length > 0) {
    addListing(session, session.listing.names, session.listing.descriptions, true);
  }
  if (due.instructions !== null) bringInstructions(session, due.instructions);
  if (due.surroundings) addSessionContext(session);
  noteChangedFiles(session);
  session.due = { surroundings: false, listing: false, instructions: null };
}

/** A file that changed outside after the process saw it is mentioned with the next message. */
function noteChangedFiles(session: Session): void {
  for (const [path, seen] of session.known) {
    const text = session.world.disk.get(path)?.text;
    if (seen === null || text === undefined || text === seen) continue;
    session.known.set(path, text);
    if (!records(session.cliVersion, "attachment/edited_text_file")) continue;
    const snippet = numbered(text);
    addAttachment(session, { type: "edited_text_file", filename: path, snippet }, [
      `Note: ${path} changed on disk since you last read it.\n${snippet}`,
    ]);
  }
}

/** Full copy as the process holds it; what it has never sent comes from disk. */
export function addHeldInstructions(session: Session): void {
  const files = [...session.instructions].flatMap(([path, { type, held }]) => {
    const content = held ?? session.world.disk.get(path)?.text;
    return content === undefined ? [] : [{ path, type, content }];
  });
  if (files.length > 0) addInstructions(session, files, {});
}

export function addEnvironment(session: Session): void {
  if (!session.ambient || !records(session.cliVersion, "attachment/environment")) return;
  const snapshot = {
    workingDirectory: session.cwd,
    isWorktree: false,
    isGitRepo: true,
    additionalWorkingDirectories: [],
    platform: "linux",
    shell: "bash",
    osVersion: "Linux 6.8",
  };
  addAttachment(session, { type: "environment", snapshot }, [`# Environment\nWorking directory: ${session.cwd}`]);
  const text = `You are powered by the model ${session.model}.`;
  const identity = { modelId: session.model, marketingName: session.model, knowledgeCutoff: "June 2026" };
  addAttachment(session, { type: "model", identity, text }, [text]);
}

/** Tools that load on demand, and agents: announced whole at a start and after a boundary. */
export function addToolListings(session: Session): void {
  if (!session.ambient || !records(session.cliVersion, "attachment")) return;
  const tools = ["WebFetch", "WebSearch"];
  addAttachment(
    session,
    { type: "deferred_tools_delta", addedNames: tools, addedLines: tools, removedNames: [], readdedNames: [] },
    [`Tools that can be loaded: ${tools.join(", ")}`],
  );
  if (!records(session.cliVersion, "attachment/agent_listing_delta")) return;
  const line = "- Explore: looks through a code base.";
  addAttachment(
    session,
    {
      type: "agent_listing_delta",
      addedTypes: ["Explore"],
      addedLines: [line],
      removedTypes: [],
      isInitial: true,
      showConcurrencyNote: true,
    },
    [`Agents that can be started:\n${line}`],
  );
}

export function addSessionContext(session: Session): void {
  if (!session.ambient || !records(session.cliVersion, "attachment/session_context")) return;
  const gitStatus = `This is the git status at the start of the conversation.\nBranch: ${session.gitBranch}`;
  addAttachment(session, { type: "session_context", context: { gitStatus } }, [gitStatus]);
  const date = new Date(session.world.now).toISOString().slice(0, 10);
  addAttachment(session, { type: "date", date }, [`Today's date is ${date}.`]);
  if (!records(session.cliVersion, "attachment/prompt_snapshot")) return;
  const systemPrompt = ["You help with code.", "__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__", "Answer briefly."];
  addAttachment(session, { type: "prompt_snapshot", systemPrompt }, []);
}

/** Path as the client shows it: relative to the working directory. */
export function displayPath(session: Session, path: string): string {
  return path.startsWith(`${session.cwd}/`) ? path.slice(session.cwd.length + 1) : path;
}

function bringInstructions(session: Session, due: "full" | "compaction" | "session_start"): void {
  const all = [...session.instructions].flatMap(([path, { type, held }]) => {
    const text = session.world.disk.get(path)?.text;
    return text === undefined ? [] : [{ path, type, content: text, differs: text !== held }];
  });
  const removed = [...session.instructions.keys()].filter((path) => !session.world.disk.has(path));
  const file = ({ path, type, content }: (typeof all)[number]) => ({ path, type, content });
  for (const path of removed) session.instructions.delete(path);
  if (due === "full") {
    if (all.length > 0) addInstructions(session, all.map(file), {});
    return;
  }
  const files = all.filter((one) => one.differs).map(file);
  // A subagent was seen to write the empty form too; the main conversation stays silent when nothing differs.
  if (files.length === 0 && removed.length === 0 && session.agentId === null) return;
  if (session.instructions.size === 0 && removed.length === 0) return;
  addInstructions(session, files, {
    ...(removed.length > 0 ? { removed } : {}),
    changed: true,
    reason: due,
  });
}

function addInstructions(session: Session, files: Required<InstructionFile>[], form: InstructionsOptions): void {
  if (!records(session.cliVersion, "attachment/instructions")) return;
  for (const { path, type, content } of files) session.instructions.set(path, { type, held: content });
  const attachment: Row = {
    type: "instructions",
    files: files.map(({ path, type, content }) => ({ path, type, content })),
    ...(form.removed === undefined ? {} : { removed: form.removed }),
    ...(form.changed ? { changed: true } : {}),
    ...(form.reason === undefined ? {} : { reason: form.reason }),
  };
  const opening = form.changed
    ? `Instruction files were read again (${form.reason ?? "changed"}); each replaces its earlier copy.`
    : "Instructions of the project and the user are shown below.";
  const text = [opening, ...files.map(({ path, content }) => `Contents of ${path}:\n\n${content}`)].join("\n\n");
  addAttachment(session, attachment, files.length === 0 ? [] : [text]);
}

function addListing(session: Session, names: string[], descriptions: Map<string, string>, isInitial: boolean): void {
  if (!records(session.cliVersion, "attachment/skill_listing")) return;
  const content = names.map((name) => `- ${name}: ${descriptions.get(name) ?? `The skill ${name}.`}`).join("\n");
  addAttachment(
    session,
    {
      type: "skill_listing",
      content,
      skillCount: names.length,
      isInitial,
      ...(records(session.cliVersion, "skill_listing.names") ? { names } : {}),
    },
    [`Skills that can be used:\n${content}`],
  );
}
