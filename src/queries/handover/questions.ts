import type { Event } from "../../timeline/event.js";
import { derived, inferred } from "../row.js";
import { resultsOf } from "./calls.js";
import type { Finding } from "./finding.js";
import { stringOf } from "./input-strings.js";
import type { Said } from "./said.js";

/** Questions without an answer: those of the last reply that no prompt follows, and those of a prompt that no reply follows. */
export function questionFindings(said: readonly Said[], events: readonly Event[]): Finding[] {
  const last = said.findLastIndex(({ who }) => who === "user");
  const reply = said.findLastIndex(({ who }) => who === "model");
  const [unanswered, why] =
    reply > last
      ? [said.slice(reply, reply + 1), "The model asked, and no prompt follows in the window."]
      : [
          said.slice(reply + 1).filter(({ who }) => who === "user"),
          "The user asked, and no reply follows in the window.",
        ];
  const found: Finding[] = unanswered.flatMap((one) =>
    one.sentences
      .filter(({ text }) => one.closing && isQuestion(text))
      .map(({ text }) => ({ topic: "question", text, who: one.who, judgement: inferred(why), proof: [one.event] })),
  );
  return [...found, ...askedByTool(events)];
}

/** Ends with a question mark, marks of emphasis and quotation aside. */
function isQuestion(text: string): boolean {
  let end = text.length;
  while (end > 0 && "*_\"')".includes(text.charAt(end - 1))) end--;
  return text.charAt(end - 1) === "?" && /\w/.test(text);
}

/** A question that was put through a tool and has no result waits on the user. */
function askedByTool(events: readonly Event[]): Finding[] {
  const results = resultsOf(events);
  return events.flatMap((event): Finding[] => {
    if (event.kind !== "tool-call" || event.name !== "AskUserQuestion" || results.has(event.id ?? "")) return [];
    const text = stringOf(event.input, "question");
    const judgement = derived("No result of the call is recorded in the window.");
    return text === null ? [] : [{ topic: "waiting-user", text, who: "model", judgement, proof: [event] }];
  });
}
