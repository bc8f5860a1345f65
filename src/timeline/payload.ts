/** A text that may be kept only in part: a long tool input or result. */
export interface Payload {
  /** The whole text, or its head where `whole` is false. */
  text: string;
  /** Length of the whole text in UTF-16 units. */
  chars: number;
  whole: boolean;
}

/** Keeps the whole text, or its first `limit` characters. */
export function payload(text: string, limit: number): Payload {
  if (text.length <= limit) return { text, chars: text.length, whole: true };
  // A slice keeps its whole parent string alive; going through an array of characters would not, but is slow:
  // joining with an empty flat copy is what V8 flattens into a string of its own.
  return { text: detach(text.slice(0, limit)), chars: text.length, whole: false };
}

function detach(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}
