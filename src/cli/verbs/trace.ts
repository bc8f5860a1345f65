import type { TraceRow } from "../../queries/trace.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { traceColumns } from "../../show/columns/trace.js";
import { finderOf, type Marker } from "../../timeline/markers.js";
import { verbOf } from "../verb.js";

interface Given {
  marker?: Marker[];
  pattern?: Marker[];
  onlyInSummary?: boolean;
}

export const traceVerb = verbOf<TraceRow, Given>({
  name: "trace",
  question: "Where does a text stand before and after each compaction, and did more than the summary keep it?",
  example: 'tidemark trace session.jsonl "the passphrase" --only-in-summary',
  next: ["tidemark context session.jsonl", "all that stands in context, in order"],
  words: {
    name: "[marker...]",
    help: "texts to look for; with --marker or --pattern, more paths",
    split: (words, given) => {
      if (given.marker !== undefined || given.pattern !== undefined) return { paths: words, given };
      const [path, ...marker] = words;
      if (path === undefined || marker.length === 0)
        throw new TranscriptError(
          "wrong-option",
          "no marker; name a text after the path, or give --marker or --pattern, which need no path",
        );
      return { paths: [path], given: { ...given, marker: marker.map(sound) } };
    },
  },
  options: {
    marker: {
      placeholder: "<text>",
      help: "a text to look for; may be repeated",
      parse: (text, before = []) => [...before, sound(text)],
    },
    pattern: {
      placeholder: "<regex>",
      help: "a regular expression to look for; may be repeated",
      parse: (text, before = []) => [...before, sound({ pattern: text })],
    },
    onlyInSummary: { help: "only what came back with the summary and with nothing else" },
  },
  query: async (timeline, { marker = [], pattern = [], onlyInSummary = false }, file) => {
    // It reads again, and the reader is loaded when it is needed.
    const [{ traceSession }, trace] = await Promise.all([
      import("../trace-session.js"),
      import("../../queries/trace.js"),
    ]);
    const rows = await traceSession(timeline, file, [...marker, ...pattern]);
    return onlyInSummary ? trace.onlyInSummary(rows) : rows;
  },
  columns: traceColumns,
  none: "no text holds it",
});

/** The marker, if it can be looked for. */
function sound(marker: Marker): Marker {
  finderOf([marker]);
  return marker;
}
