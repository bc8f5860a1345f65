import type { Place } from "../read/place.js";
import type { Reply, UsageCounters } from "../timeline/event.js";
import { derived, type Grade, type Judgement, observed, unknown } from "./row.js";

/** What a message used; null where the line that counts has no such number. */
export interface Tokens {
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  /** Tokens written to the five-minute cache; null where the write is not split. */
  cacheWrite5m: number | null;
  /** Tokens written to the one-hour cache; null where the write is not split. */
  cacheWrite1h: number | null;
  /** Rest of the cache write that no split explains. */
  cacheWriteUnsplit: number | null;
}

/** What the files of one session hold of a message. */
export interface MessageTokens extends Tokens {
  messageId: string;
  model: string | null;
  /** Of the line that counts, epoch milliseconds. */
  at: number | null;
  grade: Grade;
  /** How many lines there are of it. */
  lines: number;
  /** The line that counts. */
  place: Place;
  /** Null where it was not asked for. */
  chain: string | null;
  sessionId: string | null;
  /** Name of the folder that the session's file lies in. */
  project: string | null;
}

/** The counters that tokens are told by. */
type TokenCounters = Omit<UsageCounters, "lastIterationContext">;

/** A line of a reply, as choosing among the lines of a message needs it. */
type ReplyLine = Pick<Reply, "messageId" | "synthetic"> & { usage: TokenCounters | null };

/** The lines of one message in one session, and the one of them that counts. */
export interface MessageLines<Line> {
  best: Line;
  lines: Line[];
}

/**
 * Puts the lines of a session's replies together, message by message, in the order of their first lines. The line with the
 * most output tokens counts, the last on a tie; rows that the program wrote itself are no requests.
 */
export function linesByMessage<Line extends ReplyLine>(replies: Iterable<Line>): Map<string, MessageLines<Line>> {
  const messages = new Map<string, MessageLines<Line>>();
  for (const line of replies) {
    if (line.synthetic || line.messageId === null) continue;
    const known = messages.get(line.messageId);
    if (known === undefined) messages.set(line.messageId, { best: line, lines: [line] });
    else {
      known.lines.push(line);
      if (counts(line.usage, known.best.usage)) known.best = line;
    }
  }
  return messages;
}

/** True where of two lines of a message the later one counts. */
export const counts = (later: Output | null, earlier: Output | null): boolean =>
  (later?.output ?? -1) >= (earlier?.output ?? -1);

type Output = Pick<UsageCounters, "output">;

/** How much a session holds of a message. */
interface Extent {
  output: number | null;
  lines: number;
}

/** True for the copy of a message that has more output, on a tie more lines: a copy can end within a message. */
export const holdsMore = (one: Extent, other: Extent): boolean =>
  ((one.output ?? -1) - (other.output ?? -1) || one.lines - other.lines) > 0;

/** Adds the messages of one more session: each counts once, as the session says it that holds most of it. */
export function addMessages(messages: Map<string, MessageTokens>, more: Iterable<MessageTokens>): void {
  for (const message of more) {
    const known = messages.get(message.messageId);
    if (known === undefined || holdsMore(message, known)) messages.set(message.messageId, message);
  }
}

/** The counters of a message, its cache write in parts; a split that is larger than its total is not used. */
export function tokensOf(usage: TokenCounters | null): { tokens: Tokens; judgement: Judgement } {
  const total = usage?.cacheWrite ?? null;
  const short = usage?.cacheWrite5m ?? null;
  const long = usage?.cacheWrite1h ?? null;
  const sum = (short ?? 0) + (long ?? 0);
  const isSplit = short !== null || long !== null;
  const rest = (total ?? sum) - sum;
  // Of numbers that are no counts, such as 1e308, the rest can be infinite or none.
  const isTooLarge = isSplit && !(rest >= 0 && rest < Number.POSITIVE_INFINITY);
  const isUsed = isSplit && !isTooLarge;
  return {
    tokens: {
      input: usage?.input ?? null,
      output: usage?.output ?? null,
      cacheRead: usage?.cacheRead ?? null,
      cacheWrite5m: isUsed ? short : null,
      cacheWrite1h: isUsed ? long : null,
      cacheWriteUnsplit: isUsed ? rest : total,
    },
    judgement:
      usage === null
        ? unknown("The message records no usage.")
        : isTooLarge
          ? derived("The split of the cache write is larger than its total and is not used.")
          : observed,
  };
}
