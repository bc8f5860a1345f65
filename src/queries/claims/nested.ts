import type { Attachment, Event } from "../../timeline/event.js";
import { atBoundaries, type Claim, type Judge, judged } from "./claim.js";
import { type BoundaryFacts, speaks } from "./session-facts.js";
import { docsOfAugust, docsOfOctober, docsOfSeptember, july, laboratory, skillsArticle } from "./sources.js";

const isRule = (path: string) => /[\\/]\.claude[\\/]rules[\\/]/.test(path);
const isNested = (path: string) => !isRule(path);

/** Nested instruction files of one sort that stood in context before the boundary, each with its record. */
const standing = ({ before }: BoundaryFacts, is: (path: string) => boolean): [string, Attachment][] =>
  [...before.nestedMemories].filter(([path]) => is(path) && !before.instructions.has(path));

const textsAfter = ({ carried: after }: BoundaryFacts): Map<string | null, Event> =>
  new Map(after.flatMap(({ event, carried }) => (carried.text === null ? [] : [[carried.name, event]])));

/** Held where none is back before the model could read or write anything. */
const gone = (is: (path: string) => boolean): Judge =>
  atBoundaries((facts) => {
    const paths = standing(facts, is);
    if (paths.length === 0) return null;
    const back = textsAfter(facts);
    const proof = paths.flatMap(([path]) => back.get(path) ?? []);
    if (proof.length > 0) return judged(false, ...proof);
    return judged(speaks(facts, "attachment/file") ? true : null, facts.cluster.boundary);
  });

/** Held where each comes back whose trigger was read again: the file that was read when it was loaded. */
const withItsTrigger = (is: (path: string) => boolean): Judge =>
  atBoundaries((facts) => {
    const loaded = standing(facts, is);
    if (loaded.length === 0) return null;
    const back = textsAfter(facts);
    const due = loaded.filter(([, event]) => back.has(triggerOf(facts, event)));
    if (due.length === 0) return null;
    const missed = due.filter(([path]) => !back.has(path)).map(([, event]) => event);
    return judged(missed.length === 0, facts.cluster.boundary, ...missed);
  });

function triggerOf({ before: { events } }: BoundaryFacts, loaded: Attachment): string | null {
  const read = events
    .slice(0, events.indexOf(loaded))
    .findLast((event) => event.kind === "tool-result" && event.file !== null);
  return read?.kind === "tool-result" ? (read.file?.path ?? null) : null;
}

const asReReadFile: Judge = atBoundaries((facts) => {
  const loaded = standing(facts, () => true);
  if (loaded.length === 0) return null;
  const back = textsAfter(facts);
  const found = loaded.flatMap(([path]) => back.get(path) ?? []);
  if (found.length === 0) return null;
  return judged(
    found.every((event) => event.kind === "attachment" && event.carrier === "file"),
    ...found,
  );
});

export const nestedClaims = (): Claim[] => [
  {
    id: "july.scoped-rules-gone",
    claim: "Rules with a scope are gone until something triggers them again.",
    ...july,
    judge: gone(isRule),
  },
  {
    id: "docs-august.scoped-rules-lost",
    claim: "Rules with a scope are lost until a matching file is read again.",
    ...docsOfAugust,
    judge: gone(isRule),
  },
  {
    id: "docs-september.rules-with-files",
    claim: "Rules that apply to the files read again after a compaction are loaded with them.",
    ...docsOfSeptember,
    judge: withItsTrigger(isRule),
  },
  {
    id: "docs-october.scoped-rules-on-demand",
    claim: "Rules with a scope load on demand: when a matching file is read, written or edited.",
    ...docsOfOctober,
    judge: gone(isRule),
  },
  {
    id: "docs-august.nested-lost",
    claim: "A nested CLAUDE.md is lost until a file in its directory is read again.",
    ...docsOfAugust,
    judge: gone(isNested),
  },
  {
    id: "docs-september.nested-with-files",
    claim: "Nested CLAUDE.md files that apply to the files read again after a compaction are loaded with them.",
    ...docsOfSeptember,
    judge: withItsTrigger(isNested),
  },
  {
    id: "docs-october.nested-on-demand",
    claim: "A nested CLAUDE.md loads on demand: when a file in its directory is read, written or edited.",
    ...docsOfOctober,
    judge: gone(isNested),
  },
  {
    id: "skills.nested-summarised-away",
    claim: "Rules with a scope and nested CLAUDE.md files are summarised away and load only with a matching read.",
    ...skillsArticle,
    judge: gone(() => true),
  },
  {
    id: "lab.nested-as-files",
    claim: "Where a nested CLAUDE.md or a rule with a scope comes back, it does as one of the files read again.",
    ...laboratory,
    judge: asReReadFile,
  },
];
