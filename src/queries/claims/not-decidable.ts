import type { Claim } from "./claim.js";
import {
  changelog,
  docsOfAugust,
  docsOfOctober,
  docsOfSeptember,
  handoverArticle,
  issue,
  laboratory,
  lifecycleArticle,
  newestTranscripts,
  sdkReport,
  sdkTypes,
  skillsArticle,
  streamReport,
} from "./sources.js";

const hookInputs = "What a hook gets as input is not in the transcript.";
const streamOnly = "Status frames are on the stream of a running process, not in its transcript.";
const ofSdk = "What the agent SDK returns is not in the transcript.";
const deleted = "A transcript that was deleted can't be read, and one that is there does not say why it was kept.";
const checkpoints = "Checkpoints are kept outside the transcript, which does not say when one was deleted.";
const ofFork = "The row of the command does not say what the program made of it.";
const renderedPart = "The rendered body does not show which part a command printed.";

/** Claims that no transcript can decide, each with the reason. */
export const undecidableClaims = (): Claim[] => [
  {
    id: "docs.system-prompt-applies",
    claim: "The system prompt is no part of the history and still applies after a compaction.",
    ...docsOfOctober,
    judge:
      "The system prompt is not in the transcript; from 2.1.267 a snapshot is, which does not say when it is sent.",
  },
  {
    id: "docs.summary-topics",
    claim: "The summary keeps requests and intent, concepts, files, errors and fixes, pending tasks and current work.",
    ...docsOfAugust,
    judge:
      "Whether a summary covers a topic is a judgement on its meaning; `survival` counts what it keeps word for word.",
  },
  {
    id: "docs.summary-steered",
    claim: "Instructions to /compact, or a section of CLAUDE.md, steer what the summary keeps.",
    ...docsOfAugust,
    judge: "The summary that would have been written without them is not known.",
  },
  {
    id: "docs.summary-inherits-thinking",
    claim: "From 2.1.198 on, the request for the summary inherits extended thinking.",
    ...docsOfAugust,
    judge: "The request that writes the summary is not in the transcript.",
  },
  {
    id: "docs.background-work-reminded",
    claim: "Background commands and subagents keep running, and the model is reminded of them.",
    ...docsOfOctober,
    judge: "The transcript does not say which of them were still running.",
  },
  {
    id: "docs.task-list-persists",
    claim: "Task lists persist across compactions.",
    ...docsOfAugust,
    judge: "The task list is kept outside the transcript.",
  },
  {
    id: "docs.status-line-empty",
    claim: "After a compaction the usage in the status line is null until the next request.",
    ...docsOfAugust,
    judge: "The status line is not in the transcript.",
  },
  {
    id: "docs.older-tool-output-cleared-first",
    claim: "Older tool output is cleared first, then the conversation is summarised.",
    ...docsOfAugust,
    judge: "No record of the versions in question says what was cleared from the requests.",
  },
  {
    id: "docs.listing-share-of-window",
    claim: "The skill listing has a budget of 1 % of the context window.",
    ...docsOfOctober,
    judge: "The size of the context window is not in the transcript.",
  },
  {
    id: "lifecycle.listing-follows-edit",
    claim: "An edit of SKILL.md changes the listing at once.",
    ...lifecycleArticle,
    judge: "An edit outside the session leaves no record, and an update of the listing does not say what caused it.",
  },
  {
    id: "lifecycle.approval-ends-with-turn",
    claim: "The tools that a skill approves are approved until the next message only.",
    ...lifecycleArticle,
    judge: "Whether a tool call was approved, and by what, is not recorded.",
  },
  {
    id: "skills.dynamic-output-frozen",
    claim: "The output of commands inside a skill is fixed when it is rendered.",
    ...skillsArticle,
    judge: renderedPart,
  },
  {
    id: "skills.reattached-runs-commands",
    claim: "Whether a re-attached skill runs its commands again is undocumented; take its text as frozen.",
    ...skillsArticle,
    judge: renderedPart,
  },
  {
    id: "skills.precompact-gets-summary",
    claim: "A PreCompact hook gets the trigger, the custom instructions and the summary.",
    ...skillsArticle,
    judge: hookInputs,
  },
  {
    id: "docs.precompact-input",
    claim: "A PreCompact hook gets the trigger and the custom instructions, and no summary.",
    ...docsOfSeptember,
    judge: hookInputs,
  },
  {
    id: "skills.postcompact-gets-tokens",
    claim: "A PostCompact hook gets the tokens before and after.",
    ...skillsArticle,
    judge: hookInputs,
  },
  {
    id: "docs.postcompact-input",
    claim: "A PostCompact hook gets the trigger and the summary, and no token counts.",
    ...docsOfSeptember,
    judge: hookInputs,
  },
  {
    id: "docs-august.precompact-empty-text",
    claim: "Without custom instructions a PreCompact hook gets an empty text for them.",
    ...docsOfAugust,
    judge: hookInputs,
  },
  {
    id: "docs-september.precompact-null",
    claim: "Without custom instructions a PreCompact hook gets null for them.",
    ...docsOfSeptember,
    judge: hookInputs,
  },
  {
    id: "sdk.hooks-name-subagent",
    claim: "The input of a hook that runs inside a subagent names the subagent.",
    ...sdkTypes,
    judge: hookInputs,
  },
  {
    id: "issue-91910.hooks-of-subagent-unnamed",
    claim: "Hooks of a subagent's compaction get the parent's session and name no subagent.",
    ...issue(91910),
    judge: hookInputs,
  },
  {
    id: "lab.compaction-has-status-frame",
    claim: "On the stream a status frame tells that a compaction runs, then its boundary comes.",
    ...laboratory,
    judge: streamOnly,
  },
  {
    id: "report.auto-without-status-frame",
    claim: "An automatic compaction gives the boundary alone on the stream.",
    ...streamReport,
    judge: streamOnly,
  },
  {
    id: "docs.suppress-output",
    claim: "The field suppressOutput of a hook has no effect.",
    ...docsOfAugust,
    judge: "What was shown to the person is not in the transcript.",
  },
  {
    id: "skills.loss-of-weight",
    claim: "Rules that are in context after a compaction are followed less than before.",
    ...skillsArticle,
    judge: "Whether a rule was followed is a judgement on the model's work.",
  },
  {
    id: "handover.transcripts-expire",
    claim: "Session transcripts are deleted after 30 days by default.",
    ...handoverArticle,
    judge: deleted,
  },
  {
    id: "docs-august.expiry-goes-by-file",
    claim: "What is deleted goes by the age of the file, and the deletion is paused in some cases.",
    ...docsOfAugust,
    judge: deleted,
  },
  {
    id: "sdk.desktop-transcripts-stay",
    claim: "Transcripts of a desktop host are exempt from the deletion, or have a period of their own.",
    ...sdkTypes,
    judge: deleted,
  },
  {
    id: "docs-august.checkpoints-expire",
    claim: "Checkpoints are deleted with their session after 30 days.",
    ...docsOfAugust,
    judge: checkpoints,
  },
  {
    id: "docs-august.checkpoints-hundred",
    claim: "The 100 most recent checkpoints of a session are kept.",
    ...docsOfAugust,
    judge: checkpoints,
  },
  {
    id: "docs-august.fork-started-as-resume",
    claim: "Before 2.1.214, SessionStart hooks of a fork got the source resume.",
    ...docsOfAugust,
    judge:
      "A start that is recorded as a resume does not say that it was a fork's: no version before 2.1.283 marks the copied rows.",
  },
  {
    id: "changelog.fork-is-subagent",
    claim: "From 2.1.161 on, /fork starts a subagent that inherits the conversation.",
    ...changelog("2.1.161"),
    judge: ofFork,
  },
  {
    id: "changelog.fork-is-copy",
    claim:
      "From 2.1.212 on, /fork makes a copy of the session in the background, and /subtask is what starts a subagent.",
    ...changelog("2.1.212"),
    judge: ofFork,
  },
  {
    id: "sdk.session-messages-have-boundaries",
    claim: "The SDK's getSessionMessages gives compaction boundaries where system messages are asked for.",
    ...sdkTypes,
    judge: ofSdk,
  },
  {
    id: "report.session-messages-strip-boundaries",
    claim:
      "The SDK's getSessionMessages leaves out what makes a row a boundary, and the summary looks like a typed prompt.",
    ...sdkReport,
    judge: ofSdk,
  },
  {
    id: "newest.idle-compaction",
    claim: "From 2.1.290 a conversation of 200,000 tokens that is idle for about 54 minutes is compacted.",
    ...newestTranscripts,
    judge: "No record says that a compaction was made because the session was idle.",
  },
];
