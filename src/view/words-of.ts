import { wordGroups } from "./words.js";

const meanings = new Map(wordGroups.flatMap(({ words }) => words.map(({ word, means }) => [word, means])));

/** What a word of a cell means, with or without its question mark; undefined for any other text. */
export const meaningOf = (text: string): string | undefined => {
  const word = text.replace(/\?$/, "");
  return word === "" ? meanings.get("unknown") : meanings.get(word);
};
