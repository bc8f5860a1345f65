import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";
import { buildId } from "./build-id.js";
import { cacheFolder } from "./cache-folder.js";
import type { Manifest } from "./export-folder.js";
import { isSettled, type SessionFiles } from "./folder-sessions.js";
import { makeFolder } from "./make-folder.js";
import { namesBelow } from "./names-below.js";
import { replaceFile } from "./replace-file.js";

/** Where the rows of a session went. */
export interface ExportedSession {
  /** Its files, each with its stamp. */
  stamps: string;
  /** The tables that it was exported to, and the stamps of the files of each by their days. */
  days: Record<string, Record<string, string>>;
  project: string;
  part: string;
  rows: number;
}

/** What earlier exports from one folder to another did. */
export interface ExportedSessions {
  /** Of a session of which no file has changed since. */
  recall(session: SessionFiles): ExportedSession | null;
  keep(session: SessionFiles, exported: Omit<ExportedSession, "stamps">): void;
  save(): void;
}

/**
 * Remembers what an export did, in the user's cache folder or the one given: an export that is redacted must not name its
 * sources. What was written by another build, or is damaged, is forgotten.
 */
export function exportedSessions(
  from: string,
  out: string,
  manifest: Manifest,
  index: boolean | string,
): ExportedSessions {
  const purpose = JSON.stringify({ version, build: buildId, ...manifest, from: resolve(from), out: resolve(out) });
  const name = `${createHash("sha256")
    .update(`${realpathSync(from)}\n${realpathSync(out)}`)
    .digest("hex")}`;
  const path = index === false ? null : join(cacheFolder(index === true ? null : index), "exports", `${name}.json`);
  const known = path === null ? new Map<string, ExportedSession>() : read(path, purpose);
  const kept = new Map(known);
  const now = Date.now();
  const nameBelow = namesBelow(from);
  const nameOf = (session: SessionFiles) => nameBelow(session.main.path);
  return {
    recall(session) {
      const found = known.get(nameOf(session));
      return found?.stamps === stampsOf(session) ? found : null;
    },
    keep(session, exported) {
      const files = [session.main, ...session.agents];
      if (files.every((file) => isSettled(file, now)))
        kept.set(nameOf(session), { stamps: stampsOf(session), ...exported });
    },
    save() {
      if (path === null) return;
      try {
        makeFolder(dirname(path));
        replaceFile(path, JSON.stringify({ purpose, sessions: [...kept] }));
      } catch {
        // Nothing is lost but the time of the next export.
      }
    },
  };
}

const stampsOf = ({ main, agents }: SessionFiles): string =>
  [main, ...agents].map(({ path, stamp }) => `${path} ${stamp}`).join("\n");

function read(path: string, wanted: string): Map<string, ExportedSession> {
  try {
    const { purpose, sessions } = JSON.parse(readFileSync(path, "utf8"));
    return purpose === wanted ? new Map(sessions) : new Map();
  } catch {
    return new Map();
  }
}
