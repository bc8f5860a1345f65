import type { Issue } from "../read/issue.js";
import type { Event, Reply, ToolCall } from "./event.js";
import { eventsOf } from "./events-of.js";
import { lastMessages } from "./last-messages.js";
import type { Timeline } from "./timeline.js";

/** Checks what belongs together: tool calls and results, the lines of one message, subagents and their calls. */
export function checkPairs(timeline: Timeline): Issue[] {
  const issues: Issue[] = [];
  const calls = new Map<string, ToolCall>();
  for (const call of eventsOf(timeline, "tool-call")) if (call.id !== null) calls.set(call.id, call);
  const models = new Map<string, string>();
  let last: Reply | null = null;
  for (const reply of eventsOf(timeline, "reply")) {
    const { messageId, model, place } = reply;
    if (messageId === null || model === null) continue;
    // Rows of one message mostly follow one another: nothing new to learn from them.
    if (last?.messageId === messageId && last.model === model) continue;
    last = reply;
    const before = models.get(messageId);
    if (before !== undefined && before !== model)
      issues.push({
        code: "model-changed",
        message: `The message began with ${before}, this line names ${model}.`,
        place,
      });
    models.set(messageId, model);
  }
  const open = new Map(calls);
  for (const { toolUseId, place } of eventsOf(timeline, "tool-result")) {
    if (toolUseId === null) continue;
    if (!calls.has(toolUseId))
      issues.push({ code: "orphan-result", message: `No call ${toolUseId} was written.`, place });
    open.delete(toolUseId);
  }
  const lastMessage = open.size > 0 ? lastMessages(timeline) : new Map<string, string | null>();
  for (const [id, call] of open) {
    const last = lastMessage.get(call.chain) === call.messageId;
    issues.push({
      code: "call-without-result",
      message: `${id} has no result: ${last ? "still open" : "lost or dropped"}.`,
      place: call.place,
    });
  }
  const firstOf = new Map<string, Event>();
  if (timeline.chains.length > 1)
    for (const event of timeline.events) if (!firstOf.has(event.chain)) firstOf.set(event.chain, event);
  for (const chain of timeline.chains) {
    if (chain.spawnedBy !== null || timeline.chains.length === 1 || !namesAgent(chain.chain)) continue;
    const first = firstOf.get(chain.chain);
    if (first !== undefined)
      issues.push({
        code: "unlinked-agent",
        message: `No tool call names the subagent ${chain.chain}.`,
        place: first.place,
      });
  }
  return issues;
}

const namesAgent = (chain: string): boolean => chain !== "main" && chain !== "stray" && !chain.startsWith("sidechain-");
