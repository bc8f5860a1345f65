import type { Event, ToolCall } from "../../timeline/event.js";
import { observed } from "../row.js";
import { resultsOf } from "./calls.js";
import type { Finding } from "./finding.js";
import { objectsOf, stringOf } from "./input-strings.js";

interface Todo {
  text: string;
  status: string;
  call: ToolCall;
}

const closed: ReadonlySet<string> = new Set(["completed", "deleted"]);

/** The to-dos that are open at the end, those in work first: of the last list that was written, and of tasks made one by one. */
export function todoFindings(events: readonly Event[]): Finding[] {
  const open = [...listed(events), ...tasks(events)].filter(({ status }) => !closed.has(status));
  return [...open.filter(isInWork), ...open.filter((todo) => !isInWork(todo))].map(({ text, call }) => ({
    topic: "todo",
    text,
    who: "model",
    judgement: observed,
    proof: [call],
  }));
}

const isInWork = ({ status }: Todo): boolean => status === "in_progress";

/** TodoWrite writes the whole list each time. */
function listed(events: readonly Event[]): Todo[] {
  const call = events.findLast((event): event is ToolCall => event.kind === "tool-call" && event.name === "TodoWrite");
  if (call === undefined) return [];
  return objectsOf(call.input).flatMap((todo) => {
    const text = todo.get("content");
    return text === undefined ? [] : [{ text, status: todo.get("status") ?? "pending", call }];
  });
}

/** TaskCreate makes one task, whose number its result tells; TaskUpdate changes it. */
function tasks(events: readonly Event[]): Todo[] {
  const results = resultsOf(events);
  const byNumber = new Map<string, Todo>();
  for (const event of events) {
    if (event.kind !== "tool-call") continue;
    if (event.name === "TaskCreate") {
      const number = /#(\d+)/.exec(results.get(event.id ?? "")?.text.text ?? "")?.[1];
      const text = stringOf(event.input, "subject");
      if (number !== undefined && text !== null) byNumber.set(number, { text, status: "pending", call: event });
    } else if (event.name === "TaskUpdate") {
      const task = byNumber.get(stringOf(event.input, "taskId") ?? "");
      if (task === undefined) continue;
      const subject = stringOf(event.input, "subject");
      task.status = stringOf(event.input, "status") ?? task.status;
      if (subject !== null) Object.assign(task, { text: subject, call: event });
    }
  }
  return [...byNumber.values()];
}
