import type { Cuts } from "../read/entry-batch.js";
import { withoutHalfPair } from "../read/without-half-pair.js";

/** A text that may be kept only in part: a long tool input or result. */
export interface Payload {
  /** The whole text, or its head where `whole` is false. */
  text: string;
  /** Length of the whole text in UTF-16 units. */
  chars: number;
  /** True where nothing of it was left out. */
  whole: boolean;
}

/** Keeps the whole text, or its first `limit` characters, one less where that would cut one in two. */
export function payload(text: string, limit: number, cuts?: Cuts): Payload {
  if (cuts !== undefined && cuts.span(text) !== null) {
    const chars = cuts.chars(text);
    if (chars > limit) return { text: cuts.head(text, limit), chars, whole: false };
    return { text: cuts.text(text), chars, whole: true };
  }
  if (text.length <= limit) return { text, chars: text.length, whole: true };
  const head = withoutHalfPair(text, limit);
  return { text: text.length > 4 * limit ? detached(head) : head, chars: text.length, whole: false };
}

/** A copy that does not keep the long string alive of which it is a slice, as engines do for speed. */
const detached = (slice: string): string => JSON.parse(JSON.stringify(slice)) as string;
