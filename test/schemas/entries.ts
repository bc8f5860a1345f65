/** Small whole entries that tests change one field of. Written by hand; no real session stands behind them. */
export const envelope = {
  parentUuid: "11111111-1111-4111-8111-111111111111",
  isSidechain: false,
  userType: "external",
  cwd: "/work/demo",
  sessionId: "22222222-2222-4222-8222-222222222222",
  version: "2.1.286",
  gitBranch: "main",
  uuid: "33333333-3333-4333-8333-333333333333",
  timestamp: "2026-10-01T12:00:00.000Z",
};

export function user(content: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...envelope, type: "user", message: { role: "user", content }, ...more };
}

export function assistant(message: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...envelope,
    type: "assistant",
    requestId: "req_1",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-opus-5-5",
      content: [{ type: "text", text: "done" }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: {
        input_tokens: 3,
        output_tokens: 5,
        cache_read_input_tokens: 7,
        cache_creation_input_tokens: 11,
        cache_creation: { ephemeral_5m_input_tokens: 11, ephemeral_1h_input_tokens: 0 },
      },
      ...message,
    },
  };
}

export function attachment(type: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...envelope, type: "attachment", attachment: { type, ...fields } };
}

export function boundary(compactMetadata: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...envelope,
    parentUuid: null,
    type: "system",
    subtype: "compact_boundary",
    content: "Conversation compacted",
    level: "info",
    compactMetadata: { trigger: "auto", preTokens: 160_000, postTokens: 20_000, ...compactMetadata },
  };
}
