import { checkTimeline } from "../read/wrong-use.js";
import { redactHead, redactText } from "../timeline/secrets.js";
import type { Timeline } from "../timeline/timeline.js";
import { withoutHomes } from "./without-homes.js";

/** What `redact` hides. */
export interface RedactOptions {
  /** True writes `~` for home directories, so that no path tells who worked there; default false. */
  paths?: boolean;
}

/**
 * Replaces the secrets in every text of a timeline, so that what queries answer about it can be shared.
 *
 * Names, paths, ids and places are texts too. Recorded lengths (`chars`) stay those of the original; lengths that a query
 * counts in a text itself are those of the redacted one. A tool payload that was kept in part loses its last, perhaps
 * broken word as well.
 *
 * Known gaps: those of `findSecrets`; a file that holds a secret no longer compares equal to the copy that a tool read;
 * `paths` does not know a person's name outside of a home directory, nor one that is not below `home` or `Users`.
 *
 * @example
 * const shared = redact(timeline, { paths: true });
 * turns(shared)[0]?.prompt; // => "Add tax to the cart."
 */
export function redact(timeline: Timeline, { paths = false }: RedactOptions = {}): Timeline {
  checkTimeline(timeline);
  const short = new Map<string, string>();
  const places = new Map<object, unknown>();
  const hideHomes = paths ? withoutHomes(timeline) : (text: string) => text;
  const isNarrowed = timeline.whole != null;
  const clean = (text: string, cut: boolean): string => hideHomes(cut ? redactHead(text) : redactText(text));

  /** Ids, names and paths stand on row after row. */
  const text = (value: string): string => {
    if (value.length > repeatedChars) return clean(value, false);
    let known = short.get(value);
    if (known === undefined) {
      known = clean(value, false);
      short.set(value, known);
    }
    return known;
  };

  /** Goes down as deep as the types of a timeline are, never by the depth of the data. */
  const copy = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    const known = places.get(value);
    if (known !== undefined) return known;
    const isCut = "whole" in value && value.whole === false;
    const made = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, isCut && typeof one === "string" ? clean(one, true) : copy(one)]),
    );
    // A place stands on several events, and an event of a narrowed timeline in the whole one too.
    if ("offset" in value || (isNarrowed && "place" in value)) places.set(value, made);
    return made;
  };
  // A field is read by its name, as a timeline that was not awaited has none to go through, and says so when asked.
  return copy({ ...timeline, events: timeline.events }) as Timeline;
}

const repeatedChars = 100;
