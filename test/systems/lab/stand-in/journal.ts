import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Transcript, transcript } from "../../../../src/testing.js";

/** One call of the builder of transcripts, so that a later process can make the same session again and go on with it. */
type Call = [method: string, ...args: unknown[]];

interface Kept {
  seed: number;
  sessionId: string;
  cliVersion: string;
  cwd: string;
  start: number;
  model: string;
  calls: Call[];
  costUsd: number;
  turns: number;
}

/** A session that is kept between processes: as a transcript for readers, and as the calls that made it. */
export interface Session {
  readonly sessionId: string;
  readonly built: Transcript;
  costUsd: number;
  turns: number;
  /** Calls the builder and remembers the call. */
  call: (method: string, ...args: unknown[]) => void;
  /** A copy under another id. */
  fork: (sessionId: string) => Session;
  save: () => void;
}

/** Where the sessions of a folder of settings lie. */
export interface Store {
  configDir: string;
  cwd: string;
}

const projectOf = ({ configDir, cwd }: Store): string => join(configDir, "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
const journalOf = ({ configDir }: Store, sessionId: string): string => join(configDir, "stand-in", `${sessionId}.json`);

export function newSession(store: Store, sessionId: string, cliVersion: string, model: string): Session {
  if (existsSync(journalOf(store, sessionId))) throw new Error(`Error: Session ID ${sessionId} is already in use.`);
  const seed = Number.parseInt(sessionId.slice(0, 7), 16);
  return opened(store, {
    seed,
    sessionId,
    cliVersion,
    cwd: store.cwd,
    start: Date.now(),
    model,
    calls: [],
    costUsd: 0,
    turns: 0,
  });
}

export function storedSession(store: Store, sessionId: string): Session {
  const path = journalOf(store, sessionId);
  if (!existsSync(path)) throw new Error(`No conversation found with session ID: ${sessionId}`);
  return opened(store, JSON.parse(readFileSync(path, "utf8")));
}

/** The session of the directory that was written last. */
export function newestSession(store: Store): Session {
  const project = projectOf(store);
  const names = existsSync(project) ? readdirSync(project).filter((name) => name.endsWith(".jsonl")) : [];
  const [newest] = names
    .map((name) => ({ name, at: statSync(join(project, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  if (newest === undefined) throw new Error("No conversation found to continue");
  return storedSession(store, newest.name.replace(".jsonl", ""));
}

function opened(store: Store, kept: Kept): Session {
  const { seed, sessionId, cliVersion, cwd, start, model } = kept;
  let built = transcript({ seed, cliVersion, cwd, start, model, entrypoint: "sdk-cli", sessionId });
  const apply = ([method, ...args]: Call): void => {
    // A fork gives a transcript of its own; every other call gives the same one again.
    built = (built[method as "prompt"] as (...given: unknown[]) => Transcript)(...args);
  };
  for (const call of kept.calls) apply(call);
  return {
    get sessionId() {
      return built.sessionId;
    },
    get built() {
      return built;
    },
    costUsd: kept.costUsd,
    turns: kept.turns,
    call(method, ...args) {
      apply([method, ...args]);
      kept.calls.push([method, ...args]);
    },
    fork(id) {
      const copy = opened(store, structuredClone({ ...kept, costUsd: this.costUsd, turns: this.turns }));
      copy.call("fork", { sessionId: id });
      return copy;
    },
    save() {
      const { built, costUsd, turns } = this;
      const path = join(projectOf(store), `${built.sessionId}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, built.toString());
      mkdirSync(dirname(journalOf(store, built.sessionId)), { recursive: true });
      writeFileSync(journalOf(store, built.sessionId), JSON.stringify({ ...kept, costUsd, turns }));
    },
  };
}
