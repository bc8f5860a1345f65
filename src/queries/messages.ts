import type { Reply } from "../timeline/event.js";
import { eventsOf } from "../timeline/events-of.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { linesByMessage } from "./message-tokens.js";
import { observed, type Row, rowOf } from "./row.js";

/** One message of the model, put together from its rows. */
export interface MessageRow extends Row {
  messageId: string;
  chain: string;
  model: string | null;
  /** Block types in file order. */
  blocks: string[];
  /** Text of the message's text blocks. */
  text: string;
  toolCalls: number;
  /** Compactions of the chain before the message. */
  boundary: number;
}

/**
 * Lists the model's messages: the rows of one `message.id` are one message, whatever stands between them.
 *
 * Known gaps: a row without `message.id` is told by its `requestId`, else it is a message of its own.
 *
 * @example
 * messages(timeline)[0]?.blocks; // => ["thinking", "text"]
 */
export function messages(timeline: Timeline): MessageRow[] {
  const stands = standsIn(timeline);
  return [...linesByMessage(eventsOf(wholeOf(timeline), "reply"))].flatMap(([messageId, { lines: replies }]) => {
    const first = replies[0] as Reply;
    if (!stands(first)) return [];
    const blocks = replies.flatMap((reply) => reply.blocks);
    return {
      messageId,
      chain: first.chain,
      model: first.model,
      blocks,
      text: replies.flatMap((reply) => (reply.text === "" ? [] : [reply.text])).join("\n"),
      toolCalls: blocks.filter((type) => type === "tool_use").length,
      boundary: first.segment,
      ...rowOf(timeline, first, observed, ...replies.slice(1)),
    };
  });
}
