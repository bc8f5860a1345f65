import { TranscriptError } from "../read/transcript-error.js";
import { type Finder, linearPattern } from "./linear-pattern.js";

/** What is looked for: a literal, or a regular expression as such or as its source. */
export type Marker = string | RegExp | { pattern: string; flags?: string };

/** Distinct hits in a text: of each marker in the order given. */
export function finderOf(markers: readonly Marker[]): Finder {
  const finders = markers.map((marker) => {
    if (typeof marker === "string") {
      if (marker === "")
        throw new TranscriptError("wrong-option", "An empty marker stands everywhere; pass a text or a pattern.");
      return (text: string): string[] => (text.includes(marker) ? [marker] : []);
    }
    return marker instanceof RegExp
      ? linearPattern(marker.source, marker.flags)
      : linearPattern(marker.pattern, marker.flags);
  });
  const [first] = finders;
  if (first !== undefined && finders.length === 1) return first;
  return (text) => [...new Set(finders.flatMap((find) => find(text)))];
}
