/**
 * Names of OpenTelemetry's semantic conventions for generative AI, in development there: version 0.1.0, read 2026-11-30 at
 * https://github.com/open-telemetry/semantic-conventions-genai/tree/v0.1.0/docs/gen-ai
 */
export const genAi = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  conversation: "gen_ai.conversation.id",
  /** Only ever true: what is not known to be compacted is left without it. */
  compacted: "gen_ai.conversation.compacted",
  responseId: "gen_ai.response.id",
  responseModel: "gen_ai.response.model",
  finishReasons: "gen_ai.response.finish_reasons",
  /** All input tokens, those read from and written to a cache too. */
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cacheRead: "gen_ai.usage.cache_read.input_tokens",
  cacheWrite: "gen_ai.usage.cache_write.input_tokens",
  toolName: "gen_ai.tool.name",
  toolCallId: "gen_ai.tool.call.id",
  errorType: "error.type",
  modality: "gen_ai.token.modality",
} as const;

/** Values of `gen_ai.operation.name`: a session, a turn, a request, a tool call. */
export const operations = {
  session: "invoke_workflow",
  turn: "invoke_agent",
  request: "chat",
  tool: "execute_tool",
} as const;

/** Names of the metrics that the conventions know. */
export const genAiMetrics = {
  inputTokens: "gen_ai.client.inference.usage.input_tokens",
  outputTokens: "gen_ai.client.inference.usage.output_tokens",
  cacheRead: "gen_ai.client.inference.usage.cache_read.input_tokens",
  cacheWrite: "gen_ai.client.inference.usage.cache_write.input_tokens",
  toolDuration: "gen_ai.execute_tool.duration",
} as const;

/** The usage of a transcript is counted in the way of this provider, whoever passed the request on. */
export const provider = "anthropic";

/** What the conventions say where an error has no class of its own. */
export const otherError = "_OTHER";
