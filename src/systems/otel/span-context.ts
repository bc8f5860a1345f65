import { type ToolRow, tools } from "../../queries/tools.js";
import { type TurnRow, turns } from "../../queries/turns.js";
import type { Place } from "../../read/place.js";
import type { Event } from "../../timeline/event.js";
import type { Timeline } from "../../timeline/timeline.js";
import { word } from "./harmless-names.js";
import { sendable, spanIdOf, traceIdOf } from "./session-span.js";

/** What all spans of a session need: the ids, what stands below what, and the times of lines. */
export interface SpanContext {
  traceId: string;
  /** Span of the session. */
  rootId: string;
  /** Id of the session, where it can be one. */
  conversation: string | null;
  /** Chain of the session's own conversation. */
  mainChain: string;
  turns: TurnRow[];
  tools: ToolRow[];
  turnIds: Map<TurnRow, string>;
  toolIds: Map<ToolRow, string>;
  /** The span in which a line of a chain stands: its turn, else the call that started the subagent, else the session. */
  parentOf: (chain: string, place: Place | undefined) => string;
  /** The call that started a chain, else the session. */
  startedIn: (chain: string) => string;
  /** Times of lines that can be sent; fewer than lines where the record has none. */
  timesOf: (places: Iterable<Place>) => number[];
  /** Time of an entry; null where it is not in the file. */
  timeOf: (uuid: string | null) => number | null;
  eventsAt: (place: Place) => Event[];
  /** Times of what was done in a turn. */
  timesIn: (turn: TurnRow) => number[];
}

/** Null for a file that holds nothing with a name. */
export function spanContext(timeline: Timeline): SpanContext | null {
  const mainChain = timeline.files[0]?.chain ?? "main";
  const turnRows = turns(timeline);
  const toolRows = tools(timeline);
  const first = turnRows.find(({ chain }) => chain === mainChain)?.evidence[0]?.uuid;
  const root = first ?? timeline.events.find(({ place }) => place.uuid !== null)?.place.uuid ?? timeline.sessionId;
  if (root == null) return null;
  const rootId = spanIdOf("session", root);

  const keyOf = (place: Place | undefined): string =>
    place?.uuid ?? JSON.stringify([timeline.sessionId, place?.file, place?.line]);
  const turnIds = new Map(turnRows.map((row) => [row, spanIdOf("turn", keyOf(row.evidence[0]))]));
  const toolIds = new Map(toolRows.map((row) => [row, spanIdOf("tool", row.toolUseId ?? keyOf(row.evidence[0]))]));
  const calls = new Map(toolRows.map((row) => [row.toolUseId, toolIds.get(row) as string]));
  const starters = new Map(
    timeline.chains.map(({ chain, spawnedBy }) => [chain, spawnedBy === null ? undefined : calls.get(spawnedBy)]),
  );
  const startedIn = (chain: string): string => starters.get(chain) ?? rootId;

  const starts = new Map(turnRows.map((row) => [row.evidence[0], row]));
  const running = new Map<string, TurnRow>();
  const turnAt = new Map<Place, TurnRow>();
  const eventsAt = new Map<Place, Event[]>();
  const times = new Map<Place, number>();
  const timeOf = new Map<string, number>();
  const timesIn = new Map<TurnRow, number[]>(turnRows.map((row) => [row, []]));
  for (const event of timeline.events) {
    const { place, chain } = event;
    const at = sendable(event.at);
    const turn = starts.get(place) ?? running.get(chain);
    if (turn !== undefined) {
      running.set(chain, turn);
      turnAt.set(place, turn);
      if (at !== null && isOfTurn.has(event.kind)) timesIn.get(turn)?.push(at);
    }
    const there = eventsAt.get(place);
    if (there === undefined) eventsAt.set(place, [event]);
    else there.push(event);
    if (at === null) continue;
    times.set(place, at);
    if (place.uuid !== null && !timeOf.has(place.uuid)) timeOf.set(place.uuid, at);
  }

  return {
    traceId: traceIdOf(root),
    rootId,
    conversation: word(timeline.sessionId),
    mainChain,
    turns: turnRows,
    tools: toolRows,
    turnIds,
    toolIds,
    startedIn,
    parentOf: (chain, place) => {
      const turn = place === undefined ? undefined : turnAt.get(place);
      return (turn === undefined ? undefined : turnIds.get(turn)) ?? startedIn(chain);
    },
    timesOf: (places) => Array.from(places, (place) => times.get(place)).filter((at) => at !== undefined),
    timeOf: (uuid) => (uuid === null ? null : (timeOf.get(uuid) ?? null)),
    eventsAt: (place) => eventsAt.get(place) ?? [],
    timesIn: (turn) => timesIn.get(turn) ?? [],
  };
}

/** What is a part of its turn; what stands between two turns, such as bookkeeping, makes none longer. */
const isOfTurn: ReadonlySet<Event["kind"]> = new Set(["reply", "tool-call", "tool-result", "turn-end", "interruption"]);
