import { compareVersions } from "../../schemas/versions/compare.js";
import { recording } from "../../schemas/versions/recording.js";

/**
 * First and, where it ended, last version of what only a writer has to know; all else is in the table of what each
 * version records.
 *
 * Source: counts over 1,098 public transcripts (CLI 1.0.17 to 2.1.238) and the newest public ones (2.1.239 to
 * 2.1.332), as of 2026-11-29; `alreadyLoadedNote` and `startsAsFork`: the changelog of the client.
 */
const forWriting = new Map<string, { firstSeen: string; lastSeen?: string }>([
  ["attachment/command_permissions", { firstSeen: "2.1.101" }],
  ["attachment/edited_text_file", { firstSeen: "2.1.101" }],
  ["queue-operation.reason", { firstSeen: "2.1.239" }],
  ["queued_command.origin", { firstSeen: "2.1.185" }],
  ["queued_command.timestamp", { firstSeen: "2.1.193" }],
  ["queued_command.source_uuid", { firstSeen: "2.1.263" }],
  ["envelope.gitBranch", { firstSeen: "1.0.98" }],
  ["envelope.forkedFrom", { firstSeen: "2.1.283" }],
  ["user.permissionMode", { firstSeen: "2.1.15" }],
  ["user.turnOrigin", { firstSeen: "2.1.287" }],
  ["user.interruptedMessageId", { firstSeen: "2.1.150" }],
  ["user.turnCompanion", { firstSeen: "2.1.237" }],
  ["user.rawCompact", { firstSeen: "2.1.232" }],
  ["notification.origin", { firstSeen: "2.1.112" }],
  ["notification.promptSource", { firstSeen: "2.1.178" }],
  ["toolUseResult.noOutputExpected", { firstSeen: "2.1.38" }],
  ["toolUseResult.agentType", { firstSeen: "2.1.91" }],
  ["assistant.apiBlockIndex", { firstSeen: "2.1.269" }],
  ["assistant.diagnostics", { firstSeen: "2.1.119" }],
  ["usage.inference_geo", { firstSeen: "2.0.67" }],
  ["usage.server_tool_use", { firstSeen: "2.0.76" }],
  ["usage.speed", { firstSeen: "2.1.41" }],
  ["usage.iterations", { firstSeen: "2.1.101" }],
  ["usage.output_tokens_details", { firstSeen: "2.1.228" }],
  ["usage.finalOnEveryRow", { firstSeen: "2.1.98" }],
  ["boundary.isMeta", { firstSeen: "0", lastSeen: "2.1.185" }],
  ["agentTool", { firstSeen: "2.1.63" }],
  ["alreadyLoadedNote", { firstSeen: "2.1.202" }],
  ["startsAsFork", { firstSeen: "2.1.214" }],
]);

/** Tells whether this CLI version was seen to write such a record or field. */
export function records(cliVersion: string, what: string): boolean {
  const seen = recording.get(what) ?? forWriting.get(what);
  if (seen === undefined) throw new TypeError(`Nothing is known of when ${what} is recorded: add it to the table.`);
  if (compareVersions(cliVersion, seen.firstSeen) < 0) return false;
  return seen.lastSeen === undefined || compareVersions(cliVersion, seen.lastSeen) <= 0;
}
