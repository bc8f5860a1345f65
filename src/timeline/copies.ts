import { fingerprint } from "../read/fingerprint.js";
import type { Carried } from "./carried.js";
import type { Attachment, Event, Hook } from "./event.js";

/** One text of a thing, as the model saw it at one moment. */
export interface SeenText {
  event: Event;
  print: string;
  /** The text itself, where it is kept. */
  text: string | null;
  chars: number;
}

/** What one event shows of a thing: its text, or only that the thing was written in between. */
export interface Sighting {
  /** Names the thing: `path:…`, `skill:…`, `hook:…`, `carrier:…`. */
  key: string;
  seen: SeenText | null;
  /** True where the event changed the file under that path. */
  wrote: boolean;
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
      return `hook:${carried.name} ${event.kind === "hook" ? (event.command ?? event.part) : ""}`;
    default:
      return `carrier:${event.carrier} ${carried.name}`;
  }
}

/** A skill's name without the scope of its plugin or settings file is not unique, so it is kept whole; only the slash goes. */
export const skillKey = (name: string): string => `skill:${name.replace(/^\//, "")}`;

/**
 * Lists what an event shows: texts that were carried to the model, bodies of skills, whole files read or written by tools.
 * The text before an edit (`originalFile`) is no copy that the model saw.
 */
export function sightings(event: Event): Sighting[] {
  switch (event.kind) {
    case "attachment":
    case "hook":
      return event.carried.flatMap((carried) => {
        const key = keyOf(carried, event);
        return key === null || carried.text === null
          ? []
          : [{ key, seen: seenText(event, carried.text), wrote: false }];
      });
    case "skill-body":
      return [{ key: skillKey(event.name), seen: seenText(event, event.text), wrote: false }];
    case "tool-result": {
      if (event.file === null || event.isError === true) return [];
      const { path, action, print, chars } = event.file;
      const seen = print === null ? null : { event, print, text: null, chars: chars ?? 0 };
      return [{ key: `path:${path}`, seen, wrote: action !== "read" }];
    }
    default:
      return [];
  }
}

const seenText = (event: Event, text: string): SeenText => ({
  event,
  print: fingerprint(text),
  text,
  chars: text.length,
});

/** The directory that a skill's body names, and with it the file it was rendered from; null for a command. */
export function skillFileOf(body: string): string | null {
  const directory = /^Base directory for this skill: (.+)$/m.exec(body.slice(0, 2_000))?.[1]?.trim();
  return directory === undefined ? null : `${directory.replace(/[\\/]$/, "")}/SKILL.md`;
}

/** How a text stands to the copies of the same thing that came before it. */
export interface Relation {
  relation: "equal" | "prefix" | "changed" | "new" | "none";
  /** The copy it was compared with: the latest equal one, else the latest longer one, else the latest. */
  copy: SeenText | null;
}

/**
 * Compares a text with earlier copies, ignoring trailing white space; `marker` ends a text that was cut.
 * A whole copy with the marker after it is a prefix too: the record says that something was cut.
 */
export function relationTo(copies: readonly SeenText[], text: string | null, marker: string): Relation {
  if (text === null) return { relation: "none", copy: null };
  const print = fingerprint(text);
  const bare = withoutMarker(text, marker);
  const marked = bare.length < text.length;
  const head = bare.trimEnd();
  for (let at = copies.length - 1; at >= 0; at--) {
    const copy = copies[at] as SeenText;
    if (copy.print === print) return { relation: "equal", copy };
  }
  for (let at = copies.length - 1; at >= 0; at--) {
    const copy = copies[at] as SeenText;
    if (head.length === 0 || copy.text === null || !copy.text.startsWith(head)) continue;
    if (marked || copy.text.length > head.length) return { relation: "prefix", copy };
  }
  const latest = copies[copies.length - 1];
  return latest === undefined ? { relation: "new", copy: null } : { relation: "changed", copy: latest };
}

/** The text without a last line that opens with the marker. */
export function withoutMarker(text: string, marker: string): string {
  const end = text.trimEnd();
  const lastLine = end.lastIndexOf("\n") + 1;
  return end.startsWith(marker, lastLine) ? end.slice(0, lastLine) : text;
}
