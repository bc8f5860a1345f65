/** A member of an object, or an item of an array, by its place in the text. */
export interface JsonEntry {
  /** Null for an item of an array. */
  key: string | null;
  start: number;
  valueStart: number;
  end: number;
}

/** An object or array by its place in the text; its opening bracket stands at `start`, `end` is behind its closing one. */
export interface JsonContainer {
  start: number;
  end: number;
  entries: JsonEntry[];
}

/** Finds the entries of the object or array that opens at `start`, in a text that `JSON.parse` takes. */
export function jsonEntries(text: string, start: number): JsonContainer {
  const isObject = text[start] === "{";
  const entries: JsonEntry[] = [];
  let at = behindSpace(text, start + 1);
  while (text[at] !== "}" && text[at] !== "]") {
    const entryStart = at;
    let key: string | null = null;
    if (isObject) {
      const keyEnd = endOfValue(text, at);
      key = JSON.parse(text.slice(at, keyEnd)) as string;
      at = behindSpace(text, behindSpace(text, keyEnd) + 1);
    }
    const end = endOfValue(text, at);
    entries.push({ key, start: entryStart, valueStart: at, end });
    at = behindSpace(text, end);
    if (text[at] === ",") at = behindSpace(text, at + 1);
  }
  return { start, end: at + 1, entries };
}

/** Where text that is no white space begins. */
export function behindSpace(text: string, at: number): number {
  let from = at;
  while (" \t\r\n".includes(text[from] ?? "x")) from++;
  return from;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; ) {
    const sign = text[at] ?? "";
    if (sign === '"') at = endOfString(text, at);
    else if (sign === "{" || sign === "[") {
      depth++;
      at++;
    } else if (sign === "}" || sign === "]") {
      depth--;
      at++;
    } else if (depth > 0) at++;
    else while (/[-+.\w]/.test(text[at] ?? "")) at++;
    if (depth === 0) return at;
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
