/** A table of `docs/words.md`. */
export interface WordGroup {
  title: string;
  words: { word: string; means: string }[];
}

/** What the words mean: the build takes it from `docs/words.md`. */
export const wordGroups: readonly WordGroup[] = [];
