import type { Token } from "stream-json/core/parser.js";
import { cutText, longestKeptText } from "./cut-text.js";
import type { RawEntry } from "./entry-batch.js";

/** Builds objects from tokens without ever holding much: long strings are cut, what is beyond the budgets is left out. */
export interface BoundedAssembler {
  take(token: Token): void;
  /** Top-level objects that are whole. */
  readonly closed: RawEntry[];
  /** The top-level object that is not closed yet, with what is known of it. */
  open(): RawEntry | null;
  /** True between two top-level values. */
  idle(): boolean;
  /** Number of containers that are open. */
  depth(): number;
  readonly summary: {
    /** Top-level values that are no objects. */
    others: number;
    /** Strings that were cut. */
    cut: number;
    /** Path and length of the first of them, such as `message.content.0.text (70000 characters)`. */
    firstCuts: string[];
    /** Values that were left out. */
    leftOut: number;
  };
}

interface Frame {
  container: RawEntry | unknown[];
  /** Key of the next value, null where its value is left out. */
  key: string | null;
  /** Number of keys that lead here, or `budgetLevels - 1` inside an array and below that many keys. */
  level: number;
}

const budgetLevels = 5;
const longestDepth = 500;
const mostObjects = 1000;
const namedCuts = 5;
/** A value weighs this much plus its characters and those of its key. */
const valueWeight = 32;

export function createBoundedAssembler(): BoundedAssembler {
  // A budget for each level: no payload, however large, costs the fields around it.
  const budgets = [1, 1, 1, 1, 4].map((share) => share * 1024 * 1024);
  const frames: Frame[] = [];
  const closed: RawEntry[] = [];
  const summary = { others: 0, cut: 0, firstCuts: [] as string[], leftOut: 0 };
  let skippedDepth = 0;
  let head = "";
  let length = 0;
  let inText = false;

  function take(token: Token): void {
    switch (token.name) {
      case "startObject":
        open(false);
        break;
      case "startArray":
        open(true);
        break;
      case "endObject":
      case "endArray":
        close();
        break;
      case "startKey":
      case "startString":
      case "startNumber":
        head = "";
        length = 0;
        inText = true;
        break;
      case "stringChunk":
      case "numberChunk":
        if (length < longestKeptText) head += token.value.slice(0, longestKeptText - length);
        length += token.value.length;
        break;
      case "endKey":
        inText = false;
        takeKey();
        break;
      case "endString":
        inText = false;
        takeString();
        break;
      case "endNumber":
        inText = false;
        takeNumber();
        break;
      case "nullValue":
      case "trueValue":
      case "falseValue":
        put(token.value, 0);
    }
  }

  function open(array: boolean): void {
    const parent = frames.at(-1);
    const kept = parent === undefined ? skippedDepth === 0 && !array : hasRoom(0) && frames.length < longestDepth;
    if (!kept) {
      if (parent !== undefined && skippedDepth === 0) summary.leftOut += 1;
      skippedDepth += 1;
      return;
    }
    const container: RawEntry | unknown[] = array ? [] : {};
    const level = array ? budgetLevels - 1 : Math.min((parent?.level ?? -1) + 1, budgetLevels - 1);
    if (parent !== undefined) put(container, 0);
    frames.push({ container, key: null, level });
  }

  function close(): void {
    if (skippedDepth > 0) {
      skippedDepth -= 1;
      if (skippedDepth === 0 && frames.length === 0) summary.others += 1;
      return;
    }
    const frame = frames.pop();
    if (frames.length > 0 || frame === undefined) return;
    if (closed.length < mostObjects) closed.push(frame.container as RawEntry);
    else summary.leftOut += 1;
  }

  function takeKey(): void {
    const frame = frames.at(-1);
    if (skippedDepth > 0 || frame === undefined) return;
    const left = (budgets[frame.level] as number) - length;
    // A key that was cut would be another key, so its value is left out.
    const kept = length <= longestKeptText && left >= valueWeight;
    frame.key = kept ? copied(head) : null;
    if (kept) budgets[frame.level] = left;
  }

  function takeString(): void {
    const long = length > longestKeptText;
    if (!hasRoom(Math.min(length, longestKeptText))) leaveOut();
    else if (!long) put(copied(head), length);
    else {
      summary.cut += 1;
      if (summary.firstCuts.length < namedCuts) summary.firstCuts.push(`${path()} (${length} characters)`);
      put(cutText(copied(head), length), longestKeptText);
    }
  }

  function takeNumber(): void {
    if (length > longestKeptText) leaveOut();
    else put(Number(head), 0);
  }

  function put(value: unknown, characters: number): void {
    const frame = frames.at(-1);
    if (frame === undefined || !hasRoom(characters)) {
      leaveOut();
      return;
    }
    budgets[frame.level] = (budgets[frame.level] as number) - valueWeight - characters;
    if (Array.isArray(frame.container)) frame.container.push(value);
    else setKey(frame.container, frame.key as string, value);
  }

  function leaveOut(): void {
    if (frames.length === 0 && skippedDepth === 0) summary.others += 1;
    else if (frames.length > 0 && skippedDepth === 0) summary.leftOut += 1;
  }

  /** True where the value at hand can be kept. */
  function hasRoom(characters: number): boolean {
    const frame = frames.at(-1);
    if (frame === undefined || skippedDepth > 0) return false;
    if (!Array.isArray(frame.container) && frame.key === null) return false;
    return (budgets[frame.level] as number) >= valueWeight + characters;
  }

  function path(): string {
    const last = frames.length - 1;
    const steps = frames.map(({ container, key }, depth) => {
      if (Array.isArray(container)) return String(container.length - (depth < last ? 1 : 0));
      return key ?? "";
    });
    const text = steps.join(".");
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  }

  return {
    take,
    closed,
    open: () => (frames[0]?.container as RawEntry | undefined) ?? null,
    idle: () => frames.length === 0 && skippedDepth === 0 && !inText,
    depth: () => frames.length + skippedDepth,
    summary,
  };
}

/** Sets a key as JSON.parse does, `__proto__` included. */
function setKey(object: RawEntry, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The same text as a string of its own: a slice would keep the whole chunk it was cut from in memory. */
function copied(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
