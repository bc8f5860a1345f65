/** What the program said of a message when it was done with it. */
export interface ResultMessage {
  sessionId: string | null;
  /** The answer; empty after `/compact`. */
  text: string | null;
  isError: boolean;
  subtype: string | null;
  turns: number | null;
  /** US dollars of the session so far, as the program counts them; null where it does not say. */
  costUsd: number | null;
  models: string[];
}

/** The `result` among the objects that a program printed: one object, a list of them, or one on each line. */
export function resultIn(text: string): ResultMessage | null {
  const whole = parsed(text);
  const objects = whole === undefined ? text.split("\n").map(parsed) : Array.isArray(whole) ? whole : [whole];
  return objects.map(resultOf).findLast((result) => result !== null) ?? null;
}

/** A parsed object of the stream as a result; null where it is something else. */
export function resultOf(value: unknown): ResultMessage | null {
  if (!isObject(value) || value.type !== "result") return null;
  const { total_cost_usd: cost, modelUsage } = value;
  return {
    sessionId: textOf(value.session_id),
    text: textOf(value.result),
    isError: value.is_error === true || (typeof value.subtype === "string" && value.subtype.startsWith("error")),
    subtype: textOf(value.subtype),
    turns: typeof value.num_turns === "number" ? value.num_turns : null,
    costUsd: typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : null,
    models: isObject(modelUsage) ? Object.keys(modelUsage) : [],
  };
}

/** True for the frame that tells of a compaction; the frames before it are not always sent. */
export const isBoundary = (value: unknown): boolean =>
  isObject(value) && value.type === "system" && value.subtype === "compact_boundary";

/** The value of a line of JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
