import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { reasonOf } from "../../node/file-source.js";
import { replaceFile } from "../../node/replace-file.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { shellWord } from "../shell-word.js";
import type { HookSystem } from "./hook-systems.js";
import { type SettingsChange, withoutSystems, withSystems } from "./settings-text.js";

/** What is set up. */
export interface SetupOptions {
  /** How Claude Code is to run the program; default `tidemark`. */
  command?: string;
  /** False (default) only tells what would change. */
  write?: boolean;
}

/** What was, or would be, done to a settings file. */
export interface SettingsFileChange extends SettingsChange {
  file: string;
  /** The text that it had; empty where there was no file. */
  former: string;
  written: boolean;
  /** Where the former text lies now; null where nothing was written, or there was none. */
  backup: string | null;
}

const mostBytes = 4 * 1024 * 1024;
const mostFormers = 20;

/**
 * Adds systems to a settings file, or tells what that would change. A file that is not there is made.
 *
 * Before it writes, the file as it is is put beside it, as `<name>.<time>.bak`, for its owner alone; the new one keeps its
 * mode and takes its place at once. No other file is touched: throws a `TranscriptError` for a link, for what is no JSON
 * object in UTF-8, for a file that may not be written, and where it changed meanwhile.
 */
export function addToSettings(
  file: string,
  systems: readonly HookSystem[],
  { command = "tidemark", write = false }: SetupOptions = {},
): SettingsFileChange {
  const found = readSettings(file);
  if (found === null && !existsSync(dirname(file)))
    throw wrong(`${file}: its folder is not there; make it first: mkdir -p ${shellWord(dirname(file))}`);
  return changed(file, found ?? { text: "", bytes: null, mode: 0o600 }, write, (text) =>
    withSystems(found === null ? "{}\n" : text, systems, command),
  );
}

/**
 * Takes systems out of a settings file again, or tells what that would change: what `addToSettings` put in, and nothing
 * else. Where only that was changed since, the file is again what it was, byte for byte.
 *
 * What has another form than it was written in stays, and is told. Throws as `addToSettings` does, and where there is no
 * such file.
 */
export function removeFromSettings(
  file: string,
  systems: readonly HookSystem[],
  { command = "tidemark", write = false }: SetupOptions = {},
): SettingsFileChange {
  const found = readSettings(file);
  if (found === null) throw wrong(`${file}: no such file; check the path`);
  return changed(file, found, write, (text) => withoutSystems(text, systems, command, formersOf(file)));
}

const wrong = (what: string): TranscriptError => new TranscriptError("wrong-source", what);

interface Settings {
  text: string;
  /** Null where there is no file. */
  bytes: Buffer | null;
  mode: number;
}

function changed(
  file: string,
  { text: former, bytes, mode }: Settings,
  write: boolean,
  change: (text: string) => SettingsChange,
): SettingsFileChange {
  const done = told(file, () => change(former));
  const result = { ...done, file, former };
  if (!write || done.changed.length === 0) return { ...result, written: false, backup: null };
  const backup = bytes === null ? null : keepFormer(file, bytes);
  const now = readSettings(file)?.bytes ?? null;
  if (now === null || bytes === null ? now !== bytes : !now.equals(bytes))
    throw wrong(`${file}: was changed meanwhile; nothing was written, run it again`);
  told(file, () => replaceFile(file, done.text, mode));
  return { ...result, written: true, backup };
}

/** What goes wrong with a file names it. */
function told<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw TranscriptError.isInstance(error) ? wrong(`${file}: ${error.message}`) : wrong(reasonOf(file, error));
  }
}

/** Null where there is none. */
function readSettings(file: string): Settings | null {
  const stats = told(file, () => lstatSync(file, { throwIfNoEntry: false }));
  if (stats === undefined) return null;
  if (stats.isSymbolicLink())
    throw wrong(`${file}: is a link to ${readlinkSync(file)}; name that file, so that it is plain which one changes`);
  if (!stats.isFile()) throw wrong(`${file}: is no file; name a settings.json of Claude Code`);
  if (stats.size > mostBytes) throw wrong(`${file}: is too large for settings; name a settings.json of Claude Code`);
  return told(file, () => {
    accessSync(file, constants.R_OK | constants.W_OK);
    const bytes = readFileSync(file);
    return { text: textOf(file, bytes), bytes, mode: stats.mode & 0o777 };
  });
}

function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw wrong(`${file}: is no UTF-8; save it as UTF-8 first`);
  }
}

/** Puts the bytes beside the file, under a name that is not taken. */
function keepFormer(file: string, bytes: Uint8Array): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  for (let number = 1; ; number++) {
    const backup = `${file}.${time}${number === 1 ? "" : `-${number}`}.bak`;
    try {
      writeFileSync(backup, bytes, { flag: "wx", mode: 0o600 });
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw wrong(reasonOf(backup, error));
    }
  }
}

/** The texts that were put beside the file, the newest first. */
function formersOf(file: string): string[] {
  const prefix = `${basename(file)}.`;
  return readdirSync(dirname(file))
    .flatMap((name) => {
      const [, time = "", number = "1"] = name.startsWith(prefix)
        ? (/^(\d{8}T\d{6}Z)(?:-(\d+))?\.bak$/.exec(name.slice(prefix.length)) ?? [])
        : [];
      return time === "" ? [] : [{ path: join(dirname(file), name), time, number: Number(number) }];
    })
    .sort((a, b) => (a.time === b.time ? b.number - a.number : a.time < b.time ? 1 : -1))
    .slice(0, mostFormers)
    .flatMap(({ path }) => {
      try {
        const stats = lstatSync(path);
        return stats.isFile() && stats.size <= mostBytes ? [textOf(path, readFileSync(path))] : [];
      } catch {
        return [];
      }
    });
}
