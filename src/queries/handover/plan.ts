import type { Attachment, Event, ToolCall } from "../../timeline/event.js";
import { redactText } from "../../timeline/secrets.js";
import { observed } from "../row.js";
import type { Finding } from "./finding.js";
import { stringOf } from "./input-strings.js";

/** The plan as it stood last: its first line, and the file that holds it. */
export function planFindings(events: readonly Event[]): Finding[] {
  const last = events.findLast((event) => isPlan(event));
  if (last === undefined) return [];
  return textsOf(last).flatMap((text) => {
    const line = text
      .split("\n")
      .map((one) => one.replace(/^[\s#>*_-]+/, "").trim())
      .find((one) => one !== "");
    return line === undefined ? [] : [{ topic: "plan", text: line, who: "model", judgement: observed, proof: [last] }];
  });
}

const isPlan = (event: Event): event is Attachment | ToolCall =>
  (event.kind === "tool-call" && event.name === "ExitPlanMode") ||
  (event.kind === "attachment" && event.carried.some(({ item }) => item === "plan"));

function textsOf(event: Event): string[] {
  if (event.kind === "tool-call") return [stringOf(event.input, "plan") ?? ""];
  if (event.kind !== "attachment") return [];
  return event.carried
    .flatMap(({ text, name }) => [text ?? "", name === event.carrier ? "" : (name ?? "")])
    .map(redactText);
}
