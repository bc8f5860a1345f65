import { observed, type Row, rowOf } from "../queries/row.js";
import { textsOf } from "../queries/sent-texts.js";
import type { Event } from "../timeline/event.js";
import type { OpenSession } from "../worker/queries.js";

/** One event, as a line of a long list. */
export interface EventRow extends Row {
  kind: string;
  chain: string;
  /** Compactions of the chain before it. */
  boundary: number;
  line: number;
  name: string | null;
  /** The beginning of its text. */
  text: string | null;
  chars: number | null;
}

const headChars = 160;

/** All events of a session. */
export function eventRows({ timeline }: OpenSession): EventRow[] {
  return timeline.events.map((event) => {
    const [text] = textsOf(event);
    return {
      kind: event.kind,
      chain: event.chain,
      boundary: event.segment,
      line: event.place.line,
      name: text?.name ?? nameOf(event),
      text: text?.text?.slice(0, headChars) ?? null,
      chars: text?.chars ?? null,
      ...rowOf(timeline, event, observed),
    };
  });
}

const nameOf = (event: Event): string | null =>
  event.kind === "note" ? event.note : event.kind === "system" || event.kind === "unknown" ? event.record : null;
