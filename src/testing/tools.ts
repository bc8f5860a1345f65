import { fileShape, numbered } from "./file-text.js";
import { records } from "./recording.js";
import { reply } from "./reply.js";
import type { Row, Session } from "./session.js";
import { newId } from "./session.js";
import { say } from "./turn.js";

/** How a tool call ends. */
export interface ToolOptions {
  isError?: boolean;
  /** True leaves the call without a result. */
  open?: boolean;
  /** Structured result beside the text; default: the shape of the tool where it is known. */
  toolUseResult?: unknown;
  /** Text of the same message before the call. */
  text?: string;
  toolUseId?: string;
}

/** Writes a tool call and, unless it stays open, its result. Returns the id of the call. */
export function tool(session: Session, name: string, input: Row, result: string, options: ToolOptions = {}): string {
  const id = options.toolUseId ?? newId(session.world, "toolu_");
  const call = reply(session, options.text ?? null, { blocks: [{ type: "tool_use", id, name, input }] });
  if (options.open === true) return id;
  session.world.now += 500;
  const structured = options.toolUseResult ?? shapeOf(session, name, result, options.isError === true);
  const block = {
    tool_use_id: id,
    type: "tool_result",
    content: result,
    ...(options.isError ? { is_error: true } : {}),
  };
  addResult(session, block, structured, call);
  return id;
}

/** Reads a file; with a text, the file is put on the virtual disk first if it is not there. */
export function read(session: Session, path: string, text?: string): void {
  const { disk } = session.world;
  if (text !== undefined && disk.get(path)?.text !== text) disk.set(path, { text, mtime: session.world.now });
  const content = disk.get(path)?.text;
  if (content === undefined) {
    tool(session, "Read", { file_path: path }, "File does not exist.", { isError: true });
    return;
  }
  session.known.set(path, content);
  tool(session, "Read", { file_path: path }, numbered(content), { toolUseResult: fileShape(path, content) });
}

/** Writes a whole file. */
export function write(session: Session, path: string, text: string): void {
  const { disk } = session.world;
  const before = disk.get(path)?.text ?? null;
  const type = before === null ? "create" : "update";
  tool(session, "Write", { file_path: path, content: text }, `File ${type}d successfully at: ${path}`, {
    toolUseResult: {
      type,
      filePath: path,
      content: text,
      structuredPatch: [],
      originalFile: before,
      userModified: false,
    },
  });
  disk.set(path, { text, mtime: session.world.now });
  session.known.set(path, text);
}

/** Replaces the first occurrence of a text in a file of the virtual disk; fails as the tool does where it is not there. */
export function edit(session: Session, path: string, oldString: string, newString: string): void {
  const { disk } = session.world;
  const before = disk.get(path)?.text;
  const input = { file_path: path, old_string: oldString, new_string: newString, replace_all: false };
  if (before === undefined || !before.includes(oldString)) {
    tool(session, "Edit", input, "String to replace not found in file.", { isError: true });
    return;
  }
  tool(session, "Edit", input, `The file ${path} has been updated successfully.`, {
    toolUseResult: {
      filePath: path,
      oldString,
      newString,
      originalFile: before,
      structuredPatch: [],
      userModified: false,
      replaceAll: false,
    },
  });
  const at = before.indexOf(oldString);
  const text = before.slice(0, at) + newString + before.slice(at + oldString.length);
  disk.set(path, { text, mtime: session.world.now });
  session.known.set(path, text);
}

/** Changes (or with null removes) a file from outside: no record is written. */
export function disk(session: Session, path: string, text: string | null, options: { mtime?: number } = {}): void {
  if (text === null) session.world.disk.delete(path);
  else session.world.disk.set(path, { text, mtime: options.mtime ?? session.world.now });
}

/** Appends a tool result under the row of its call. */
export function addResult(session: Session, block: Row, toolUseResult: unknown, call: Row): void {
  say(
    session,
    [block],
    {},
    {
      ...(toolUseResult === undefined ? {} : { toolUseResult }),
      ...(records(session.cliVersion, "user.sourceToolAssistantUUID") ? { sourceToolAssistantUUID: call.uuid } : {}),
    },
    { process: true },
  );
}

function shapeOf(session: Session, name: string, result: string, isError: boolean): unknown {
  if (isError) return `Error: ${result}`;
  if (name !== "Bash") return undefined;
  return {
    stdout: result,
    stderr: "",
    interrupted: false,
    isImage: false,
    ...(records(session.cliVersion, "toolUseResult.noOutputExpected") ? { noOutputExpected: false } : {}),
  };
}
