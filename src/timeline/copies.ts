import { fingerprint } from "../read/fingerprint.js";
import { newBeginnings } from "./beginnings.js";
import type { Carried } from "./carried.js";
import type { Attachment, Event, Hook } from "./event.js";

/** One text of a thing, as the model saw it at one moment. */
export interface SeenText {
  event: Event;
  print: string;
  /** The text itself, where it is kept. */
  text: string | null;
  chars: number;
  /** The copy that was added before it. */
  before: SeenText | null;
  /** The latest copy with this text, itself or before it, that was no repetition of what is held; null where there is none. */
  sent: SeenText | null;
}

/** Key of a carried thing: things with the same key are copies of one another. */
export function keyOf(carried: Carried, event: Attachment | Hook): string | null {
  if (carried.name === null) return null;
  switch (carried.item) {
    case "file":
    case "file-reference":
    case "nested-memory":
    case "instructions":
    case "plan":
      return `path:${carried.name}`;
    case "skill":
      return skillKey(carried.name);
    case "hook":
      // A command that runs for several matchers is one hook.
      return event.kind === "hook" && event.command !== null
        ? `hook:${event.event} ${event.command}`
        : `hook:${carried.name} ${event.kind === "hook" ? event.part : ""}`;
    default:
      return `carrier:${event.carrier} ${carried.name}`;
  }
}

/** A skill's name without the scope of its plugin or settings file is not unique, so it is kept whole; only the slash goes. */
export const skillKey = (name: string): string => `skill:${name.replace(/^\//, "")}`;

/** How a text stands to the copies of the same thing that came before it. */
export interface Relation {
  relation: "equal" | "prefix" | "changed" | "new" | "none";
  /** The copy it was compared with: the latest equal one, else the latest longer one, else the latest. */
  copy: SeenText | null;
}

/** The texts of one thing so far. */
export interface Copies {
  readonly latest: SeenText | null;
  /** The latest that a record of instructions sent; what a tool read is none. */
  readonly sentInstructions: SeenText | null;
  /** Characters of the longest text that is known by its fingerprint only. */
  readonly unkeptChars: number;
  /** A further text, which is not added yet. */
  next(event: Event, text: string): SeenText;
  /** With `repeats`, of what is held. */
  add(seen: SeenText, repeats?: boolean): void;
  /**
   * Compares a text with them, ignoring trailing white space; `marker` ends a text that was cut. A whole copy with the
   * marker after it is a prefix too: the record says that something was cut.
   */
  relation(seen: SeenText, marker: string): Relation;
}

/** Starts without a copy. However many there are, a text is compared in time linear in the text. */
export function newCopies(): Copies {
  const byPrint = new Map<string, SeenText>();
  const beginnings = newBeginnings<SeenText>();
  // A text that equals an earlier one, as most do, never asks for beginnings.
  let waiting: SeenText[] = [];
  let latest: SeenText | null = null;
  let sentInstructions: SeenText | null = null;
  let unkeptChars = -1;
  return {
    get latest() {
      return latest;
    },
    get sentInstructions() {
      return sentInstructions;
    },
    get unkeptChars() {
      return unkeptChars;
    },
    next(event, text) {
      const print = latest?.text === text ? latest.print : fingerprint(text);
      return { event, print, text, chars: text.length, before: null, sent: null };
    },
    add(seen, repeats = false) {
      seen.before = latest;
      seen.sent = repeats ? (byPrint.get(seen.print)?.sent ?? null) : seen;
      latest = seen;
      byPrint.set(seen.print, seen);
      if (seen.text === null) unkeptChars = Math.max(unkeptChars, seen.chars);
      else waiting.push(seen);
      if (seen.event.kind === "attachment" && seen.event.carrier === "instructions") sentInstructions = seen;
    },
    relation({ text, print }, marker) {
      if (text === null) return { relation: "none", copy: null };
      if (latest === null) return { relation: "new", copy: null };
      const equal = byPrint.get(print);
      if (equal !== undefined) return { relation: "equal", copy: equal };
      for (const one of waiting) beginnings.add(one.text ?? "", one);
      waiting = [];
      const bare = withoutMarker(text, marker);
      const head = bare.trimEnd();
      const copy = beginnings.latest(head);
      if (copy !== null && (bare.length < text.length || copy.chars > head.length)) return { relation: "prefix", copy };
      return { relation: "changed", copy: latest };
    },
  };
}

/** The text without a last line that opens with the marker. */
export function withoutMarker(text: string, marker: string): string {
  const end = text.trimEnd();
  const lastLine = end.lastIndexOf("\n") + 1;
  return end.startsWith(marker, lastLine) ? end.slice(0, lastLine) : text;
}
