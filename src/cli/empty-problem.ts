import type { StoredAnswers } from "../node/stored-queries.js";

/** Says why a session without an entry can't be asked. */
export const emptyProblem = (file: string, emptiness: NonNullable<StoredAnswers["emptiness"]>): string =>
  `${file}: ${reasons[emptiness]}`;

const reasons = {
  empty: "the file is empty; name a transcript that Claude Code has written",
  "no transcript": "not a transcript, no line is an entry; name a *.jsonl file that Claude Code wrote",
};
