/**
 * Kinds that other readers name and that stand in no public transcript: accepted with any shape, so that a file that
 * has them is not reported as unknown. Source: lists of third-party readers, collected on 2026-11-29.
 */
export const namedOnly: readonly string[] = [
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "attribution-snapshot",
  "content-replacement",
  "dev-mods",
  "ended-by-model",
  "isolation-latch",
  "memory-mode",
  "observer-ref",
  "rewind-pointer",
  "tag",
  ...["memory_saved", "model_fallback", "per_turn_effort_changed", "permission_retry"].map((name) => `system/${name}`),
  ...[
    "artifact_opening_prefetch",
    "async_hook_response_batch",
    "attention_budget",
    "batching_reminder",
    "budget_usd",
    "context_efficiency",
    "context_sections",
    "coordinator_context",
    "cowork_memory_context",
    "critical_system_reminder",
    "dir_sync_notice",
    "edited_image_file",
    "language",
    "mcp_dropped_tools_delta",
    "mcp_resource",
    "memory_update",
    "output_token_usage",
    "peer_mention",
    "poll_events",
    "prefix_delta",
    "proactivity",
    "prompt_render_point",
    "secondary_reminder",
    "secondary_reminder_sent",
    "session_settings",
    "teammate_shutdown_batch",
    "thread_state",
    "token_usage",
    "tool_search_usage_reminder",
    "unknown_command_fallback",
  ].map((name) => `attachment/${name}`),
];

/** Families of such kinds, by the beginning of their name. */
const namedOnlyFamilies: readonly string[] = ["marble-origami-", "workflow-"];

const names: ReadonlySet<string> = new Set(namedOnly);

/** True for a kind that is known by its name alone. */
export const isNamedOnly = (kind: string): boolean =>
  names.has(kind) || namedOnlyFamilies.some((start) => kind.startsWith(start));
