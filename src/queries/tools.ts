import type { ToolCall, ToolResult } from "../timeline/event.js";
import { lastMessages } from "../timeline/last-messages.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import { derived, observed, type Row, rowOf } from "./row.js";

/** A tool call with its result, or a result whose call was never written. */
export interface ToolRow extends Row {
  toolUseId: string | null;
  tool: string | null;
  chain: string;
  /** `paired`; `open` and `lost` are calls without result, at the end of the chain and before it; `orphan` is a result without call. */
  state: "paired" | "open" | "lost" | "orphan";
  /** False where the result is an error, null where there is no result or it does not say. */
  ok: boolean | null;
  path: string | null;
  /** Characters of the input as JSON; what stands in its long texts and is not kept counts without its escapes. Null without a call. */
  inputChars: number | null;
  resultChars: number | null;
  /** From the call's row to the result's row, as stamped. */
  durationMs: number | null;
  /** Subagent that the call started. */
  agentId: string | null;
  boundary: number;
  line: number;
}

/**
 * Lists tool calls with their results, paired by id wherever they lie.
 *
 * A missing result is neither success nor failure. Files that a compaction reads again are no tool calls.
 *
 * Known gaps: a row is stamped when it is written, so a duration covers waiting for permission too.
 *
 * @example
 * tools(timeline)[0]?.tool; // => "Read"
 */
export function tools(timeline: Timeline): ToolRow[] {
  const whole = wholeOf(timeline);
  const results = new Map<string, ToolResult>();
  const calls = new Set<string>();
  const lastMessage = lastMessages(whole);
  for (const event of whole.events) {
    if (event.kind === "tool-result" && event.toolUseId !== null && !results.has(event.toolUseId))
      results.set(event.toolUseId, event);
    else if (event.kind === "tool-call" && event.id !== null) calls.add(event.id);
  }
  const rows: ToolRow[] = [];
  for (const event of timeline.events) {
    if (event.kind === "tool-call") {
      const result = event.id === null ? undefined : results.get(event.id);
      rows.push(callRow(timeline, event, result, lastMessage.get(event.chain) === event.messageId));
    } else if (event.kind === "tool-result" && (event.toolUseId === null || !calls.has(event.toolUseId)))
      rows.push(orphanRow(timeline, event));
  }
  return rows;
}

function callRow(timeline: Timeline, call: ToolCall, result: ToolResult | undefined, last: boolean): ToolRow {
  const judgement =
    result === undefined
      ? derived(`No result is recorded; ${last ? "the call is the last message" : "the conversation went on"}.`)
      : observed;
  return {
    toolUseId: call.id,
    tool: call.name,
    chain: call.chain,
    state: result === undefined ? (last ? "open" : "lost") : "paired",
    ok: result === undefined ? null : result.isError === null ? null : !result.isError,
    path: call.path,
    inputChars: call.input.chars,
    resultChars: result?.text.chars ?? null,
    durationMs: call.at === null || result === undefined || result.at === null ? null : result.at - call.at,
    agentId: result?.agentId ?? null,
    boundary: call.segment,
    line: call.place.line,
    ...rowOf(timeline, call, judgement, ...(result === undefined ? [] : [result])),
  };
}

function orphanRow(timeline: Timeline, result: ToolResult): ToolRow {
  return {
    toolUseId: result.toolUseId,
    tool: null,
    chain: result.chain,
    state: "orphan",
    ok: result.isError === null ? null : !result.isError,
    path: null,
    inputChars: null,
    resultChars: result.text.chars,
    durationMs: null,
    agentId: result.agentId,
    boundary: result.segment,
    line: result.place.line,
    ...rowOf(timeline, result, observed),
  };
}
