import type { Item } from "../timeline/carried.js";
import type { Event, EventKind } from "../timeline/event.js";
import type { Timeline } from "../timeline/timeline.js";
import { type CarriedThing, carriedThings } from "./carried-things.js";
import type { Source } from "./provenance.js";
import { type Judgement, observed } from "./row.js";

/** Where a text of the context came from: the source of what was sent, or the part of the conversation that said it. */
export type TextSource =
  | Source
  | Extract<
      EventKind,
      | "prompt"
      | "reply"
      | "tool-call"
      | "tool-result"
      | "command"
      | "local-output"
      | "shell"
      | "shell-output"
      | "meta"
      | "notification"
      | "interruption"
    >;

/** One text that an event put before the model. */
export interface EventText {
  /** Kind of the event, or what a record carried. */
  kind: EventKind | Item;
  /** Path, skill, tool, `Event:matcher`; null for what has no name. */
  name: string | null;
  /** The text as far as it is kept: the head of a long tool payload. */
  text: string | null;
  /** Length of the whole text. */
  chars: number | null;
  carrier: string;
}

/** A text of an event with its source. */
export interface SentText {
  event: Event;
  text: EventText;
  source: TextSource;
  judgement: Judgement;
}

/** The texts that an event put before the model, in order; none for bookkeeping and for rows that the program wrote for the person. */
export function textsOf(event: Event): EventText[] {
  switch (event.kind) {
    case "reply":
      return event.text === "" || event.synthetic ? [] : [spoken(event, event.text, null, "assistant")];
    case "tool-call":
      return [spoken(event, event.input.text, event.name, "assistant/tool_use", event.input.chars)];
    case "tool-result":
      return [spoken(event, event.text.text, event.tool, "user/tool_result", event.text.chars)];
    case "prompt":
      return [
        spoken(event, event.text, null, event.carrier === "queued_command" ? "attachment/queued_command" : "user"),
      ];
    case "command":
      return [
        spoken(
          event,
          event.args === null ? `/${event.name}` : `/${event.name} ${event.args}`,
          event.name,
          "user/command",
        ),
      ];
    case "shell":
      return [spoken(event, event.command, null, "user/bash-mode")];
    case "skill-body":
      return [spoken(event, event.text, event.name, "user/meta")];
    case "summary":
      return [spoken(event, event.text, null, "user/compactSummary")];
    case "local-output":
    case "shell-output":
    case "meta":
    case "notification":
    case "interruption":
      return event.text === "" ? [] : [spoken(event, event.text, null, "user")];
    case "attachment":
    case "hook":
      return event.carried.map((carried) => ({
        kind: carried.item,
        name: carried.name,
        text: carried.text,
        chars: carried.chars,
        carrier: `attachment/${event.carrier}`,
      }));
    default:
      return [];
  }
}

const spoken = (event: Event, text: string, name: string | null, carrier: string, chars = text.length): EventText => ({
  kind: event.kind,
  name,
  text,
  chars,
  carrier,
});

/** The texts that an event put before the model, each with its source. */
export function sentTexts(timeline: Timeline, event: Event): SentText[] {
  if (event.kind !== "attachment" && event.kind !== "hook")
    return textsOf(event).map((text) => ({ event, text, source: saidIn(event), judgement: observed }));
  const things = carriedThings(timeline).of(event);
  return textsOf(event).map((text, at) => {
    const { source, judgement } = things[at] as CarriedThing;
    return { event, text, source, judgement };
  });
}

const saidIn = ({ kind }: Event): TextSource => (kind === "skill-body" ? "invocation" : (kind as TextSource));
