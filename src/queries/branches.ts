import { type Alternative, alternativesOf } from "../timeline/alternatives.js";
import type { Event } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { observed, type Row, rowOf } from "./row.js";

/** One of two or more ways that a conversation took from the same record. */
export interface BranchRow extends Row {
  /** Ordinal in its chain, from 1. */
  branch: number;
  chain: string;
  /** The record that the alternatives hang under. */
  forkUuid: string | null;
  forkLine: number;
  /** True for the branch of the last message written (before the next boundary, where one follows). */
  active: boolean;
  /** Text of the prompt that opened it, name of the command. */
  prompt: string;
  firstLine: number;
  lastLine: number;
  /** Prompts and messages of the model that hang under it and under no later fork; a message of several rows counts once. */
  messages: number;
  /** Compactions of the chain before it. */
  boundary: number;
}

/**
 * Answers where a person went back and went on differently: one row for each alternative, the abandoned ones included.
 *
 * A branch exists only where one record has two typed prompts under it. Progress, attachment and system rows make none,
 * nor do parallel tool calls and the rows of one message. The effective conversation is what no row with `active: false`
 * holds; usage counts them all.
 *
 * Known gaps: two first prompts that hang under nothing are not known as alternatives, nor is a rewind to before a
 * boundary; a prompt that nobody typed opens no branch.
 *
 * @example
 * branches(timeline).filter((row) => !row.active).map((row) => row.prompt); // => []
 */
export function branches(timeline: Timeline): BranchRow[] {
  const stands = standsIn(timeline);
  return [...alternativesOf(wholeOf(timeline)).values()].flatMap(({ all }) =>
    all.flatMap((one, at) => (stands(one.prompt) ? [branchRow(timeline, one, at + 1)] : [])),
  );
}

function branchRow(timeline: Timeline, { prompt, fork, active, rows }: Alternative, branch: number): BranchRow {
  const messages = new Set<string | Event>();
  for (const event of rows) {
    if (event.kind === "reply" && !event.synthetic) messages.add(event.messageId ?? event);
    else if (event.kind === "prompt" || event.kind === "command" || event.kind === "notification") messages.add(event);
  }
  return {
    branch,
    chain: prompt.chain,
    forkUuid: fork.place.uuid,
    forkLine: fork.place.line,
    active,
    prompt: prompt.kind === "command" ? prompt.name : prompt.text,
    firstLine: rows.reduce((line, event) => Math.min(line, event.place.line), prompt.place.line),
    lastLine: rows.reduce((line, event) => Math.max(line, event.place.line), prompt.place.line),
    messages: messages.size,
    boundary: prompt.segment,
    ...rowOf(timeline, prompt, observed, fork),
  };
}
