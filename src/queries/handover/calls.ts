import type { Event, ToolCall, ToolResult } from "../../timeline/event.js";
import { redactText } from "../../timeline/secrets.js";
import { stringOf } from "./input-strings.js";

/** What a call is about, secrets replaced: the command, the path, the question, else the tool's name. */
export function aboutOf(call: ToolCall): string {
  if (call.name === "Bash") return stringOf(call.input, "command") ?? call.name;
  if (call.path !== null) return redactText(call.path);
  return stringOf(call.input, "question") ?? stringOf(call.input, "description") ?? redactText(call.name ?? "");
}

/** The results among these events, by the id of their call; the first one counts. */
export function resultsOf(events: readonly Event[]): Map<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (const event of events)
    if (event.kind === "tool-result" && event.toolUseId !== null && !results.has(event.toolUseId))
      results.set(event.toolUseId, event);
  return results;
}

/** A tool call with its result. */
export interface Answered {
  call: ToolCall;
  result: ToolResult;
}

/** The calls among these events whose result is there too, in order of the calls. */
export function answeredCalls(events: readonly Event[]): Answered[] {
  const results = resultsOf(events);
  return events.flatMap((call) => {
    if (call.kind !== "tool-call" || call.id === null) return [];
    const result = results.get(call.id);
    return result === undefined ? [] : [{ call, result }];
  });
}
