import { records } from "./recording.js";
import { addRow } from "./row.js";
import type { Row, Session } from "./session.js";
import { newId } from "./session.js";

/** Tokens of a request. */
export interface Usage {
  input?: number;
  output?: number;
  cacheRead?: number;
  cacheWrite?: number;
  cacheWrite1h?: number;
}

/** What a reply records beside its text. */
export interface ReplyOptions {
  /** Default: input 3, the last context read from the cache, what is new written to it, a quarter of the characters as output. */
  usage?: Usage;
  /** Text of a thinking block before the text. */
  thinking?: string;
  /** Blocks after the text, such as `{type: "tool_use", id, name, input}`. */
  blocks?: Row[];
  model?: string;
  requestId?: string;
  messageId?: string;
}

/** Writes one answer of the model: one row per content block, same `message.id`, usage on each. */
export function reply(session: Session, text: string | null, options: ReplyOptions = {}): Row {
  const blocks: Row[] = [];
  if (options.thinking !== undefined) {
    blocks.push({ type: "thinking", thinking: options.thinking, signature: "c2lnbmF0dXJl" });
  }
  if (text !== null) blocks.push({ type: "text", text });
  blocks.push(...(options.blocks ?? []));
  if (blocks.length === 0) throw new TypeError("A reply needs a text, a thinking text or a block.");
  return addMessage(session, blocks, options);
}

function addMessage(session: Session, blocks: Row[], options: ReplyOptions): Row {
  const { world, cliVersion } = session;
  world.now += 2_000;
  const id = options.messageId ?? newId(world, "msg_");
  const requestId = options.requestId ?? newId(world, "req_");
  const usage = measure(session, blocks, options.usage ?? {});
  const stopReason = blocks.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
  let row: Row = {};
  for (const [index, block] of blocks.entries()) {
    const isLast = index === blocks.length - 1;
    // Older clients wrote a snapshot of a running count on all rows but the last.
    const output = isLast || records(cliVersion, "usage.finalOnEveryRow") ? usage.output : Math.min(1, usage.output);
    row = addRow(
      session,
      {
        message: {
          model: options.model ?? session.model,
          id,
          type: "message",
          role: "assistant",
          content: [block],
          stop_reason: isLast || records(cliVersion, "usage.finalOnEveryRow") ? stopReason : null,
          stop_sequence: null,
          usage: usageOf(cliVersion, { ...usage, output }),
          ...diagnostics(session),
        },
        ...(records(cliVersion, "assistant.apiBlockIndex") ? { apiBlockIndex: index } : {}),
        requestId,
        type: "assistant",
      },
      {
        ...(session.activeSkill !== null && records(cliVersion, "assistant.attributionSkill")
          ? { attributionSkill: session.activeSkill }
          : {}),
        ...(records(cliVersion, "assistant.effort") ? { effort: "high" } : {}),
      },
      { process: true },
    );
  }
  session.freshBoundary = false;
  session.unsentChars = blocks.reduce((sum, block) => sum + JSON.stringify(block).length, 0);
  return row;
}

type Measured = Required<Usage>;

/** Counts of this request, and the context that the next one builds on. */
function measure(session: Session, blocks: Row[], given: Usage): Measured {
  const chars = blocks.reduce((sum, block) => sum + JSON.stringify(block.text ?? block.input ?? "").length, 0);
  const input = given.input ?? 3;
  const cacheRead = given.cacheRead ?? session.context;
  const cacheWrite = given.cacheWrite ?? Math.round(session.unsentChars / 4);
  const output = given.output ?? Math.max(1, Math.round(chars / 4));
  session.context = input + cacheRead + cacheWrite;
  return { input, cacheRead, cacheWrite, output, cacheWrite1h: given.cacheWrite1h ?? cacheWrite };
}

function usageOf(cliVersion: string, { input, cacheRead, cacheWrite, cacheWrite1h, output }: Measured): Row {
  const split = { ephemeral_5m_input_tokens: cacheWrite - cacheWrite1h, ephemeral_1h_input_tokens: cacheWrite1h };
  const counts = {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
  };
  return {
    ...counts,
    ...(records(cliVersion, "usage.output_tokens_details") ? { output_tokens_details: { thinking_tokens: 0 } } : {}),
    ...(records(cliVersion, "usage.server_tool_use")
      ? { server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 } }
      : {}),
    service_tier: "standard",
    cache_creation: split,
    ...(records(cliVersion, "usage.inference_geo") ? { inference_geo: "not_available" } : {}),
    ...(records(cliVersion, "usage.iterations")
      ? { iterations: [{ ...counts, cache_creation: split, type: "message" }] }
      : {}),
    ...(records(cliVersion, "usage.speed") ? { speed: "standard" } : {}),
  };
}

/** The first request after a boundary says that its cache did not hold. */
function diagnostics(session: Session): Row {
  if (!records(session.cliVersion, "assistant.diagnostics")) return {};
  if (!session.freshBoundary) return { diagnostics: null };
  const missed = Math.round(session.unsentChars / 4);
  return { diagnostics: { cache_miss_reason: { type: "messages_changed", cache_missed_input_tokens: missed } } };
}
