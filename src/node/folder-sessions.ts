import { dirname, join, relative, sep } from "node:path";
import { agentOf } from "./file-names.js";
import { messageOf } from "./file-source.js";
import { type FolderProblem, type FoundFile, walkFolder } from "./walk-folder.js";

/** The files of one session. */
export interface SessionFiles {
  main: FoundFile;
  /** The transcripts of its subagents, by path. */
  agents: FoundFile[];
}

/**
 * The sessions below a folder, each with the files of its subagents. A subagent file whose session is not there is a
 * problem. `idOf` gives the session id on the first rows of a file; older layouts name it nowhere else.
 */
export async function sessionsBelow(
  folder: string,
  onProblem: (problem: FolderProblem) => void,
  idOf: (file: FoundFile) => Promise<string | null>,
): Promise<SessionFiles[]> {
  const files = await walkFolder(folder, onProblem);
  const sessions = files.filter(({ path }) => isMain(folder, path)).map((main): SessionFiles => ({ main, agents: [] }));
  const byPath = new Map(sessions.map((session) => [session.main.path, session]));
  const siblings: FoundFile[] = [];
  for (const file of files) {
    if (agentOf(file.path) === null) continue;
    const owner = ownerOf(folder, file.path);
    const session = owner === null ? undefined : byPath.get(owner);
    if (owner === null) siblings.push(file);
    else own(session === undefined ? [] : [session], file);
  }
  const byId = await sessionsById();
  for (const file of siblings) {
    const id = await tryId(file);
    if (id !== undefined) own(byId.get(`${dirname(file.path)}\n${id}`) ?? [], file);
  }
  for (const { agents } of sessions) agents.sort((a, b) => (a.path < b.path ? -1 : 1));
  return sessions;

  function own(owners: SessionFiles[], file: FoundFile): void {
    for (const { agents } of owners) agents.push(file);
    if (owners.length === 0)
      onProblem({ file: file.path, message: `${file.path}: its session is not here; open this file by its name` });
  }

  /** Sessions of the folders in which such siblings lie, by folder and id. */
  async function sessionsById(): Promise<Map<string, SessionFiles[]>> {
    const folders = new Set(siblings.map(({ path }) => dirname(path)));
    const found = new Map<string, SessionFiles[]>();
    for (const session of sessions) {
      const at = dirname(session.main.path);
      if (!folders.has(at)) continue;
      const id = await tryId(session.main);
      const same = found.get(`${at}\n${id}`);
      if (same !== undefined) same.push(session);
      else if (id !== undefined && id !== null) found.set(`${at}\n${id}`, [session]);
    }
    return found;
  }

  /** Undefined where the file can't be read, which is reported for a main file when the session is opened. */
  async function tryId(file: FoundFile): Promise<string | null | undefined> {
    try {
      return await idOf(file);
    } catch (error) {
      if (agentOf(file.path) !== null) onProblem({ file: file.path, message: messageOf(file.path, error) });
      return undefined;
    }
  }
}

/** False for the file of a subagent, and for whatever else lies among those. */
export const isMain = (folder: string, path: string): boolean =>
  agentOf(path) === null && ownerOf(folder, path) === null;

const agentFolder = "subagents";

/** The main file that the folder of a subagent file names, as in `<session>/subagents/…`; null for any other file. */
function ownerOf(folder: string, path: string): string | null {
  if (!path.includes(agentFolder)) return null;
  const parts = relative(folder, path).split(sep);
  const at = parts.indexOf(agentFolder);
  return at < 1 || at === parts.length - 1 ? null : `${join(folder, ...parts.slice(0, at))}.jsonl`;
}

/**
 * Whether the stamp of a file tells a later write from the one that it was taken after: where the clock of the file
 * system has moved on in between, by 10 ms at most on Linux, by two seconds where times are whole seconds.
 */
export const isSettled = ({ ctimeMs }: FoundFile, now: number): boolean =>
  now - ctimeMs > (ctimeMs % 1000 === 0 ? 2500 : 100);
