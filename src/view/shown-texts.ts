import { carriedThings } from "../queries/carried-things.js";
import { textsOf } from "../queries/sent-texts.js";
import type { Place } from "../read/place.js";
import type { Relation } from "../timeline/copies.js";
import type { Event } from "../timeline/event.js";
import { readLine, type WholeLine } from "../timeline/read-line.js";
import type { OpenSession } from "../worker/queries.js";

/** One text as it stands in the transcript. */
export interface ShownText {
  place: Place;
  kind: string;
  name: string | null;
  /** Null where the record holds none. */
  text: string | null;
  /** Characters of the whole text, where that is known. */
  chars: number | null;
}

/** A text that went to the model, beside the earlier copy of the same thing. */
export interface ComparedText extends ShownText {
  relation: Relation["relation"];
  earlier: ShownText | null;
}

/** What stands on a line: as written, and the texts that it put before the model. */
export interface ShownLine {
  place: Place;
  /** As it is written, or its beginning. */
  written: string;
  /** Null where it is too long to be read whole. */
  bytes: number | null;
  events: { kind: string; chain: string; segment: number; at: number | null }[];
  texts: ComparedText[];
}

/** A line of which more is not shown. */
const mostBytes = 4 * 1024 * 1024;

/** The texts of a line, each with the earlier copy that it was compared with; of a thing's name only, where one is given. */
export async function textsAt(session: OpenSession, place: Place, name: string | null): Promise<ComparedText[]> {
  const events = eventsAt(session, place);
  const texts = await Promise.all(events.map((event) => comparedOf(session, event)));
  const found = texts.flat();
  const named = found.filter((text) => text.name === name);
  return name === null || named.length === 0 ? found : named;
}

/** What stands on a line of a file; null where the file ends before it. */
export async function lineAt(session: OpenSession, line: number, file: string | undefined): Promise<ShownLine | null> {
  const whole = await wholeLine(session, { line, offset: 0, uuid: null, file });
  if (whole === null) return null;
  const events = eventsAt(session, { line, file });
  const place = events[0]?.place ?? { line, offset: 0, uuid: null, file };
  return {
    place,
    written: whole.text,
    bytes: whole.bytes,
    events: events.map(({ kind, chain, segment, at }) => ({ kind, chain, segment, at })),
    texts: (await Promise.all(events.map((event) => comparedOf(session, event)))).flat(),
  };
}

const eventsAt = ({ timeline, parts }: OpenSession, { line, file }: Pick<Place, "line" | "file">): Event[] => {
  const wanted = file ?? parts[0]?.name ?? undefined;
  return timeline.events.filter(({ place }) => place.line === line && place.file === wanted);
};

async function comparedOf(session: OpenSession, event: Event): Promise<ComparedText[]> {
  if (event.kind !== "attachment" && event.kind !== "hook")
    return [{ ...(await shownOf(session, event)), relation: "none" as const, earlier: null }].filter(
      ({ text }) => text !== null,
    );
  return Promise.all(
    carriedThings(session.timeline)
      .of(event)
      .map(async ({ carried, relation: { relation, copy } }) => ({
        place: event.place,
        kind: carried.item,
        name: carried.name,
        text: carried.text,
        chars: carried.chars,
        relation,
        earlier:
          copy === null
            ? null
            : copy.text === null
              ? { ...(await shownOf(session, copy.event)), chars: copy.chars }
              : {
                  place: copy.event.place,
                  kind: copy.event.kind,
                  name: carried.name,
                  text: copy.text,
                  chars: copy.chars,
                },
      })),
  );
}

/** The text of an event; of one that is kept in part, or shows a file, as the line itself has it. */
async function shownOf(session: OpenSession, event: Event): Promise<ShownText> {
  const { place, kind } = event;
  const [kept] = textsOf(event);
  const isPart = kept !== undefined && kept.text !== null && kept.chars !== null && kept.text.length < kept.chars;
  const name = kind === "tool-result" ? (event.file?.path ?? event.tool) : (kept?.name ?? null);
  const shown: ShownText = { place, kind, name, text: kept?.text ?? null, chars: kept?.chars ?? null };
  if (!isPart && !(kind === "tool-result" && event.file !== null)) return shown;
  const whole = await wholeLine(session, place);
  if (whole?.file != null) return { ...shown, text: whole.file, chars: whole.file.length };
  const again = whole?.events.filter((one) => one.kind === kind).flatMap(textsOf) ?? [];
  const same = again.find(({ chars }) => chars === kept?.chars);
  return same === undefined ? shown : { ...shown, text: same.text };
}

/** Reads a line again, from the last place that is known before it. */
async function wholeLine({ timeline, parts }: OpenSession, place: Place): Promise<WholeLine | null> {
  const file = place.file ?? parts[0]?.name ?? undefined;
  const part = parts.find(({ name }) => (name ?? undefined) === file);
  if (part === undefined) return null;
  const before = timeline.events.findLast((event) => event.place.file === file && event.place.line < place.line);
  return readLine(part.source, place.line, before?.place ?? { line: 1, offset: 0 }, mostBytes);
}
