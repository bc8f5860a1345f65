import { startsTurn, turnKinds } from "../../timeline/clusters.js";
import type { Attachment, Event } from "../../timeline/event.js";
import { eventsOf } from "../../timeline/events-of.js";
import type { ReturnedRow } from "../returned.js";
import { atBoundaries, type Claim, type Judge, judged } from "./claim.js";
import { type BoundaryFacts, speaks } from "./session-facts.js";
import { docsOfAugust, docsOfOctober, handoverArticle, july, laboratory, newestTranscripts } from "./sources.js";

const isRule = (path: string) => /[\\/]\.claude[\\/]rules[\\/]/.test(path);
const isRoot = (path: string) => /(^|[\\/])CLAUDE\.md$/.test(path);
const isAutoMemory = (path: string) => /[\\/]memory[\\/]MEMORY\.md$/.test(path);
const isImport = (path: string) =>
  ![isRule, isRoot, isAutoMemory].some((is) => is(path)) && !/CLAUDE\.local\.md$/.test(path);

/** Held where all such files in force before the boundary are in force after it, and no edit on record was missed. */
const comeBack = (is: (path: string) => boolean): Judge =>
  atBoundaries((facts) => {
    const { cluster, before, after } = facts;
    const paths = [...before.instructions.keys()].filter(is);
    if (paths.length === 0) return null;
    const rows = instructionRows(facts).filter((row) => is(row.name ?? ""));
    const proof = [cluster.boundary, ...places(rows)];
    if (paths.every((path) => after.instructions.has(path))) return judged(!rows.some(isStale), ...proof);
    return judged(canTell(facts) ? false : null, ...proof);
  });

const instructionRows = ({ rows }: BoundaryFacts): ReturnedRow[] =>
  rows.filter(({ carrier }) => carrier === "attachment/instructions");

/** An old text, though a write to the file is recorded since. */
const isStale = (row: ReturnedRow): boolean => row.relation === "equal" && row.changedSince === true;

/** Instructions can come with the next turn, so that nothing can be said before it was answered. */
const canTell = (facts: BoundaryFacts): boolean =>
  speaks(facts, "attachment/instructions") && facts.cluster.requestAfter !== null;

const places = (rows: ReturnedRow[]) =>
  rows.flatMap(({ evidence }) => (evidence[0] === undefined ? [] : [{ place: evidence[0] }]));

const attachmentsOf = (events: Event[], carrier: string): Attachment[] =>
  events.filter((event): event is Attachment => event.kind === "attachment" && event.carrier === carrier);

/** Tests the boundaries of one trigger that brought instructions. */
const whereSent = (trigger: string, held: (rows: ReturnedRow[], facts: BoundaryFacts) => boolean | null): Judge =>
  atBoundaries((facts) => {
    const rows = instructionRows(facts);
    if (facts.cluster.boundary.trigger !== trigger || rows.length === 0) return null;
    return judged(held(rows, facts), facts.cluster.boundary, ...places(rows));
  });

const withNextTurn = (rows: ReturnedRow[]): boolean => rows.every(({ phase }) => phase === "next-prompt");

/** Every record of instructions after the first of its chain: does a start, a compaction or a resume explain it? */
const onlyAtLoadTimes: Judge = ({ attachments, boundaries }) => {
  const explained = new Set(boundaries.flatMap(({ cluster }): Event[] => [...cluster.rows, ...cluster.nextPrompt]));
  const begun = new Set<string>();
  return attachmentsOf(attachments, "instructions").flatMap((event) => {
    if (begun.has(event.chain)) return [judged(explained.has(event) || event.delta?.reason === "session_start", event)];
    begun.add(event.chain);
    return [];
  });
};

/** Each turn of the main conversation after the first record of instructions: were they sent again? */
const withEveryTurn: Judge = ({ timeline }) => {
  const turns: { start: Event; sent: boolean }[] = [];
  let begun = false;
  for (const event of eventsOf(timeline, "attachment", ...turnKinds)) {
    if (event.chain !== "main") continue;
    const last = turns[turns.length - 1];
    if (event.kind === "attachment" && event.carrier === "instructions") {
      begun = true;
      if (last !== undefined) last.sent = true;
    } else if (begun && startsTurn(event)) turns.push({ start: event, sent: false });
  }
  return turns.map(({ start, sent }) => judged(sent, start));
};

export const instructionClaims = (): Claim[] => [
  {
    id: "july.root-comes-back",
    claim: "The root CLAUDE.md is read again after a compaction and comes back verbatim.",
    ...july,
    judge: comeBack(isRoot),
  },
  {
    id: "july.unscoped-rules-retained",
    claim: "Rules without a scope are retained the same way as the root CLAUDE.md.",
    ...july,
    judge: comeBack(isRule),
  },
  {
    id: "docs.root-from-disk",
    claim: "The project's root CLAUDE.md is injected again from disk, with its text of now.",
    ...docsOfOctober,
    judge: comeBack(isRoot),
  },
  {
    id: "docs.imports-from-disk",
    claim: "Files that the root CLAUDE.md imports are injected again with it.",
    ...docsOfOctober,
    judge: comeBack(isImport),
  },
  {
    id: "docs.unscoped-rules-from-disk",
    claim: "Rules without a scope are injected again from disk.",
    ...docsOfOctober,
    judge: comeBack(isRule),
  },
  {
    id: "docs.auto-memory-from-disk",
    claim: "The index of auto memory is injected again from disk.",
    ...docsOfOctober,
    judge: comeBack(isAutoMemory),
  },
  {
    id: "handover.rules-word-for-word",
    claim: "CLAUDE.md, unscoped rules and auto memory come back word for word.",
    ...handoverArticle,
    judge: comeBack((path) => isRoot(path) || isRule(path) || isAutoMemory(path)),
  },
  {
    id: "docs.auto-as-manual",
    claim: "An automatic compaction works the same way as a manual one; so the instructions come with the next turn.",
    ...docsOfAugust,
    judge: whereSent("auto", withNextTurn),
  },
  {
    id: "lab.instructions-with-next-turn",
    claim: "After a manual compaction the instructions come with the next turn.",
    ...laboratory,
    judge: whereSent("manual", withNextTurn),
  },
  {
    id: "newest.held-after-auto",
    claim: "After an automatic compaction the copy comes back that the process held, not the file's text.",
    ...newestTranscripts,
    judge: whereSent("auto", (rows) => {
      const inside = rows.filter(({ phase }) => phase === "boundary");
      if (inside.length === 0) return false;
      if (inside.some(({ relation }) => relation === "changed")) return false;
      return inside.every(({ relation }) => relation === "equal") ? true : null;
    }),
  },
  {
    id: "lab.nothing-retires-the-old-text",
    claim: "The instructions sent after a manual compaction do not say that they replace earlier copies.",
    ...laboratory,
    judge: whereSent("manual", (_rows, { cluster }) =>
      attachmentsOf(cluster.nextPrompt, "instructions").every(({ delta }) => delta?.changed !== true),
    ),
  },
  {
    id: "newest.delta-corrects-held-copy",
    claim: "Where the held copy is older than an edit, the next message brings a delta that replaces it.",
    ...newestTranscripts,
    judge: atBoundaries((facts) => {
      const stale = instructionRows(facts).filter((row) => row.phase === "boundary" && isStale(row));
      if (stale.length === 0) return null;
      const deltas = attachmentsOf(facts.cluster.nextPrompt, "instructions").filter(
        ({ delta }) => delta?.changed === true,
      );
      const names = new Set(deltas.flatMap(({ carried }) => carried.map(({ name }) => name)));
      const all = stale.every(({ name }) => names.has(name));
      return judged(all ? true : canTell(facts) ? false : null, ...places(stale), ...deltas);
    }),
  },
  {
    id: "lab.resume-replaces",
    claim: "Instructions that a resumed process reads again say that each replaces its earlier copy.",
    ...laboratory,
    judge: ({ attachments }) =>
      attachmentsOf(attachments, "instructions")
        .filter(({ delta, carried }) => delta?.reason === "session_start" && carried.length > 0)
        .map((event) => judged(event.delta?.changed === true, event)),
  },
  {
    id: "docs.instructions-once",
    claim:
      "CLAUDE.md is read when a session starts and held; an edit arrives only after /clear, /compact or a restart.",
    ...docsOfAugust,
    judge: onlyAtLoadTimes,
  },
  {
    id: "docs.instructions-with-every-request",
    claim: "CLAUDE.md is injected again with every request (page on the agent loop).",
    ...docsOfAugust,
    judge: withEveryTurn,
  },
];
