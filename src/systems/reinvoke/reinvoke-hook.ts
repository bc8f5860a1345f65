import { sessionEnd } from "../../node/session-end.js";
import type { HookInput } from "../hook-input.js";
import { awaitedSubagent, newestCompaction } from "../newest-compaction.js";
import { catalogEntries } from "./catalog.js";
import { type ReinvokeOptions, reinvocations } from "./reinvocations.js";
import { reinvokeOutput } from "./reinvoke-text.js";

/** What the hook answers. */
export interface ReinvokeHookOptions extends Omit<ReinvokeOptions, "at"> {
  /** File of the catalogue; default none. */
  catalog?: string;
  /** As of `sessionEnd`. */
  cache?: boolean | string;
}

/** What a hook prints, and what went wrong in words for a person. */
export interface ReinvokeAnswer {
  /** JSON for standard output; null for nothing. */
  output: string | null;
  problems: string[];
}

/** Longer than this no session should wait for a reminder. */
const longestMs = 5000;

/**
 * Answers a `SessionStart` hook that runs after a compaction: which skills the model is to invoke again, and the catalogue.
 *
 * Never throws on what it is told or what the transcript holds: a part that can't be had is left out, and said in
 * `problems`. Reads the one transcript that the input names, and the catalogue.
 *
 * Known gaps: Claude Code runs the hook for a subagent's own compaction too and names the parent; this is told only while
 * the conversation waits for that subagent.
 *
 * @example
 * const input = hookInput('{"hook_event_name":"SessionStart","source":"startup"}');
 * (await reinvokeHook(input)).problems; // => ["was run for SessionStart startup; set it for SessionStart, with the matcher compact"]
 */
export async function reinvokeHook(input: HookInput, options: ReinvokeHookOptions = {}): Promise<ReinvokeAnswer> {
  const { event, occasion, agentId, transcriptPath } = input;
  const wrong = [event ?? "SessionStart", occasion ?? "compact"].join(" ");
  if (wrong !== "SessionStart compact")
    return { output: null, problems: [`was run for ${wrong}; set it for SessionStart, with the matcher compact`] };
  if (agentId !== null) return { output: null, problems: [] };
  const { catalog, cache = true, ...wanted } = options;
  const problems: string[] = [];
  const rows = await attempt(problems, async () => {
    if (transcriptPath === null) throw new Error("the hook's input names no transcript");
    const end = await sessionEnd(transcriptPath, { cache, signal: AbortSignal.timeout(longestMs) });
    if (newestCompaction(end.timeline) === null && awaitedSubagent(end.timeline) !== null) return null;
    if (!end.complete) problems.push("the transcript is long; a skill that was used in its middle part is not seen");
    return reinvocations(end, wanted);
  });
  if (rows === null) return { output: null, problems };
  const entries = catalog === undefined ? [] : await attempt(problems, () => catalogEntries(catalog));
  return { output: reinvokeOutput(rows ?? [], entries ?? []), problems };
}

/** The value, or undefined where there is none to be had; then the reason is one of the problems. */
async function attempt<T>(problems: string[], act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
