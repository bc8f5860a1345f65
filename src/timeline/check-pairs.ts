import type { Issue } from "../read/issue.js";
import type { Event, ToolCall } from "./event.js";
import { eventsOf } from "./events-of.js";
import { inSteps } from "./in-steps.js";
import { lastMessages } from "./last-messages.js";
import type { Timeline } from "./timeline.js";

/** Checks what belongs together, in steps: the lines of one message, tool calls and results, subagents and their calls. */
export function* checkPairs(timeline: Timeline): Generator<void, Issue[]> {
  const issues: Issue[] = [];
  yield* checkModels(timeline, issues);
  yield;
  yield* checkCalls(timeline, issues);
  yield;
  yield* checkAgents(timeline, issues);
  return issues;
}

function* checkModels(timeline: Timeline, issues: Issue[]): Generator<void> {
  const models = new Map<string, string>();
  const replies = eventsOf(timeline, "reply");
  let lastId: string | null = null;
  let lastModel: string | null = null;
  yield* inSteps(replies, ({ messageId, model, place }) => {
    if (messageId === null || model === null) return;
    // Rows of one message mostly follow one another: nothing new to learn from them.
    if (lastId === messageId && lastModel === model) return;
    [lastId, lastModel] = [messageId, model];
    const before = models.get(messageId);
    if (before !== undefined && before !== model)
      issues.push({
        code: "model-changed",
        message: `The message began with ${before}, this line names ${model}.`,
        place,
      });
    models.set(messageId, model);
  });
}

function* checkCalls(timeline: Timeline, issues: Issue[]): Generator<void> {
  /** Calls by their id; null once they have a result. */
  const calls = new Map<string, ToolCall | null>();
  yield* inSteps(eventsOf(timeline, "tool-call"), (call) => {
    if (call.id !== null) calls.set(call.id, call);
  });
  yield* inSteps(eventsOf(timeline, "tool-result"), ({ toolUseId, place }) => {
    if (toolUseId === null) return;
    const call = calls.get(toolUseId);
    if (call === undefined) issues.push({ code: "orphan-result", message: `No call ${toolUseId} was written.`, place });
    else if (call !== null) calls.set(toolUseId, null);
  });
  let lastMessage: Map<string, string | null> | null = null;
  for (const [id, call] of calls) {
    if (call === null) continue;
    lastMessage ??= lastMessages(timeline);
    const last = lastMessage.get(call.chain) === call.messageId;
    issues.push({
      code: "call-without-result",
      message: `${id} has no result: ${last ? "still open" : "lost or dropped"}.`,
      place: call.place,
    });
  }
}

function* checkAgents(timeline: Timeline, issues: Issue[]): Generator<void> {
  if (timeline.chains.length === 1) return;
  const firstOf = new Map<string, Event>();
  yield* inSteps(timeline.events, (event) => {
    if (!firstOf.has(event.chain)) firstOf.set(event.chain, event);
  });
  for (const chain of timeline.chains) {
    if (chain.spawnedBy !== null || !namesAgent(chain.chain)) continue;
    const first = firstOf.get(chain.chain);
    if (first !== undefined)
      issues.push({
        code: "unlinked-agent",
        message: `No tool call names the subagent ${chain.chain}.`,
        place: first.place,
      });
  }
}

const namesAgent = (chain: string): boolean => chain !== "main" && chain !== "stray" && !chain.startsWith("sidechain-");
