import type { Carried, Item } from "../timeline/carried.js";
import { clusters } from "../timeline/clusters.js";
import { keyOf, relationTo } from "../timeline/copies.js";
import type { Attachment, Event, EventKind, Hook } from "../timeline/event.js";
import { newHistory } from "../timeline/history.js";
import type { Timeline } from "../timeline/timeline.js";
import { type Phase, type Provenance, provenance, type Source } from "./provenance.js";
import { inferred, type Judgement, observed } from "./row.js";
import { truncationMarker } from "./rules.js";

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
  carried: Carried | null;
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
        carried,
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
  carried: null,
});

/** Lists the texts that the wanted events put before the model, in file order, each with its source. */
export function sentTexts(timeline: Timeline, wanted: (event: Event) => boolean): SentText[] {
  const phases = new Map<Event, Phase>();
  for (const cluster of clusters(timeline)) {
    for (const event of cluster.rows) phases.set(event, "boundary");
    for (const event of cluster.nextPrompt) phases.set(event, "next-prompt");
  }
  const history = newHistory();
  const sent: SentText[] = [];
  for (const event of timeline.events) {
    if (wanted(event))
      for (const text of textsOf(event)) {
        const { source, judgement } = sourceOf(event, text, phases.get(event) ?? null, history.copies);
        sent.push({ event, text, source, judgement });
      }
    if (phases.size > 0) history.add(event);
  }
  return sent;
}

type Copies = ReturnType<typeof newHistory>["copies"];

function sourceOf(
  event: Event,
  text: EventText,
  phase: Phase | null,
  copies: Copies,
): { source: TextSource; judgement: Judgement } {
  if (event.kind === "skill-body") return { source: "invocation", judgement: observed };
  if (text.carried === null) return { source: text.kind as TextSource, judgement: observed };
  return carriedSource(event as Attachment | Hook, text.carried, phase, copies);
}

/** By the rules for what came back after a boundary; outside of one, instructions are what a process read when it began. */
function carriedSource(event: Attachment | Hook, carried: Carried, phase: Phase | null, copies: Copies): Provenance {
  const delta = event.kind === "attachment" && event.delta?.changed === true;
  if (phase === null && carried.item === "instructions" && !delta)
    return {
      source: "disk",
      judgement: inferred("Instruction files are read when a process starts; the record does not say when it was."),
    };
  const earlier = copies(event.chain, keyOf(carried, event));
  const relation = relationTo(earlier, carried.text, truncationMarker.value);
  return provenance(event, carried, phase ?? "next-prompt", relation, earlier);
}
