import { startsTurn } from "../../timeline/clusters.js";
import type { Event, Prompt, Reply, Summary } from "../../timeline/event.js";
import { redactText } from "../../timeline/secrets.js";
import type { Speaker } from "./finding.js";
import { folded } from "./quote.js";

/** A text that was said in a conversation, secrets replaced. */
export interface Said {
  event: Prompt | Reply | Summary;
  who: Speaker;
  text: string;
  sentences: Sentence[];
  /** False for what the model said on its way, before a tool call of the same turn. */
  closing: boolean;
}

export interface Sentence {
  /** Folded, without the signs of a list or heading before it. */
  text: string;
  /** The heading of the list that it opens an item of. */
  under: string | null;
}

/** Lists the summary, what a person typed and what the model answered, in order. */
export function saidIn(events: readonly Event[]): Said[] {
  const said: Said[] = [];
  let callFollows = false;
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at] as Event;
    if (event.kind === "tool-call") callFollows = true;
    const who = speakerOf(event);
    if (who !== null) {
      const { text: original } = event as Said["event"];
      const text = redactText(original);
      said.push({
        event: event as Said["event"],
        who,
        text,
        sentences: sentencesOf(text),
        closing: who !== "model" || !callFollows,
      });
    }
    if (startsTurn(event)) callFollows = false;
  }
  return said.reverse();
}

function speakerOf(event: Event): Speaker | null {
  if (event.kind === "summary") return "summary";
  if (event.kind === "prompt") return event.typed ? "user" : null;
  return event.kind === "reply" && !event.synthetic && event.text.trim() !== "" ? "model" : null;
}

/** Splits a text into its sentences: a line break ends one; what stands in a code block is none. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let under: string | null = null;
  let inCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode;
    if (inCode) continue;
    const words = folded(line.slice(signsBefore(line)));
    if (words === "") continue;
    const isItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line);
    const isHeading = /^\s*#/.test(line) || /:[*_]*$/.test(words);
    if (isHeading) under = words;
    words.split(/(?<=[.!?][*_"')]?) /).forEach((sentence, at) => {
      sentences.push({ text: sentence, under: at === 0 && isItem && !isHeading ? under : null });
    });
  }
  return sentences;
}

/** Length of the signs of a list, heading, quotation or emphasis that open a line. */
const signsBefore = (line: string): number => /^[\s>*_#+•-]*(?:\d{1,3}[.)]\s+)?[*_]*/.exec(line)?.[0].length ?? 0;
