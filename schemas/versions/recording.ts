import { compareVersions } from "./compare.js";

/** When a kind of entry, or a field, was first and last written, as far as transcripts show it. */
export interface Recorded {
  /** Oldest CLI version seen with it. */
  firstSeen: string;
  /**
   * Oldest version that can have it: all before were looked at and have none. Between this and `firstSeen` it isn't
   * known. Absent where nothing tells: then its family alone can rule it out.
   */
  notBefore?: string;
  /** Newest version seen with it, where it ended; absent while it is still written. */
  lastSeen?: string;
  /** Newest version that can have it. */
  notAfter?: string;
  /** True if it is so seldom that its absence proves nothing. */
  rare?: true;
  /** What the row rests on. */
  source: string;
  /** When that was looked at, ISO date. */
  date: string;
}

const corpus = { source: "1,098 public transcripts of CLI 1.0.17 to 2.1.238", date: "2026-08-22" };
const windows = {
  source: "Public transcripts whole: 2.1.252 (2026-09-01) has none, 2.1.269 (2026-09-12) has it",
  date: "2026-11-29",
};
const readers = { source: "Third-party readers and single public lines of CLI 2.1.239 to 2.1.295", date: "2026-11-29" };

/**
 * What each CLI version records at all, so that silence is not taken for absence.
 *
 * Keys are kinds as `kindOf` names them, `attachment` and `progress` for a whole family, and fields as
 * `<where>.<field>`.
 */
export const recording: ReadonlyMap<string, Recorded> = new Map<string, Recorded>([
  // What comes back at a boundary
  ["attachment", { firstSeen: "2.1.91", notBefore: "2.1.91", ...corpus }],
  ["attachment/deferred_tools_delta", { firstSeen: "2.1.91", ...corpus }],
  ["attachment/mcp_instructions_delta", { firstSeen: "2.1.91", ...corpus }],
  ["attachment/skill_listing", { firstSeen: "2.1.101", ...corpus }],
  ["attachment/hook_success", { firstSeen: "2.1.101", ...corpus }],
  ["attachment/hook_system_message", { firstSeen: "2.1.101", ...corpus }],
  ["attachment/hook_additional_context", { firstSeen: "2.1.104", ...corpus }],
  ["attachment/queued_command", { firstSeen: "2.1.101", ...corpus }],
  ["attachment/task_reminder", { firstSeen: "2.1.101", ...corpus }],
  ["attachment/file", { firstSeen: "2.1.104", ...corpus }],
  ["attachment/compact_file_reference", { firstSeen: "2.1.112", ...corpus }],
  ["attachment/plan_file_reference", { firstSeen: "2.1.158", rare: true, ...corpus }],
  ["attachment/task_status", { firstSeen: "2.1.158", rare: true, ...corpus }],
  [
    "attachment/invoked_skills",
    {
      firstSeen: "2.1.159",
      source: "A shape fixture of 2.1.159 with its values blanked; whole public transcripts from 2.1.223 on",
      date: "2026-11-29",
    },
  ],
  ["attachment/nested_memory", { firstSeen: "2.1.169", ...corpus }],
  ["attachment/agent_listing_delta", { firstSeen: "2.1.169", ...corpus }],
  [
    "attachment/instructions",
    {
      firstSeen: "2.1.260",
      notBefore: "2.1.253",
      source:
        "anthropics/claude-code#92949 (2.1.260, 2026-09-08); a whole public transcript of 2.1.252 has none at a boundary",
      date: "2026-11-29",
    },
  ],
  ["attachment/session_context", { firstSeen: "2.1.269", notBefore: "2.1.253", ...windows }],
  ["attachment/environment", { firstSeen: "2.1.269", notBefore: "2.1.253", ...windows }],
  ["attachment/model", { firstSeen: "2.1.269", notBefore: "2.1.253", ...windows }],
  ["attachment/date", { firstSeen: "2.1.269", notBefore: "2.1.253", ...windows }],
  ["attachment/sandbox_instructions", { firstSeen: "2.1.269", rare: true, ...windows }],
  ["attachment/prompt_snapshot", { firstSeen: "2.1.267", notBefore: "2.1.266", ...readers }],
  ["attachment/thinking_stripped", { firstSeen: "2.1.269", rare: true, ...windows }],
  ["attachment/skill_mention", { firstSeen: "2.1.288", rare: true, ...readers }],
  ["attachment.rendered", { firstSeen: "2.1.266", notBefore: "2.1.263", ...readers }],
  ["attachment.renderedInHumanTurn", { firstSeen: "2.1.266", notBefore: "2.1.263", rare: true, ...readers }],
  [
    "attachment.renderedRole",
    {
      firstSeen: "2.1.286",
      notBefore: "2.1.270",
      source: "A whole public transcript of 2.1.269 has rendered without it, single lines of 2.1.286 have it",
      date: "2026-11-29",
    },
  ],
  ["attachment.renderedBesideToolResult", { firstSeen: "2.1.288", rare: true, ...readers }],
  ["skill_listing.names", { firstSeen: "2.1.150", ...corpus }],

  // The boundary itself
  ["system/compact_boundary", { firstSeen: "1.0.128", ...corpus }],
  ["compactMetadata.postTokens", { firstSeen: "2.1.112", notBefore: "2.1.57", ...corpus }],
  ["compactMetadata.durationMs", { firstSeen: "2.1.112", notBefore: "2.1.57", ...corpus }],
  ["compactMetadata.preCompactDiscoveredTools", { firstSeen: "2.1.112", notBefore: "2.1.57", rare: true, ...corpus }],
  ["compactMetadata.preservedSegment", { firstSeen: "2.1.158", notBefore: "2.1.57", ...corpus }],
  ["compactMetadata.preservedMessages", { firstSeen: "2.1.158", notBefore: "2.1.57", ...corpus }],
  ["compactMetadata.cumulativeDroppedTokens", { firstSeen: "2.1.215", notBefore: "2.1.186", ...corpus }],
  ["compactMetadata.precomputed", { firstSeen: "2.1.185", rare: true, ...corpus }],
  [
    "system/microcompact_boundary",
    { firstSeen: "2.1.12", lastSeen: "2.1.22", notAfter: "2.1.90", rare: true, ...corpus },
  ],

  // Other rows of the conversation
  ["progress", { firstSeen: "2.1.11", lastSeen: "2.1.81", notAfter: "2.1.90", ...corpus }],
  ["progress/hook_progress", { firstSeen: "2.1.11", lastSeen: "2.1.81", notAfter: "2.1.90", ...corpus }],
  ["progress/agent_progress", { firstSeen: "2.1.12", lastSeen: "2.1.63", notAfter: "2.1.90", ...corpus }],
  ["progress/bash_progress", { firstSeen: "2.1.11", lastSeen: "2.1.63", notAfter: "2.1.90", ...corpus }],
  ["progress/mcp_progress", { firstSeen: "2.1.12", lastSeen: "2.1.42", notAfter: "2.1.90", rare: true, ...corpus }],
  ["system/stop_hook_summary", { firstSeen: "2.0.64", ...corpus }],
  ["system/turn_duration", { firstSeen: "2.1.1", ...corpus }],
  ["system/away_summary", { firstSeen: "2.1.109", ...corpus }],
  ["system/local_command", { firstSeen: "2.1.12", rare: true, ...corpus }],
  ["system/bridge_status", { firstSeen: "2.1.72", lastSeen: "2.1.159", rare: true, ...corpus }],
  ["system/informational", { firstSeen: "2.1.201", rare: true, ...corpus }],
  ["system/scheduled_task_fire", { firstSeen: "2.1.220", rare: true, ...corpus }],
  ["user.promptId", { firstSeen: "2.1.76", ...corpus }],
  ["user.promptSource", { firstSeen: "2.1.169", ...corpus }],
  ["user.origin", { firstSeen: "2.1.183", ...corpus }],
  ["user.sourceToolUseID", { firstSeen: "2.0.67", ...corpus }],
  ["user.sourceToolAssistantUUID", { firstSeen: "2.1.1", ...corpus }],
  ["user.thinkingMetadata", { firstSeen: "1.0.117", lastSeen: "2.1.42", ...corpus }],
  ["user.todos", { firstSeen: "2.0.64", lastSeen: "2.1.59", ...corpus }],
  ["assistant.attributionSkill", { firstSeen: "2.1.123", ...corpus }],
  ["assistant.attributionPlugin", { firstSeen: "2.1.123", ...corpus }],
  ["assistant.effort", { firstSeen: "2.1.212", ...corpus }],
  ["assistant.requestedModel", { firstSeen: "2.1.295", ...readers }],
  ["envelope.entrypoint", { firstSeen: "2.1.81", ...corpus }],
  ["envelope.session_id", { firstSeen: "2.1.201", rare: true, ...corpus }],
  ["envelope.sessionKind", { firstSeen: "2.1.207", rare: true, ...corpus }],
  ["envelope.slug", { firstSeen: "2.0.64", rare: true, ...corpus }],

  // Bookkeeping
  ["summary", { firstSeen: "2.0.76", lastSeen: "2.1.22", notAfter: "2.1.259", rare: true, ...readers }],
  ["file-history-snapshot", { firstSeen: "2.0.5", ...corpus }],
  ["file-history-delta", { firstSeen: "2.1.183", ...corpus }],
  ["queue-operation", { firstSeen: "2.0.67", ...corpus }],
  ["last-prompt", { firstSeen: "2.1.92", ...corpus }],
  ["last-prompt.leafUuid", { firstSeen: "2.1.121", ...corpus }],
  ["permission-mode", { firstSeen: "2.1.91", ...corpus }],
  ["mode", { firstSeen: "2.1.150", ...corpus }],
  ["ai-title", { firstSeen: "2.1.121", ...corpus }],
  ["custom-title", { firstSeen: "2.1.119", rare: true, ...corpus }],
  ["agent-name", { firstSeen: "2.1.119", rare: true, ...corpus }],
  ["pr-link", { firstSeen: "2.1.29", rare: true, ...corpus }],
  ["cost-state", { firstSeen: "2.1.278", notBefore: "2.1.239", ...readers }],
  ["continued-in", { firstSeen: "2.1.278", rare: true, ...readers }],
]);

/**
 * Whether a CLI version writes a kind or field where there is something to write.
 *
 * `no`: it doesn't, so absence proves nothing. `yes`: it does, so absence means there was nothing. `unknown`: the
 * version is null, the version lies in a window that is still open, the carrier is rare, or the table doesn't have it.
 */
export function records(version: string | null, what: string): "yes" | "no" | "unknown" {
  if (version === null) return "unknown";
  const family = familyOf(what);
  if (family !== null && records(version, family) === "no") return "no";
  const row = recording.get(what);
  if (row === undefined) return "unknown";
  if (row.notBefore !== undefined && compareVersions(version, row.notBefore) < 0) return "no";
  if (row.notAfter !== undefined && compareVersions(version, row.notAfter) > 0) return "no";
  if (row.rare || compareVersions(version, row.firstSeen) < 0) return "unknown";
  return row.lastSeen !== undefined && compareVersions(version, row.lastSeen) > 0 ? "unknown" : "yes";
}

/** The whole that a kind or field is part of: `attachment` for `attachment/file` and for `attachment.rendered`. */
function familyOf(what: string): string | null {
  const end = what.search(/[/.]/);
  return end < 0 ? null : what.slice(0, end);
}
