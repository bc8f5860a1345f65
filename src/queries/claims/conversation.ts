import { compareVersions } from "../../../schemas/versions/compare.js";
import { records } from "../../../schemas/versions/recording.js";
import type { Attachment, Boundary, Event, Prompt } from "../../timeline/event.js";
import { eventsOf } from "../../timeline/events-of.js";
import { grouped } from "../../timeline/grouped.js";
import { runsOf } from "../../timeline/runs.js";
import type { Timeline } from "../../timeline/timeline.js";
import { atBoundaries, type Claim, type Judge, judged } from "./claim.js";
import { speaks } from "./session-facts.js";
import {
  changelog,
  docsOfOctober,
  docsOfSeptember,
  handoverArticle,
  issue,
  july,
  laboratory,
  newestTranscripts,
  skillsArticle,
} from "./sources.js";

/** Held where no prompt from before the boundary stands after it but in the summary; a rewind keeps a part by design. */
const onlyInSummary = atBoundaries(({ cluster, carried: after, earlier }) => {
  const { boundary, summary } = cluster;
  if ((summary !== null && summary.direction !== null) || boundary.kept?.anchor === boundary.place.uuid) return null;
  const typed = (event: Event): event is Prompt =>
    event.kind === "prompt" && event.typed && event.text.trim().length >= 20;
  const prompts = earlier("prompt").filter(typed);
  if (prompts.length === 0) return null;
  const kept = cluster.kept.filter(typed);
  const texts = after.flatMap(({ carried }) => carried.text ?? []);
  const carried = prompts.filter(({ text }) => {
    const said = text.trim();
    return texts.some((one) => one.includes(said));
  });
  return judged(kept.length + carried.length === 0, ...kept, ...carried, boundary);
});

/** What an unknown record says of its session may mean something else. */
const namesSession = (event: Event): boolean => event.sessionId !== null && event.kind !== "unknown";

const sameSessionId =
  (expected: boolean): Judge =>
  ({ boundaries }) =>
    boundaries.flatMap(({ cluster: { before, after } }) => {
      const last = before.findLast(namesSession);
      const next = after.find(namesSession);
      return last === undefined || next === undefined
        ? []
        : [judged((last.sessionId === next.sessionId) === expected, last, next)];
    });

/** A boundary with a kind of record before it: did one of them come back? */
const comesBack = (carriers: string[]): Judge =>
  atBoundaries((facts) => {
    const is = (event: Event): boolean => event.kind === "attachment" && carriers.includes(event.carrier);
    if (!facts.earlier("attachment").some((event) => is(event) && !facts.kept.has(event))) return null;
    const back = [...facts.cluster.rows, ...facts.cluster.nextPrompt].filter(is);
    if (back.length > 0) return judged(true, ...back);
    const told =
      carriers.every((carrier) => speaks(facts, `attachment/${carrier}`)) && facts.cluster.requestAfter !== null;
    return judged(told ? false : null, facts.cluster.boundary);
  });

/** The running total against the sizes that the boundaries record; a first total can hold compactions of another file. */
const totalsAddUp: Judge = ({ boundaries }) => {
  const totals = new Map<string, number | null>();
  return boundaries.flatMap(({ cluster: { boundary } }) => {
    const { chain, preTokens, postTokens, cumulativeDroppedTokens: total } = boundary;
    const before = totals.get(chain);
    totals.set(chain, total);
    if (total === null || preTokens === null || postTokens === null || before === null) return [];
    const adds = total === (before ?? 0) + preTokens - postTokens;
    return [judged(before === undefined && !adds ? null : adds, boundary)];
  });
};

/** Where it applies: do records stand behind a compaction, up to the next of its chain, that were written before it already? */
const appendedAgain =
  (expected: boolean, applies: (here: Between) => boolean): Judge =>
  ({ timeline, boundaries }) => {
    const chains = grouped(boundaries, ({ cluster }) => cluster.boundary.chain);
    return [...chains.values()].flatMap((cuts) =>
      cuts.flatMap(({ cluster: { boundary } }, at) => {
        const [before, after] = [cuts[at - 1]?.cluster.boundary ?? null, cuts[at + 1]?.cluster.boundary ?? null];
        if (!applies({ timeline, before, boundary, after })) return [];
        const { file, line } = boundary.place;
        const end = after?.place.line ?? Number.POSITIVE_INFINITY;
        const again = timeline.copies.filter(
          ({ place, first }) =>
            place.file === file && first.file === file && first.line < line && line < place.line && place.line < end,
        );
        return [judged(again.length > 0 === expected, ...again, boundary)];
      }),
    );
  };

/** A compaction with its neighbours in the chain. */
interface Between {
  timeline: Timeline;
  before: Boundary | null;
  boundary: Boundary;
  after: Boundary | null;
}

/** A compaction by a process that had compacted before, of the versions that the report names. */
const isSecondOfProcess = ({ timeline, before, boundary }: Between): boolean => {
  const { cliVersion } = boundary;
  const { of } = runsOf(timeline);
  return (
    before !== null &&
    of(before) === of(boundary) &&
    cliVersion !== null &&
    compareVersions(cliVersion, "2.1.237") >= 0 &&
    compareVersions(cliVersion, "2.1.275") <= 0
  );
};

/** Commands of this name: are all of them written by a version that has it? */
const commandSince =
  (name: string, since: string): Judge =>
  ({ timeline }) =>
    eventsOf(timeline, "command").flatMap((event) =>
      event.name === name && event.cliVersion !== null
        ? [judged(compareVersions(event.cliVersion, since) >= 0, event)]
        : [],
    );

const messageKinds: ReadonlySet<Event["kind"]> = new Set<Event["kind"]>([
  "prompt",
  "command",
  "reply",
  "tool-result",
  "summary",
]);

/** The order in which the laboratory saw things come back, by carrier. */
const order = [
  "user/compactSummary",
  "attachment/file",
  "attachment/invoked_skills",
  "attachment/hook_success",
  "attachment/instructions",
];

export const conversationClaims = (): Claim[] => [
  {
    id: "july.conversation-in-summary",
    claim: "What was said during the session exists only as whatever the summary kept of it; tested on prompts.",
    ...july,
    judge: onlyInSummary,
  },
  {
    id: "docs.conversation-in-summary",
    claim: "What was given only in conversation does not survive beyond the summary; tested on prompts.",
    ...docsOfOctober,
    judge: onlyInSummary,
  },
  {
    id: "handover.conversation-in-summary",
    claim: "The conversation is summarised, not restored; tested on prompts.",
    ...handoverArticle,
    judge: onlyInSummary,
  },
  {
    id: "handover.same-session-id",
    claim: "A session keeps its id across a compaction.",
    ...handoverArticle,
    judge: sameSessionId(true),
  },
  {
    id: "issue-29094.new-session-id",
    claim: "After a compaction the session has a new id.",
    ...issue(29094),
    judge: sameSessionId(false),
  },
  {
    id: "docs.git-status-fresh",
    claim: "A fresh snapshot of the git status is taken.",
    ...docsOfOctober,
    judge: comesBack(["session_context"]),
  },
  {
    id: "docs.plan-from-disk",
    claim: "A plan that was written in plan mode is injected again from disk.",
    ...docsOfSeptember,
    judge: atBoundaries((facts) => {
      const isPlan = (event: Attachment): boolean => event.carrier.startsWith("plan_") && !facts.kept.has(event);
      if (!facts.earlier("attachment").some(isPlan)) return null;
      const plans = facts.carried.filter(({ carried }) => carried.item === "plan" && carried.text !== null);
      return judged(plans.length > 0 ? true : null, ...plans.map(({ event }) => event), facts.cluster.boundary);
    }),
  },
  {
    id: "skills.output-style-applies",
    claim: "The output style still applies; tested by its record.",
    ...skillsArticle,
    judge: comesBack(["output_style", "output_style_instructions"]),
  },
  {
    id: "docs.tool-names-reload",
    claim: "The names of deferred tools are loaded again.",
    ...docsOfOctober,
    judge: comesBack(["deferred_tools_delta"]),
  },
  {
    id: "docs.headless-compaction",
    claim: "A process without a terminal can be told to compact.",
    ...docsOfOctober,
    judge: atBoundaries(({ cluster: { boundary, summary } }) =>
      boundary.trigger === "manual" && (boundary.entrypoint ?? "").startsWith("sdk")
        ? judged(summary !== null, boundary)
        : null,
    ),
  },
  {
    id: "lab.order-of-return",
    claim: "The summary comes first, then files, skills, the output of hooks, and the instructions.",
    ...laboratory,
    judge: atBoundaries(({ rows }) => {
      const known = rows.filter(({ carrier }) => order.includes(carrier));
      const ranks = known.map(({ carrier }) => order.indexOf(carrier));
      if (new Set(ranks).size < 2) return null;
      const places = known.flatMap(({ evidence }) => (evidence[0] === undefined ? [] : [{ place: evidence[0] }]));
      return judged(
        ranks.every((rank, at) => at === 0 || rank >= (ranks[at - 1] as number)),
        ...places,
      );
    }),
  },
  {
    id: "docs.subagent-own-file",
    claim: "A subagent's compaction is recorded in the subagent's own file.",
    ...docsOfOctober,
    judge: ({ timeline, boundaries }) =>
      boundaries.flatMap(({ cluster: { boundary } }) =>
        boundary.chain === "main" ? [] : [judged(boundary.place.file !== timeline.events[0]?.place.file, boundary)],
      ),
  },
  {
    id: "docs.file-is-append-only",
    claim: "The messages from before a compaction stay in the transcript.",
    ...docsOfOctober,
    judge: atBoundaries(({ cluster: { boundary, before } }) =>
      judged(
        before.some((event) => messageKinds.has(event.kind)),
        boundary,
      ),
    ),
  },
  {
    id: "handover.read-from-last-marker",
    claim:
      "What stands behind the last compaction marker of a transcript was said since: no earlier row is there again.",
    ...handoverArticle,
    judge: appendedAgain(false, ({ after }) => after === null),
  },
  {
    id: "issue-92089.rows-appended-again",
    claim: "In 2.1.237 to 2.1.275, the second compaction of a process writes rows from before it again.",
    ...issue(92089),
    judge: appendedAgain(true, isSecondOfProcess),
  },
  {
    id: "changelog.fork-becomes-branch",
    claim: "From 2.1.77 on, /branch is the command that forks the conversation; no earlier version has it.",
    ...changelog("2.1.77"),
    judge: commandSince("branch", "2.1.77"),
  },
  {
    id: "newest.dropped-tokens-add-up",
    claim: "The running total of dropped tokens grows by the size before less the size after.",
    ...newestTranscripts,
    judge: totalsAddUp,
  },
  {
    id: "lab.sizes-recorded",
    claim: "The boundary records the tokens after it and how long the compaction took.",
    ...laboratory,
    judge: atBoundaries(({ cluster: { boundary } }) =>
      records(boundary.cliVersion, "compactMetadata.postTokens") === "yes"
        ? judged(boundary.postTokens !== null && boundary.durationMs !== null, boundary)
        : null,
    ),
  },
];
