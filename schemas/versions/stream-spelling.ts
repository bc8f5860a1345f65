import type { Change, RawEntry } from "./step.js";

type Rename = readonly [onStream: string, onDisk: string];

/** Names of fields that any entry of the stream can have. */
const common: readonly Rename[] = [
  ["session_id", "sessionId"],
  ["parent_tool_use_id", "parentToolUseId"],
  ["logical_parent_uuid", "logicalParentUuid"],
];

/** The same with the names of one type. */
const byType: ReadonlyMap<unknown, readonly Rename[]> = new Map<unknown, readonly Rename[]>([
  ["user", [...common, ["tool_use_result", "toolUseResult"], ["agent_id", "agentId"]]],
  ["assistant", [...common, ["request_id", "requestId"], ["agent_id", "agentId"]]],
  [
    "system",
    [
      ...common,
      ["compact_metadata", "compactMetadata"],
      ["original_model", "originalModel"],
      ["fallback_model", "fallbackModel"],
      ["api_refusal_category", "apiRefusalCategory"],
      ["api_refusal_explanation", "apiRefusalExplanation"],
      ["refused_user_message_uuid", "refusedUserMessageUuid"],
      ["retracted_message_uuids", "retractedMessageUuids"],
    ],
  ],
]);

/** Names inside `compact_metadata`. */
const metadataNames: ReadonlyMap<string, string> = new Map([
  ["pre_tokens", "preTokens"],
  ["post_tokens", "postTokens"],
  ["duration_ms", "durationMs"],
  ["preserved_segment", "preservedSegment"],
  ["head_uuid", "headUuid"],
  ["anchor_uuid", "anchorUuid"],
  ["tail_uuid", "tailUuid"],
  ["preserved_messages", "preservedMessages"],
  ["all_uuids", "allUuids"],
  ["cumulative_dropped_tokens", "cumulativeDroppedTokens"],
  ["messages_summarized", "messagesSummarized"],
  ["user_context", "userContext"],
  ["pre_compact_discovered_tools", "preCompactDiscoveredTools"],
]);

/**
 * The stream writes in snake case what a transcript writes in camel case.
 *
 * Only what one entry can decide is lifted. A summary comes on the stream as a user frame with `isSynthetic`, whose uuid
 * the boundary before it names as `anchor_uuid`; `isSynthetic` also stands for meta rows and for rows that only the
 * terminal shows, so it can't be turned into `isCompactSummary` or `isMeta` here.
 */
export const streamSpelling: Change = {
  version: null,
  name: "stream-spelling",
  changed:
    "session_id, parent_tool_use_id, tool_use_result, compact_metadata, … become sessionId, parentToolUseId, toolUseResult, compactMetadata, …",
  source: "Captures of CLI 2.1.178; type declarations of @anthropic-ai/claude-agent-sdk 0.3.332 (2026-11-24)",
  applies(raw) {
    // Asked of every entry, most of which a transcript spells: one look tells.
    if (raw.sessionId !== undefined) return false;
    for (const [from, to] of renamesOf(raw)) if (raw[from] !== undefined && raw[to] === undefined) return true;
    return false;
  },
  lift(raw) {
    const names = new Map(renamesOf(raw).filter(([, to]) => raw[to] === undefined));
    return Object.fromEntries(
      Object.entries(raw).map(([name, value]) => {
        const to = names.get(name);
        return to === undefined ? [name, value] : [to, to === "compactMetadata" ? inCamelCase(value) : value];
      }),
    );
  },
};

function renamesOf(raw: RawEntry): readonly Rename[] {
  return byType.get(raw.type) ?? common;
}

/** The metadata of a boundary, with the objects inside it: they are two levels deep. */
function inCamelCase(metadata: unknown, depth = 2): unknown {
  if (depth === 0 || typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return metadata;
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [metadataNames.get(name) ?? name, inCamelCase(value, depth - 1)]),
  );
}
