import { readEntries } from "../read/entries.js";
import type { WorkerPart } from "../worker/client.js";

/** A file that was dropped, chosen or brought along by the page. */
export interface FoundFile {
  /** Path below what was dropped. */
  path: string;
  bytes: number;
  /** Epoch milliseconds; null where that is not known. */
  modified: number | null;
  content: () => Promise<Blob>;
}

/** One session: its file, and those of its subagents as far as their names tell. */
export interface Transcript {
  name: string;
  main: FoundFile;
  agents: FoundFile[];
  /** Files of subagents beside it, of which only their content tells whose they are. */
  siblings: FoundFile[];
}

const agentOf = (path: string): string | null => /(?:^|\/)agent-([^/]+)\.jsonl$/.exec(path)?.[1] ?? null;
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** Puts files together as sessions, the one that was written last first. */
export function transcriptsOf(files: readonly FoundFile[]): Transcript[] {
  const ownerOf = (path: string): string | null => {
    const at = path.lastIndexOf("/subagents/");
    return at < 0 ? null : `${path.slice(0, at)}.jsonl`;
  };
  const paths = new Set(files.map(({ path }) => path));
  const withMains = new Set([...paths].filter((path) => agentOf(path) === null).map(folderOf));
  const isAgent = ({ path }: FoundFile): boolean => {
    const owner = ownerOf(path);
    // A file of a subagent that came without its session is one by itself.
    if (owner !== null) return paths.has(owner);
    return agentOf(path) !== null && withMains.has(folderOf(path));
  };
  const [agents, mains] = [files.filter(isAgent), files.filter((file) => !isAgent(file))];
  const common = commonFolder(mains.map(({ path }) => path));
  return mains
    .map((main) => ({
      name: main.path.slice(common.length),
      main,
      agents: agents.filter(({ path }) => ownerOf(path) === main.path),
      siblings: agents.filter(({ path }) => ownerOf(path) === null && folderOf(path) === folderOf(main.path)),
    }))
    .sort((a, b) => (b.main.modified ?? 0) - (a.main.modified ?? 0) || (a.name < b.name ? -1 : 1));
}

function commonFolder(paths: string[]): string {
  let folder = folderOf(paths[0] ?? "");
  for (const path of paths) while (!path.startsWith(folder)) folder = folderOf(folder.slice(0, -1));
  return folder;
}

/** The files of a session as a worker takes them. */
export async function partsOf({ main, agents, siblings }: Transcript): Promise<WorkerPart[]> {
  const own = siblings.length === 0 ? [] : await siblingsOf(await main.content(), siblings);
  const files = [main, ...agents, ...own];
  const folder = folderOf(main.path);
  return Promise.all(
    files.map(async ({ path, content }) => ({
      source: await content(),
      name: files.length === 1 ? null : path.slice(folder.length),
      chain: agentOf(path) ?? "main",
    })),
  );
}

async function siblingsOf(main: Blob, siblings: FoundFile[]): Promise<FoundFile[]> {
  const id = await sessionOf(main);
  const ids = await Promise.all(siblings.map(async ({ content }) => sessionOf(await content())));
  return id === null ? [] : siblings.filter((_, at) => ids[at] === id);
}

/** Session id on the first rows of a file. */
async function sessionOf(file: Blob): Promise<string | null> {
  for await (const { entries } of readEntries(file))
    for (const { entry } of entries) if (typeof entry.sessionId === "string") return entry.sessionId;
  return null;
}
