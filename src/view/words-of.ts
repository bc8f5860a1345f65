import { wordGroups } from "./words.js";

/** What a word of a field means, with or without its question mark; undefined where the field has no such word. */
export function meaningOf(field: string, text: string): string | undefined {
  const group = wordGroups.find(({ title }) => title.endsWith(`: ${field}`));
  const word = text === "?" ? "unknown" : text.replace(/\?$/, "");
  return group?.words.find((one) => one.word === word)?.means;
}
