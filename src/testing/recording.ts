import { compareVersions } from "../../schemas/versions/compare.js";

/**
 * First and, where it ended, last CLI version that writes a kind of record or a field.
 *
 * Source: counts over 1,098 public transcripts (CLI 1.0.17 to 2.1.238) and the newest public ones
 * (2.1.239 to 2.1.332), as of 2026-11-29. Where only a range is known, the later end stands here.
 */
const recorded = {
  attachments: { since: "2.1.91" },
  hookProgress: { since: "2.1.11", until: "2.1.81" },
  "attachment/hook_success": { since: "2.1.101" },
  "attachment/skill_listing": { since: "2.1.101" },
  "attachment/command_permissions": { since: "2.1.101" },
  "attachment/edited_text_file": { since: "2.1.101" },
  "attachment/queued_command": { since: "2.1.101" },
  "attachment/file": { since: "2.1.104" },
  "attachment/compact_file_reference": { since: "2.1.112" },
  "attachment/invoked_skills": { since: "2.1.159" },
  "attachment/agent_listing_delta": { since: "2.1.169" },
  "attachment/nested_memory": { since: "2.1.169" },
  "attachment/total_tokens_reminder": { since: "2.1.193" },
  "attachment/instructions": { since: "2.1.260" },
  "attachment/session_context": { since: "2.1.260" },
  "attachment/environment": { since: "2.1.260" },
  "attachment/model": { since: "2.1.260" },
  "attachment/date": { since: "2.1.260" },
  "attachment/prompt_snapshot": { since: "2.1.267" },
  "attachment/thinking_stripped": { since: "2.1.269" },
  rendered: { since: "2.1.266" },
  renderedRole: { since: "2.1.286" },
  "last-prompt": { since: "2.1.92" },
  "last-prompt.leafUuid": { since: "2.1.121" },
  "permission-mode": { since: "2.1.91" },
  mode: { since: "2.1.150" },
  "file-history-snapshot": { since: "2.0.5" },
  "queue-operation": { since: "2.0.67" },
  "queue-operation.reason": { since: "2.1.239" },
  gitBranch: { since: "1.0.98" },
  slug: { since: "2.0.64" },
  entrypoint: { since: "2.1.81" },
  session_id: { since: "2.1.201" },
  forkedFrom: { since: "2.1.283" },
  promptId: { since: "2.1.76" },
  permissionMode: { since: "2.1.15" },
  promptSource: { since: "2.1.169" },
  notificationSource: { since: "2.1.178" },
  origin: { since: "2.1.183" },
  notificationOrigin: { since: "2.1.112" },
  turnOrigin: { since: "2.1.287" },
  interruptedMessageId: { since: "2.1.150" },
  turnCompanion: { since: "2.1.237" },
  todos: { since: "2.0.64", until: "2.1.59" },
  thinkingMetadata: { since: "1.0.117", until: "2.1.42" },
  sourceToolUseID: { since: "2.0.67" },
  sourceToolAssistantUUID: { since: "2.1.1" },
  noOutputExpected: { since: "2.1.38" },
  effort: { since: "2.1.212" },
  diagnostics: { since: "2.1.119" },
  apiBlockIndex: { since: "2.1.269" },
  attributionSkill: { since: "2.1.123" },
  "usage.inference_geo": { since: "2.0.67" },
  "usage.server_tool_use": { since: "2.0.76" },
  "usage.speed": { since: "2.1.41" },
  "usage.iterations": { since: "2.1.101" },
  "usage.output_tokens_details": { since: "2.1.228" },
  finalUsageOnEveryRow: { since: "2.1.98" },
  agentTool: { since: "2.1.63" },
  agentType: { since: "2.1.91" },
  readsAlreadyLoadedNote: { since: "2.1.202" },
  startsAsFork: { since: "2.1.214" },
  "queued_command.origin": { since: "2.1.185" },
  "queued_command.timestamp": { since: "2.1.193" },
  "queued_command.source_uuid": { since: "2.1.263" },
  "skill_listing.names": { since: "2.1.150" },
  "boundary.isMeta": { since: "0", until: "2.1.185" },
  "boundary.postTokens": { since: "2.1.112" },
  "boundary.preserved": { since: "2.1.158" },
  "boundary.precomputed": { since: "2.1.185" },
  "boundary.cumulativeDroppedTokens": { since: "2.1.215" },
  rawCompactRow: { since: "2.1.232" },
} as const satisfies Record<string, { since: string; until?: string }>;

/** What a transcript may or may not hold, by CLI version. */
export type Recorded = keyof typeof recorded;

/** Tells whether this CLI version writes such a record or field. */
export function records(cliVersion: string, what: Recorded): boolean {
  const range: { since: string; until?: string } = recorded[what];
  if (compareVersions(cliVersion, range.since) < 0) return false;
  return range.until === undefined || compareVersions(cliVersion, range.until) <= 0;
}
