import { startsTurn } from "../timeline/clusters.js";
import type { Event, Reply } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { derived, observed, type Row, rowOf } from "./row.js";

/** From a prompt to the end of the reply. */
export interface TurnRow extends Row {
  /** Ordinal in its chain, from 1. */
  turn: number;
  chain: string;
  /** What started it: a prompt, a command with a body, a notification. */
  startedBy: "prompt" | "command" | "notification";
  /** Text of the prompt, name of the command. */
  prompt: string;
  /** Text of the replies after the prompt; "" where there is none yet. */
  text: string;
  /** `open` while the reply is not finished, as far as the rows say. */
  state: "open" | "closed" | "interrupted";
  /** As the program noted it (from 2.1.1), else null. */
  durationMs: number | null;
  requests: number;
  toolCalls: number;
  /** Compactions of the chain before the turn. */
  boundary: number;
  line: number;
}

interface OpenTurn {
  start: Event;
  replies: Reply[];
  toolCalls: number;
  state: TurnRow["state"];
  durationMs: number | null;
  /** The row that closed it. */
  end: Event | null;
  /** The first row of a `Stop` hook behind all that the model said and did. */
  stopped: Event | null;
}

/**
 * Lists the turns of a session: a message that was queued and delivered while a turn ran belongs to that turn, unless a
 * user record of it says that it was a message of its own.
 *
 * Known gaps: before 2.1.1 the end of a turn is not recorded; it is then derived from the reply's stop reason, or from a `Stop`
 * hook that ran after it. Where the
 * attachment of a queued message names no `source_uuid`, a user record of the same message is not known as one. What the model
 * does after a command whose body stands in its own record (CLI 1.0.17), or after a `!` line, is in no turn.
 *
 * @example
 * turns(timeline)[0]?.prompt; // => "Add tax to the cart."
 */
export function turns(timeline: Timeline): TurnRow[] {
  const running = new Map<string, OpenTurn>();
  const ordinals = new Map<string, number>();
  const found: OpenTurn[] = [];
  const stands = standsIn(timeline);
  for (const event of wholeOf(timeline).events) {
    const turn = running.get(event.chain);
    if (startsTurn(event) && !(turn?.state === "open" && isQueued(event))) {
      const next = opened(event);
      running.set(event.chain, next);
      found.push(next);
    } else if (turn !== undefined) extend(turn, event);
  }
  return found.flatMap((turn) => {
    const { start, replies } = turn;
    const ordinal = (ordinals.get(start.chain) ?? 0) + 1;
    ordinals.set(start.chain, ordinal);
    if (!stands(start)) return [];
    const closed = turn.state === "open" ? closedWhy(turn, running.get(start.chain) !== turn) : null;
    const state = turn.state === "open" && closed !== null ? "closed" : turn.state;
    const judgement =
      turn.end !== null ? observed : derived(`No row notes the end, ${closed ?? `and ${openWhy(replies)}`}.`);
    return {
      turn: ordinal,
      chain: start.chain,
      startedBy: start.kind as TurnRow["startedBy"],
      prompt: start.kind === "command" ? start.name : "text" in start ? (start.text as string) : "",
      text: replies.flatMap((reply) => (reply.text === "" ? [] : [reply.text])).join("\n\n"),
      state,
      durationMs: turn.durationMs,
      requests: new Set(replies.filter((reply) => !reply.synthetic).map((reply) => reply.messageId)).size,
      toolCalls: turn.toolCalls,
      boundary: start.segment,
      line: start.place.line,
      ...rowOf(timeline, start, judgement, ...replies, ...[turn.end ?? turn.stopped].filter((one) => one !== null)),
    };
  });
}

const isQueued = (event: Event): boolean =>
  (event.kind === "prompt" && event.carrier === "queued_command") || event.kind === "notification";

const opened = (start: Event): OpenTurn => ({
  start,
  replies: [],
  toolCalls: 0,
  state: "open",
  durationMs: null,
  end: null,
  stopped: null,
});

function extend(turn: OpenTurn, event: Event): void {
  if (event.kind === "reply" || event.kind === "tool-call" || event.kind === "tool-result") turn.stopped = null;
  // What the program wrote itself, such as an error, is no answer.
  if (event.kind === "reply") {
    if (!event.synthetic) turn.replies.push(event);
  } else if (event.kind === "tool-call") turn.toolCalls++;
  else if (event.kind === "interruption") Object.assign(turn, { state: "interrupted", end: event });
  else if (event.kind === "turn-end")
    Object.assign(turn, { state: "closed", end: event, durationMs: event.durationMs });
  else if (event.kind === "hook" && event.event === "Stop" && turn.replies.length > 0)
    turn.stopped = event.carrier === "hook_blocking_error" ? null : (turn.stopped ?? event);
}

/** What shows that a turn is over of which no row notes the end; null where nothing does. */
function closedWhy({ replies, stopped }: OpenTurn, isFollowed: boolean): string | null {
  const reason = replies[replies.length - 1]?.stopReason ?? null;
  if (reason === "end_turn" || reason === "stop_sequence") return "and the reply stopped by itself";
  if (isFollowed) return "but another turn followed";
  return stopped === null ? null : "but a Stop hook ran after the last reply";
}

function openWhy(replies: Reply[]): string {
  const last = replies[replies.length - 1];
  if (last === undefined) return "no reply is on record";
  return last.stopReason === null
    ? "the record does not say how the last reply stopped"
    : "the last reply did not stop by itself";
}
