import { readFileSync } from "node:fs";

interface Usage {
  input_tokens?: number;
  output_tokens?: number;
  cache_read_input_tokens?: number;
  cache_creation_input_tokens?: number;
  cache_creation?: Record<string, number>;
}

interface Message {
  id?: string;
  model?: string;
  usage?: Usage;
}

interface Row {
  type?: string;
  timestamp?: string;
  requestId?: string;
  sessionId?: string;
  isApiErrorMessage?: boolean;
  message?: Message;
  data?: { message?: { message?: Message; requestId?: string } };
}

function* rowsOf(text: string): Generator<Row> {
  for (const line of text.split("\n"))
    try {
      yield JSON.parse(line) as Row;
    } catch {}
}

const isRequest = ({ type, isApiErrorMessage, message }: Row): boolean =>
  type === "assistant" && message?.usage !== undefined && message.model !== "<synthetic>" && isApiErrorMessage !== true;

const reportedMessage = (row: Row): Message | undefined =>
  row.type === "progress" && row.data?.message?.message?.usage !== undefined ? row.data.message.message : undefined;

/** Whether `ccusage` and this library count the tokens of a transcript by the same rule: see `usageDifferences`. */
export function countedAlike(file: string): boolean {
  for (const row of rowsOf(readFileSync(file, "utf8"))) {
    if (reportedMessage(row) !== undefined) return false;
    if (isRequest(row) && (row.requestId === undefined || row.timestamp === undefined)) return false;
  }
  return true;
}

/**
 * What `ccusage` counts and this library does not, in tokens (input, output, cache read, cache write), each by its rule, from
 * the records themselves. It takes rows for one message that share message id and request id, or without a request id
 * session and time, and of them the one with most tokens; messages of subagents within progress records count too; a row
 * without a time does not; a cache write is what its parts add up to. Found by experiment with 20.0.24.
 */
export function usageDifferences(files: string[]): Record<string, number[]> {
  const byOurRule = new Map<string, Usage>();
  const untimed = new Map<string, Usage>();
  const byTheirRule = new Map<string, Usage>();
  const reported = new Map<string, Usage>();
  for (const file of files)
    for (const row of rowsOf(readFileSync(file, "utf8"))) {
      const inProgress = reportedMessage(row);
      if (inProgress !== undefined)
        keep(reported, theirKey(inProgress, row.data?.message?.requestId, row), inProgress, allTokens);
      if (!isRequest(row)) continue;
      const message = row.message as Message;
      keep(row.timestamp === undefined ? untimed : byOurRule, `${message.id}`, message, outputTokens);
      if (row.timestamp !== undefined) keep(byTheirRule, theirKey(message, row.requestId, row), message, allTokens);
    }
  return {
    "messages of subagents within progress records": sum(without(reported, byTheirRule)),
    "rows of one message without a request id, by their time": less(sum(byTheirRule), sum(byOurRule)),
    "cache writes whose parts are more than their total": less(sum(byTheirRule, partsOfCacheWrite), sum(byTheirRule)),
    "rows without a time, left out": less([0, 0, 0, 0], sum(without(untimed, byOurRule))),
  };
}

const theirKey = ({ id }: Message, requestId: string | undefined, { sessionId, timestamp }: Row): string =>
  `${id} ${requestId ?? `${sessionId} ${timestamp}`}`;

function keep(kept: Map<string, Usage>, key: string, { usage = {} }: Message, size: (used: Usage) => number): void {
  const known = kept.get(key);
  if (known === undefined || size(usage) >= size(known)) kept.set(key, usage);
}

const without = (some: Map<string, Usage>, others: Map<string, Usage>): Map<string, Usage> =>
  new Map([...some].filter(([key]) => !others.has(key)));

const outputTokens = (used: Usage): number => used.output_tokens ?? 0;
const allTokens = (used: Usage): number => tokens(used).reduce((all, some) => all + some, 0);
const tokens = (used: Usage): number[] => [
  used.input_tokens ?? 0,
  used.output_tokens ?? 0,
  used.cache_read_input_tokens ?? 0,
  used.cache_creation_input_tokens ?? 0,
];
/** The same with the cache write as the sum of its parts, where it has some. */
const partsOfCacheWrite = (used: Usage): number[] => {
  const parts = Object.values(used.cache_creation ?? {});
  return parts.length === 0 ? tokens(used) : [...tokens(used).slice(0, 3), parts.reduce((all, part) => all + part, 0)];
};
const sum = (used: Map<string, Usage>, count = tokens): number[] =>
  [...used.values()].map(count).reduce(add, [0, 0, 0, 0]);
export const add = (a: number[], b: number[]): number[] => a.map((value, at) => value + (b[at] as number));
export const less = (a: number[], b: number[]): number[] => a.map((value, at) => value - (b[at] as number));
