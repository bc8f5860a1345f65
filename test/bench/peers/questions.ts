import type { UsageTotalRow } from "../../../src/node.js";

/** One way to answer a question: a line of shell, and its answer, in the form that all answers to the question have. */
export interface Answerer {
  tool: Tool;
  /** What stands in `$…` is set for it: see `peers.ts`. */
  command: string;
  answer: (output: string) => unknown;
  /** Goal: it takes at least so many times as long as ours. */
  atLeast?: number;
}

export type Tool = "tidemark" | "tidemark, library" | "ccusage" | "agent SDK" | "DuckDB" | "jq" | "grep, jq" | "wc";

/** A question, and those that can answer it; the first is ours, and the others have to agree with it. */
export interface Question {
  question: string;
  answerers: Answerer[];
}

const json = (output: string): unknown => JSON.parse(output);
const sorted = (uuids: unknown): string[] => [...new Set(uuids as string[])].sort();
const sortedLines = (output: string): string[] => sorted(output.split("\n").filter((line) => line !== ""));

const compactions = (output: string): string[] =>
  sorted(
    (json(output) as { kind: string; uuid: string }[]).filter((row) => row.kind === "compact").map((row) => row.uuid),
  );

/** Tokens of the rows that `tidemark usage --by` prints: input, output, cache read, cache write. */
export function tokenTotals(output: string): number[] {
  const rows = json(output) as UsageTotalRow[];
  const total = (tokensOf: (row: UsageTotalRow) => number | null): number =>
    rows.reduce((sum, row) => sum + (tokensOf(row) ?? 0), 0);
  return [
    total((row) => row.input),
    total((row) => row.output),
    total((row) => row.cacheRead),
    total((row) => (row.cacheWrite5m ?? 0) + (row.cacheWrite1h ?? 0) + (row.cacheWriteUnsplit ?? 0)),
  ];
}

export const usageCommand = 'node "$DIST"/cli/main.js usage "$FOLDER" --by day,model --json';

interface Ccusage {
  totals: Record<"inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheCreationTokens", number>;
}

/** Tokens of what `ccusage` prints: input, output, cache read, cache write. */
export function ccusageTotals(output: string): number[] {
  const { totals } = json(output) as Ccusage;
  return [totals.inputTokens, totals.outputTokens, totals.cacheReadTokens, totals.cacheCreationTokens];
}

export const ccusageCommand = '"$PEERS"/.bin/ccusage claude daily --offline --json';

/** Of the lines of one message the one with the most output tokens, as ours. */
const jqUsage = `reduce (inputs | select(.type == "assistant" and .message.usage and .message.model != "<synthetic>" and .isApiErrorMessage != true) | .message) as $m
  ({}; if (.[$m.id].output_tokens // -1) <= $m.usage.output_tokens then .[$m.id] = $m.usage else . end)
  | [.[]] | [map(.input_tokens), map(.output_tokens), map(.cache_read_input_tokens), map(.cache_creation_input_tokens)] | map(add // 0)`;

export const questions: Question[] = [
  {
    question: "lines of a folder",
    answerers: [
      { tool: "tidemark, library", command: 'node "$PROGRAMS"/ours.mjs lines "$FOLDER"', answer: json },
      { tool: "wc", command: 'cat "$FOLDER"/*/*.jsonl | wc -l', answer: json },
    ],
  },
  {
    question: "compactions of a folder",
    answerers: [
      {
        tool: "tidemark",
        command: 'node "$DIST"/cli/main.js boundaries "$FOLDER" --json --no-index',
        answer: compactions,
      },
      {
        tool: "tidemark, library",
        command: 'node "$PROGRAMS"/ours.mjs boundaryRecords "$FOLDER"',
        answer: (output) => sorted(json(output)),
      },
      {
        tool: "grep, jq",
        command: `grep -hF '"compact_boundary"' "$FOLDER"/*/*.jsonl | jq -r 'select(.type == "system" and .subtype == "compact_boundary") | .uuid'`,
        answer: sortedLines,
      },
      {
        tool: "DuckDB",
        command: 'node "$PROGRAMS"/duckdb.mjs boundaryRecords "$FOLDER"',
        answer: (output) => sorted(json(output)),
      },
    ],
  },
  {
    question: "tokens used in a folder",
    answerers: [
      { tool: "tidemark", command: usageCommand, answer: tokenTotals },
      { tool: "ccusage", command: ccusageCommand, answer: ccusageTotals, atLeast: 1 },
      { tool: "DuckDB", command: 'node "$PROGRAMS"/duckdb.mjs usageTotals "$FOLDER"', answer: json, atLeast: 1 },
      { tool: "jq", command: `jq -cn '${jqUsage}' "$FOLDER"/*/*.jsonl`, answer: json },
    ],
  },
  {
    question: "messages of one session",
    answerers: [
      {
        tool: "tidemark, library",
        command: 'node "$PROGRAMS"/ours.mjs messageIds "$SESSION_FILE"',
        answer: (output) => sorted(json(output)),
      },
      {
        tool: "agent SDK",
        command: 'node "$PROGRAMS"/agent-sdk.mjs "$PEERS"/@anthropic-ai/claude-agent-sdk/sdk.mjs "$SESSION"',
        answer: (output) => sorted(json(output)),
      },
    ],
  },
];
