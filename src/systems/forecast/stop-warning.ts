import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { dropOldFiles } from "../../node/drop-old-files.js";
import { makeFolder } from "../../node/make-folder.js";
import { replaceFile } from "../../node/replace-file.js";
import { type SessionEndOptions, sessionEnd } from "../../node/session-end.js";
import { session } from "../../queries/session.js";
import { TranscriptError } from "../../read/transcript-error.js";
import type { HookInput } from "../hook-input.js";
import { contextWindows } from "./context-windows.js";
import { keptForecast, keptPath } from "./kept-forecast.js";
import type { LossAhead } from "./losses-ahead.js";

/** When `stopWarning` warns. */
export interface StopWarningOptions {
  /** Share of the window, 0 to 1, from which on it warns; default 0.8. */
  at?: number;
  /** Tokens of the window; default: what the status line was told, else what the documentation says of most models. */
  window?: number;
  /** Where it is kept what was warned of; null (default) for the user's cache folder. */
  cache?: string | null;
}

const keptDays = 30;
const mostKept = 2000;
const mostOfAKind = 5;

/**
 * Warns, as a Stop hook, of what matters and would be lost with a compaction now, where the context is so full that one is
 * near: each loss once in a session. Gives the text for the person, or null where there is nothing to say.
 *
 * It says nothing where a Stop hook made the turn go on, and inside a subagent. Throws a `TranscriptError` where the input
 * names no session or no transcript that can be read, and what the system throws where it can't be kept that it warned:
 * it would come again with each turn.
 */
export async function stopWarning(
  { sessionId, transcriptPath, agentId, stopHookActive }: HookInput,
  { at = 0.8, window, cache = null }: StopWarningOptions = {},
): Promise<string | null> {
  if (stopHookActive || agentId !== null) return null;
  const warned = keptPath(sessionId, "warned", cache);
  if (warned === null || transcriptPath === null)
    throw new TranscriptError("wrong-source", "standard input names no session and transcript; run it as a Stop hook.");
  const options: SessionEndOptions = cache === null ? {} : { cache };
  const end = await sessionEnd(transcriptPath, options);
  const tokens = session(end.timeline)[0]?.context ?? null;
  if (tokens === null) return null;
  const told = keptForecast(keptPath(sessionId, "json", cache) as string, transcriptPath)?.window ?? null;
  // What is full beyond its end is not the window of now: the model was changed since.
  const known = window ?? (told !== null && told >= tokens ? told : null);
  const room = known ?? assumedWindow(tokens);
  if (tokens < at * room) return null;
  // Loaded where it is needed: most turns end with room enough.
  const { lossesAhead } = await import("./losses-ahead.js");
  const before = warnedOf(warned);
  const ahead = lossesAhead(end, transcriptPath).map((loss) => ({ ...loss, key: hashed(loss.key) }));
  const fresh = ahead.filter(({ key }) => !before.includes(key));
  if (fresh.length === 0) return null;
  keepWarned(warned, [...before, ...fresh.map(({ key }) => key)]);
  return [
    `The context is ${Math.floor((100 * tokens) / room)} % full (${tokens} of ${known === null ? "presumably " : ""}${room} tokens). A compaction now would lose:`,
    ...linesOf(fresh),
    ...(fresh.some(({ about }) => about === "decision")
      ? ["What is to stay should be written into a file, such as CLAUDE.md."]
      : []),
  ].join("\n");
}

const assumedWindow = (tokens: number): number =>
  tokens > contextWindows.value.usual ? contextWindows.value.extended : contextWindows.value.usual;

function linesOf(losses: readonly LossAhead[]): string[] {
  return (["skill", "decision", "question"] as const).flatMap((kind) => {
    const these = losses.filter(({ about }) => about === kind);
    const more = these.length - mostOfAKind;
    return [
      ...these.slice(0, mostOfAKind).map(({ text }) => `- ${text}`),
      ...(more > 0 ? [`- and ${more} more ${kind}${more === 1 ? "" : "s"}`] : []),
    ];
  });
}

/** What was said of a session must not lie in the cache. */
const hashed = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 16);

function warnedOf(path: string): string[] {
  try {
    const keys: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

function keepWarned(path: string, keys: readonly string[]): void {
  makeFolder(dirname(path));
  replaceFile(path, JSON.stringify(keys.slice(-mostKept)));
  dropOldFiles(dirname(path), keptDays);
}
