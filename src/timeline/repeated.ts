import type { Session } from "./decoding-session.js";

const mostTexts = 10_000;

/** The string that is kept for this text in the whole session. */
export function repeated<Text extends string | null>(text: Text, { repeated: held }: Session): Text | string {
  if (text === null) return text;
  const known = held.get(text);
  if (known !== undefined) return known;
  if (held.size < mostTexts) held.set(text, text);
  return text;
}
