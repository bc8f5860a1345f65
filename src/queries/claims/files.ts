import type { ReturnedRow } from "../returned.js";
import { newestRules } from "../rule-sets.js";
import { atBoundaries, type Claim, type Judge, judged } from "./claim.js";
import { speaks } from "./session-facts.js";
import { docsOfAugust, docsOfOctober, handoverArticle, july, newestTranscripts, skillsArticle } from "./sources.js";

const placesOf = (rows: ReturnedRow[]) =>
  rows.flatMap(({ evidence }) => (evidence[0] === undefined ? [] : [{ place: evidence[0] }]));

const atMostFive = atBoundaries((facts) => {
  const files = facts.filesReadAgain;
  return files.length === 0
    ? null
    : judged(files.length <= (newestRules.value.files ?? Number.POSITIVE_INFINITY), ...placesOf(files));
});

/** Held where every file that came back was read or edited later than any that did not. */
const mostRecent = atBoundaries((facts) => {
  const back = new Set(facts.filesReadAgain.map(({ name }) => name));
  let [seen, first, lastOut] = [0, 0, 0];
  for (const path of facts.before.files.keys()) {
    if (facts.before.instructions.has(path)) continue;
    seen += 1;
    if (!back.has(path)) lastOut = seen;
    else if (first === 0) first = seen;
  }
  return first === 0 || lastOut === 0 ? null : judged(first > lastOut, ...placesOf(facts.filesReadAgain));
});

/** As `charsByFour` takes it; only lengths are at hand here. */
const charsOfToken = 4;

/**
 * Each file that came back: one with its text must be within the limit. What a path stands for is not recorded; it speaks
 * for the claim where the last text that was seen is above the limit, and not against it else, as the file may have grown.
 */
const pathAboveLimit: Judge = ({ boundaries }) => {
  const limit = charsOfToken * (newestRules.value.fileTokens ?? Number.POSITIVE_INFINITY);
  return boundaries.flatMap((facts) =>
    facts.filesReadAgain.map((row) => {
      const seen = facts.before.files.get(row.name ?? "")?.chars ?? 0;
      const whole = row.item === "file" && row.sourceChars !== null ? row.sourceChars <= limit : null;
      return judged(row.item === "file" ? whole : seen > limit ? true : null, ...placesOf([row]));
    }),
  );
};

/** Held where no file that a tool had read is back with its text. */
const readsAreGone = atBoundaries((facts) => {
  const read = new Set<string>();
  for (const event of facts.earlier("tool-result"))
    if (event.file?.action === "read" && !facts.kept.has(event)) read.add(event.file.path);
  if (read.size === 0) return null;
  const back = facts.rows.filter(({ item, name }) => item === "file" && read.has(name ?? ""));
  if (back.length > 0) return judged(false, ...placesOf(back));
  return judged(speaks(facts, "attachment/file") ? true : null, facts.cluster.boundary);
});

export const fileClaims = (): Claim[] => [
  {
    id: "docs.five-files",
    claim: "Up to five files that were read or edited are read again.",
    ...docsOfOctober,
    judge: atMostFive,
  },
  {
    id: "newest.five-files",
    claim: "At most five files come back; one boundary brought a single one.",
    ...newestTranscripts,
    judge: atMostFive,
  },
  {
    id: "docs.files-most-recently-modified",
    claim: "Files that were modified most recently come first.",
    ...docsOfOctober,
    judge: "A transcript holds no modification times of files.",
  },
  {
    id: "handover.files-most-recently-used",
    claim: "The files that come back are the most recently read or edited ones.",
    ...handoverArticle,
    judge: mostRecent,
  },
  {
    id: "docs-august.files-most-recently-read",
    claim: "Resuming from a summary keeps up to five recently read files.",
    ...docsOfAugust,
    judge: mostRecent,
  },
  {
    id: "docs.large-file-as-path",
    claim: "A file of more than 5,000 tokens comes back as a path without its text; tested at four characters a token.",
    ...docsOfOctober,
    judge: pathAboveLimit,
  },
  {
    id: "skills.large-file-as-path",
    claim: "Any of the files over 5,000 tokens comes back as a path only; tested at four characters a token.",
    ...skillsArticle,
    judge: pathAboveLimit,
  },
  {
    id: "july.tool-output-gone",
    claim: "The raw text of tool output is gone after a compaction; tested on files that were read.",
    ...july,
    judge: readsAreGone,
  },
  {
    id: "handover.tool-output-summarised",
    claim: "Tool output is summarised and not restored; tested on files that were read.",
    ...handoverArticle,
    judge: readsAreGone,
  },
];
