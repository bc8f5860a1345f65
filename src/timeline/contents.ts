import type { Attachment, Event, Hook } from "./event.js";
import type { HookRun } from "./hook-runs.js";

/** A file whose content stands in the context, or stood there. */
export interface FileSeen {
  /** The last event that showed or changed it. */
  event: Event;
  /** Characters of the last whole text that was seen; null where only parts or edits were. */
  chars: number | null;
}

/** The last run of a `SessionStart` hook. */
export interface HookSeen {
  /** Null where only its text is recorded: then nothing tells it from another such hook. */
  command: string | null;
  run: Hook;
  /** The record that delivered its text; null where it delivered none. */
  text: Hook | null;
}

/** A skill as a boundary re-attached it. */
export interface SkillSeen {
  name: string;
  text: string | null;
  event: Attachment;
}

/** What a stretch of a conversation put before the model and could come back again; each map from oldest to newest. */
export interface Contents {
  /** By path: what tools read, wrote and edited, and attached files. */
  files: Map<string, FileSeen>;
  /** Files that stand there as a path only. */
  references: Map<string, Attachment>;
  nestedMemories: Map<string, Attachment>;
  /** Instruction files by path, each with the record that last carried it. */
  instructions: Map<string, Attachment>;
  /** `SessionStart` hooks by command, each with its last run; what ran more than once at one start is numbered: `cat a (2)`. */
  hooks: Map<string, HookSeen>;
  /** Listed skills by name, each with the record that last listed it. */
  listed: Map<string, Attachment>;
  /** Bodies that a boundary re-attached. */
  skills: SkillSeen[];
}

/** Collects the contents of events in file order; `instructions` are the files in force before them. */
export function contentsOf(
  events: Iterable<Event>,
  hookRuns: ReadonlyMap<Hook, HookRun>,
  instructions: ReadonlyMap<string, Attachment>,
): Contents {
  const contents: Contents = {
    files: new Map(),
    references: new Map(),
    nestedMemories: new Map(),
    instructions: new Map(instructions),
    hooks: new Map(),
    listed: new Map(),
    skills: [],
  };
  for (const event of events) {
    if (event.kind === "attachment") addAttachment(contents, event);
    else if (event.kind === "hook") addHook(contents, event, hookRuns.get(event));
    else if (event.kind === "tool-result" && event.file !== null && event.isError !== true) {
      const { path, print, chars } = event.file;
      addFile(contents, path, event, print === null ? null : chars);
    }
  }
  return contents;
}

function addAttachment(contents: Contents, event: Attachment): void {
  if (event.carrier === "instructions") addInstructions(contents.instructions, event);
  if (event.carrier === "skill_listing" || event.carrier === "dynamic_skill")
    for (const name of event.listing?.names ?? []) putLast(contents.listed, name, event);
  for (const { item, name, text } of event.carried) {
    if (name === null) continue;
    if (item === "skill") contents.skills.push({ name: name.replace(/^\//, ""), text, event });
    else if (item === "file-reference") putLast(contents.references, name, event);
    else if (item === "file" && text !== null) addFile(contents, name, event, text.length);
    else if (item === "nested-memory") {
      contents.files.delete(name);
      putLast(contents.nestedMemories, name, event);
    }
  }
}

/** The last full form, then each delta replaces by path and takes away what it names as removed. No files: nothing differs. */
function addInstructions(instructions: Map<string, Attachment>, event: Attachment): void {
  if (event.delta?.changed !== true && event.carried.length > 0) instructions.clear();
  for (const path of event.delta?.removed ?? []) instructions.delete(path);
  for (const { name } of event.carried) if (name !== null) putLast(instructions, name, event);
}

function addFile(
  { files, references, nestedMemories }: Contents,
  path: string,
  event: Event,
  chars: number | null,
): void {
  const known = files.get(path)?.chars ?? null;
  references.delete(path);
  nestedMemories.delete(path);
  putLast(files, path, { event, chars: chars ?? known });
}

function addHook({ hooks }: Contents, event: Hook, run: HookRun | undefined): void {
  if (event.event !== "SessionStart" || run === undefined) return;
  const { command, repeats, result, delivered } = run;
  const key = command ?? event.event;
  const text = delivered[delivered.length - 1] ?? null;
  putLast(hooks, repeats === 0 ? key : `${key} (${repeats + 1})`, { command, run: result ?? event, text });
}

function putLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
}
