import { compareVersions } from "../../../schemas/versions/compare.js";
import type { Event, Hook } from "../../timeline/event.js";
import { newestRules } from "../rule-sets.js";
import { atBoundaries, type Claim, type Judge, judged } from "./claim.js";
import type { BoundaryFacts } from "./session-facts.js";
import {
  changelog,
  docsOfAugust,
  docsOfOctober,
  docsOfSeptember,
  handoverArticle,
  july,
  laboratory,
  sdkTypes,
  skillsArticle,
} from "./sources.js";

const isCompactRun = (event: Event): event is Hook =>
  event.kind === "hook" &&
  event.event === "SessionStart" &&
  event.matcher === "compact" &&
  event.carrier === "hook_success";

/** The runs of `SessionStart` hooks with the matcher `compact` that wrote something. */
const compactRuns = ({ cluster }: BoundaryFacts): Hook[] =>
  cluster.rows.filter(isCompactRun).filter(({ written }) => (written?.chars ?? 0) > 0);

/** JSON output is delivered through records of its own, so only plain output is held against what was delivered. */
const isPlain = ({ written }: Hook): boolean => !(written?.text ?? "").trimStart().startsWith("{");

const delivers: Judge = atBoundaries((facts) => {
  const runs = compactRuns(facts);
  if (runs.length === 0) return null;
  return judged(
    runs.every((run) => !isPlain(run) || run.delivered !== null),
    ...runs,
  );
});

const opposite =
  (judge: Judge): Judge =>
  (session) =>
    judge(session).map(({ held, places }) => ({ held: held === null ? null : !held, places }));

/** Held where no text that a hook delivered before stands after the boundary; a `SessionStart` hook runs anew. */
const earlierTextGone: Judge = atBoundaries((facts) => {
  const texts = facts
    .earlier("hook")
    .filter(({ event, delivered }) => event !== "SessionStart" && (delivered ?? "").trim().length >= 20);
  if (texts.length === 0) return null;
  const after = facts.carried.flatMap(({ carried }) => carried.text ?? []);
  const back = texts.filter(
    (event) => facts.kept.has(event) || after.some((text) => text.includes((event.delivered as string).trim())),
  );
  return judged(back.length === 0, ...back, facts.cluster.boundary);
});

/** Each run with plain output that was delivered, whole or as a preview. */
const ofRuns =
  (judge: (run: Hook, written: number, delivered: string) => boolean | null): Judge =>
  ({ hooks }) =>
    hooks.flatMap((event) => {
      if (event.written === null || event.delivered === null || !isPlain(event)) return [];
      const held = judge(event, event.written.chars, event.delivered);
      return held === null ? [] : [judged(held, event)];
    });

const isWhole = ({ spilled, written }: Hook, delivered: string): boolean =>
  !spilled && delivered.trim().length >= (written?.text ?? "").trim().length;

/** Characters of the output's head that stand in what was delivered. */
function previewChars(written: string, delivered: string): number {
  const head = written.trimStart();
  let shown = 0;
  let hidden = head.length + 1;
  while (hidden - shown > 1) {
    const half = (shown + hidden) >> 1;
    if (delivered.includes(head.slice(0, half))) shown = half;
    else hidden = half;
  }
  return shown;
}

const plainEvents = ["SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PostModelSwitch"];

/** Runs of a hook event: does the record speak for such an event, or against the list that lacks it? */
const ofEvent =
  (name: string, exists: boolean): Judge =>
  ({ hooks }) =>
    hooks.flatMap((hook) => (hook.event === name ? [judged(exists, hook)] : []));

/** Starts that hooks were told of as a fork's: none is written before 2.1.214. */
const forkStarts: Judge = ({ hooks }) =>
  hooks.flatMap((hook) =>
    hook.event === "SessionStart" && hook.matcher === "fork"
      ? [judged(hook.cliVersion === null ? null : compareVersions(hook.cliVersion, "2.1.214") >= 0, hook)]
      : [],
  );

export const hookClaims = (): Claim[] => [
  {
    id: "july.compact-hook-injects",
    claim: "A SessionStart hook with the matcher compact puts its output into the context.",
    ...july,
    judge: delivers,
  },
  {
    id: "docs.compact-hook-runs",
    claim: "SessionStart hooks that match compact are run and their output is added.",
    ...docsOfOctober,
    judge: delivers,
  },
  {
    id: "handover.compact-hook-injects",
    claim:
      "A SessionStart hook with the matcher compact runs right after a compaction and brings its text with the summary.",
    ...handoverArticle,
    judge: delivers,
  },
  {
    id: "lab.compact-hook-in-cluster",
    claim: "The output of the compact hook follows the summary as a record of its own.",
    ...laboratory,
    judge: delivers,
  },
  {
    id: "docs-august.hooks-not-context",
    claim: "Hooks do not concern a compaction: they run as code and are no context.",
    ...docsOfAugust,
    judge: opposite(delivers),
  },
  {
    id: "july.hook-context-gone",
    claim: "The raw text that hooks added earlier is gone.",
    ...july,
    judge: earlierTextGone,
  },
  {
    id: "docs.hook-context-summarised",
    claim: "Context that hooks added earlier is summarised with the rest.",
    ...docsOfSeptember,
    judge: earlierTextGone,
  },
  {
    id: "docs.hook-output-10000",
    claim: "Output of a hook is delivered whole up to 10,000 characters, and as a preview above.",
    ...docsOfSeptember,
    judge: ofRuns((run, written, delivered) => isWhole(run, delivered) === written <= newestRules.value.hookChars),
  },
  {
    id: "skills.hook-output-10000",
    claim: "The output of a hook is capped at 10,000 characters.",
    ...skillsArticle,
    judge: ofRuns((_run, _written, delivered) => delivered.length <= newestRules.value.hookChars),
  },
  {
    id: "docs-august.hook-output-whole",
    claim: "Output of a hook enters the context without truncation.",
    ...docsOfAugust,
    judge: ofRuns((run, written, delivered) =>
      written > newestRules.value.hookChars ? isWhole(run, delivered) : null,
    ),
  },
  {
    id: "changelog.hook-output-50000",
    claim: "From 2.1.89 on, output of more than 50,000 characters goes to disk; less is delivered.",
    ...changelog("2.1.89"),
    judge: ofRuns((run, written, delivered) =>
      written > newestRules.value.hookChars ? isWhole(run, delivered) === written <= 50_000 : null,
    ),
  },
  {
    id: "docs.hook-preview-2000",
    claim: "The preview of output that is too long has up to its first 2,000 characters.",
    ...docsOfSeptember,
    judge: ofRuns((run, _written, delivered) =>
      run.spilled
        ? previewChars(run.written?.text ?? "", delivered) <=
          (newestRules.value.hookPreviewChars ?? Number.POSITIVE_INFINITY)
        : null,
    ),
  },
  {
    id: "docs.plain-output-of-some-events",
    claim:
      "Plain output becomes context only for SessionStart, UserPromptSubmit, UserPromptExpansion and PostModelSwitch.",
    ...docsOfSeptember,
    judge: ofRuns((run) =>
      run.carrier === "hook_success" && run.event !== null ? plainEvents.includes(run.event) : null,
    ),
  },
  {
    id: "docs-august.no-hook-before-model-switch",
    claim: "The hook events are those listed, of which PreModelSwitch is none.",
    ...docsOfAugust,
    judge: ofEvent("PreModelSwitch", false),
  },
  {
    id: "sdk.hook-before-model-switch",
    claim: "PreModelSwitch is a hook event.",
    ...sdkTypes,
    judge: ofEvent("PreModelSwitch", true),
  },
  {
    id: "docs.fork-starts-as-fork",
    claim: "From 2.1.214 on, SessionStart hooks of a fork get the source fork; no earlier version has it.",
    ...docsOfAugust,
    judge: forkStarts,
  },
  {
    id: "handover.precompact-adds-nothing",
    claim: "A PreCompact hook can't add anything to the context.",
    ...handoverArticle,
    judge: ({ hooks }) =>
      hooks.flatMap((event) => (event.event === "PreCompact" ? [judged(event.delivered === null, event)] : [])),
  },
];
