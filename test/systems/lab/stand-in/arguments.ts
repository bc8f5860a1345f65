/** What the program was asked for, as far as its documentation and the published measurement describe it. */
export interface Arguments {
  prompt: string | null;
  outputFormat: "text" | "json" | "stream-json";
  isStreaming: boolean;
  sessionId: string | null;
  resume: string | null;
  isContinued: boolean;
  isForked: boolean;
  maxTurns: number;
  allowedTools: string[];
  settings: { disableAllHooks?: boolean; autoMemoryEnabled?: boolean };
  sources: string[];
  model: string | null;
}

const withValue = new Set([
  "--output-format",
  "--input-format",
  "--session-id",
  "--resume",
  "--max-turns",
  "--allowedTools",
  "--settings",
  "--setting-sources",
  "--model",
]);
const flags = new Set([
  "-p",
  "--print",
  "--verbose",
  "--continue",
  "--fork-session",
  "--strict-mcp-config",
  "--version",
]);

/** Reads the arguments; throws with the line that the program would print. */
export function argumentsOf(words: string[]): Arguments {
  const values = new Map<string, string>();
  const given = new Set<string>();
  let prompt: string | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (withValue.has(word)) {
      values.set(word, words[++at] ?? "");
    } else if (flags.has(word)) {
      given.add(word);
    } else if (word.startsWith("-")) {
      throw new Error(`error: unknown option '${word}'`);
    } else {
      prompt = word;
    }
  }
  const outputFormat = (values.get("--output-format") ?? "text") as Arguments["outputFormat"];
  if (!given.has("-p") && !given.has("--print")) throw new Error("error: this program has no terminal; use -p");
  if (outputFormat === "stream-json" && !given.has("--verbose"))
    throw new Error("Error: When using --print, --output-format=stream-json requires --verbose");
  const sessionId = values.get("--session-id") ?? null;
  if (sessionId !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId))
    throw new Error("Error: Invalid session ID. Must be a valid UUID.");
  return {
    prompt,
    outputFormat,
    isStreaming: values.get("--input-format") === "stream-json",
    sessionId,
    resume: values.get("--resume") ?? null,
    isContinued: given.has("--continue"),
    isForked: given.has("--fork-session"),
    maxTurns: Number(values.get("--max-turns") ?? Number.POSITIVE_INFINITY),
    allowedTools: (values.get("--allowedTools") ?? "").split(/[ ,]+/),
    settings: JSON.parse(values.get("--settings") ?? "{}"),
    sources: (values.get("--setting-sources") ?? "user,project,local").split(","),
    model: values.get("--model") ?? null,
  };
}
