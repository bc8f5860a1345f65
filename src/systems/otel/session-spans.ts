import { withoutHomes } from "../../export/without-homes.js";
import { session } from "../../queries/session.js";
import type { ToolRow } from "../../queries/tools.js";
import type { TurnRow } from "../../queries/turns.js";
import { type UsageRow, usage } from "../../queries/usage.js";
import type { Reply } from "../../timeline/event.js";
import type { Timeline } from "../../timeline/timeline.js";
import { compactionEvents } from "./compaction-event.js";
import { genAi, operations, otherError, provider } from "./conventions.js";
import { nameCleaner, toolName, word, wordOrOther } from "./harmless-names.js";
import { recorded, type SessionSpan, sendable, spanIdOf } from "./session-span.js";
import { type SpanContext, spanContext } from "./span-context.js";

/**
 * The spans of a session: the session itself first, then turns, requests and tool calls.
 *
 * Ids come from what the record calls things (uuids, ids of messages and calls), and the trace from the first turn of the
 * conversation; so a copied or forked file gives the same ids, parents and times for what it copied.
 */
export function sessionSpans(timeline: Timeline, names: boolean): SessionSpan[] {
  const context = spanContext(timeline);
  if (context === null) return [];
  const below = [
    ...context.turns.map((row) => turnSpan(row, context)),
    ...usage(timeline).map((row) => requestSpan(row, context)),
    ...context.tools.map((row) => toolSpan(row, context, names)),
  ];
  const spans = [sessionSpan(timeline, context, below, names), ...below];
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  for (const { card, event } of compactionEvents(timeline, names)) {
    const { chain, evidence } = card.boundary;
    // Those of the conversation belong to the session as a whole, as it is between turns that a person compacts.
    const spanId = chain === context.mainChain ? context.rootId : context.parentOf(chain, evidence[0]);
    (byId.get(spanId) as SessionSpan).compactions.push(event);
  }
  return spans;
}

function sessionSpan(timeline: Timeline, context: SpanContext, below: SessionSpan[], names: boolean): SessionSpan {
  const { traceId, rootId, conversation } = context;
  const [row] = session(timeline);
  const times = [row?.firstAt ?? null, row?.lastAt ?? null, ...below.flatMap(({ start, end }) => [start, end])];
  const home = names && row?.home != null ? withoutHomes(timeline)(row.home) : "";
  const project = home.split(/[\\/]/).findLast((part) => part !== "") ?? null;
  return {
    traceId,
    spanId: rootId,
    parentId: null,
    name: operations.session,
    kind: "internal",
    ...extentOf(times.map(sendable).filter((at) => at !== null)),
    failed: false,
    attributes: recorded({
      [genAi.operation]: operations.session,
      [genAi.conversation]: conversation,
      "tidemark.session.ids": conversation === null ? null : [conversation],
      "tidemark.cli.versions": [...new Set(timeline.versions.map(wordOrOther))],
      "tidemark.project": project === null ? null : nameCleaner(timeline)(project),
    }),
    compactions: [],
  };
}

function turnSpan(row: TurnRow, context: SpanContext): SessionSpan {
  const start = sendable(row.at);
  const times = context.timesIn(row);
  return {
    traceId: context.traceId,
    spanId: context.turnIds.get(row) as string,
    parentId: context.startedIn(row.chain),
    name: operations.turn,
    kind: "internal",
    // A clock that was put back makes no turn begin before its prompt.
    ...extentOf(start === null ? times : [start, ...times.filter((at) => at > start)]),
    failed: false,
    attributes: recorded({
      [genAi.operation]: operations.turn,
      [genAi.conversation]: context.conversation,
      ...placeOf(row, context),
      "tidemark.turn": row.turn,
      "tidemark.turn.started_by": row.startedBy,
      "tidemark.turn.state": row.state,
      "tidemark.turn.requests": row.requests,
      "tidemark.turn.tool_calls": row.toolCalls,
    }),
    compactions: [],
  };
}

/** A request has no time of its own in the record: it starts with the entry that it answers and ends with its last line. */
function requestSpan(row: UsageRow, context: SpanContext): SessionSpan {
  const lines = row.evidence.flatMap((place) => context.eventsAt(place).filter((event) => event.kind === "reply"));
  const first = lines.reduce<Reply | undefined>((one, line) => (isBefore(one, line) ? one : line), undefined);
  const times = context.timesOf(row.evidence);
  const asked = context.timeOf(first?.parent ?? null);
  const model = row.model === null ? null : wordOrOther(row.model);
  const finish = lines.map(({ stopReason }) => word(stopReason)).find((reason) => reason !== null);
  return {
    traceId: context.traceId,
    spanId: spanIdOf("request", row.messageId),
    parentId: context.parentOf(row.chain, first?.place),
    name: model === null ? operations.request : `${operations.request} ${model}`,
    kind: "client",
    ...extentOf(asked !== null && times.every((at) => at >= asked) ? [asked, ...times] : times),
    failed: false,
    attributes: recorded({
      [genAi.operation]: operations.request,
      [genAi.provider]: provider,
      [genAi.conversation]: context.conversation,
      [genAi.compacted]: row.boundary > 0 ? true : null,
      [genAi.responseId]: row.messageId === first?.place.uuid ? null : word(row.messageId),
      [genAi.responseModel]: model,
      [genAi.finishReasons]: finish === undefined ? null : [finish],
      ...tokensOf(row),
      ...placeOf(row, context),
      "tidemark.context_tokens": row.context,
    }),
    compactions: [],
  };
}

const isBefore = (one: Reply | undefined, line: Reply): boolean =>
  one !== undefined && one.place.offset <= line.place.offset;

/** Input counts what came from a cache and went into one, as the conventions want it; the record has these apart. */
function tokensOf({ input, output, cacheRead, cacheWrite5m, cacheWrite1h, cacheWriteUnsplit }: UsageRow) {
  const writes = [cacheWrite5m, cacheWrite1h, cacheWriteUnsplit].filter((tokens) => tokens !== null);
  const cacheWrite = writes.length === 0 ? null : writes.reduce((sum, tokens) => sum + tokens, 0);
  return {
    [genAi.inputTokens]: input === null ? null : input + (cacheRead ?? 0) + (cacheWrite ?? 0),
    [genAi.outputTokens]: output,
    [genAi.cacheRead]: cacheRead,
    [genAi.cacheWrite]: cacheWrite,
  };
}

/** A call without result has no end in the record: it ends where it starts, and its state says so. */
function toolSpan(row: ToolRow, context: SpanContext, names: boolean): SessionSpan {
  const name = row.tool === null ? null : toolName(row.tool, names);
  return {
    traceId: context.traceId,
    spanId: context.toolIds.get(row) as string,
    parentId: context.parentOf(row.chain, row.evidence[0]),
    name: name === null ? operations.tool : `${operations.tool} ${name}`,
    kind: "internal",
    ...extentOf(context.timesOf(row.evidence)),
    failed: row.ok === false,
    attributes: recorded({
      [genAi.operation]: operations.tool,
      [genAi.conversation]: context.conversation,
      [genAi.toolName]: name,
      [genAi.toolCallId]: word(row.toolUseId),
      [genAi.errorType]: row.ok === false ? otherError : null,
      ...placeOf(row, context),
      "tidemark.tool.state": row.state,
      "tidemark.tool.duration": row.durationMs === null || row.durationMs < 0 ? null : row.durationMs / 1000,
    }),
    compactions: [],
  };
}

/** The subagent, and how many compactions of the chain came before. */
const placeOf = ({ chain, boundary }: { chain: string; boundary: number }, { mainChain }: SpanContext) => ({
  "tidemark.chain": chain === mainChain ? null : word(chain),
  "tidemark.boundary": boundary,
});

function extentOf(times: number[]): Pick<SessionSpan, "start" | "end"> {
  let [start, end]: [number | null, number | null] = [null, null];
  for (const at of times) {
    start = Math.min(at, start ?? at);
    end = Math.max(at, end ?? at);
  }
  return { start, end };
}
