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
}

/**
 * Lists the turns of a session: a message that was queued and delivered while a turn ran belongs to that turn, unless a
 * user record of it says that it was a message of its own.
 *
 * Known gaps: before 2.1.1 the end of a turn is not recorded; it is then derived from the reply's stop reason. Where the
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
      const next: OpenTurn = { start: event, replies: [], toolCalls: 0, state: "open", durationMs: null, end: null };
      running.set(event.chain, next);
      found.push(next);
    } else if (turn !== undefined) extend(turn, event);
  }
  return found.flatMap((turn) => {
    const { start, replies } = turn;
    const ordinal = (ordinals.get(start.chain) ?? 0) + 1;
    ordinals.set(start.chain, ordinal);
    if (!stands(start)) return [];
    const closed = turn.state !== "open" || running.get(start.chain) !== turn || isFinished(replies);
    const state = turn.state === "open" && closed ? "closed" : turn.state;
    const judgement =
      turn.end !== null
        ? observed
        : derived(
            closed
              ? "No row notes the end; the reply stopped by itself, or another turn followed."
              : "No row notes the end, and the last row is not a finished reply.",
          );
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
      ...rowOf(timeline, start, judgement, ...replies, ...(turn.end === null ? [] : [turn.end])),
    };
  });
}

const isQueued = (event: Event): boolean =>
  (event.kind === "prompt" && event.carrier === "queued_command") || event.kind === "notification";

function extend(turn: OpenTurn, event: Event): void {
  // What the program wrote itself, such as an error, is no answer.
  if (event.kind === "reply") {
    if (!event.synthetic) turn.replies.push(event);
  } else if (event.kind === "tool-call") turn.toolCalls++;
  else if (event.kind === "interruption") Object.assign(turn, { state: "interrupted", end: event });
  else if (event.kind === "turn-end")
    Object.assign(turn, { state: "closed", end: event, durationMs: event.durationMs });
}

function isFinished(replies: Reply[]): boolean {
  const last = replies[replies.length - 1];
  return last !== undefined && (last.stopReason === "end_turn" || last.stopReason === "stop_sequence");
}
