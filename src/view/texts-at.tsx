import type { Place } from "../read/place.js";
import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { visibleText } from "../show/visible-text.js";
import { LineLink } from "./line-link.js";
import { usePage } from "./page-context.js";
import type { ComparedText, ShownText } from "./shown-texts.js";
import { SideBySide } from "./side-by-side.js";
import { useAnswer } from "./use-session.js";

/** The texts of a line, each beside its earlier copy. */
export function TextsAt({ place, name }: { place: Place; name: string | null }) {
  const { session } = usePage();
  const { answer, error } = useAnswer(session, "texts", place, name);
  if (error !== null) return <p class="none">{error}</p>;
  if (answer === null) return <p class="none">Reading line {place.line} …</p>;
  if (answer.length === 0) return <p class="none">Line {place.line} holds no text for the model.</p>;
  return (
    <>
      {answer.map((text, at) => (
        <OneText key={`${place.offset} ${at}`} text={text} />
      ))}
    </>
  );
}

/** A text beside its earlier copy where they differ, or once where they don't. */
export function OneText({ text }: { text: ComparedText }) {
  const { earlier } = text;
  if (text.text === null)
    return (
      <figure class="text">
        <Caption text={text} />
        <p class="none">The record holds no text of it.</p>
      </figure>
    );
  if (earlier === null || earlier.text === null)
    return (
      <figure class="text">
        <Caption text={text} />
        <Whole text={text.text} />
        <p class="none">
          {earlier === null
            ? "There is no earlier copy to compare it with."
            : "Of the earlier copy the record holds no text: "}
          {earlier !== null && <LineLink place={earlier.place} />}
        </p>
      </figure>
    );
  if (earlier.text.trimEnd() === text.text.trimEnd())
    return (
      <figure class="text">
        <Caption text={text} />
        <p class="same">
          The same text as the earlier copy on <LineLink place={earlier.place} /> ({earlier.kind}).
        </p>
        <Whole text={text.text} />
      </figure>
    );
  return (
    <figure class="text">
      <Caption text={text} />
      <SideBySide
        before={earlier.text}
        after={text.text}
        heads={[`earlier copy: ${describe(earlier)}`, `what was sent: ${describe(text)}`]}
      />
      <p class="none">
        <LineLink place={earlier.place} /> <LineLink place={text.place} />
      </p>
    </figure>
  );
}

const describe = ({ kind, place, chars }: ShownText): string =>
  `${kind}, line ${count(place.line)}${chars === null ? "" : `, ${plural(chars, "character")}`}`;

function Caption({ text }: { text: ComparedText }) {
  return (
    <figcaption>
      <bdi>{plainText(text.name ?? text.kind)}</bdi> <span class="quiet">{describe(text)}</span>
    </figcaption>
  );
}

/** As much of a text is shown at once. */
const mostChars = 60_000;

function Whole({ text }: { text: string }) {
  const shown = visibleText(text.slice(0, mostChars));
  return (
    <>
      <pre class="whole" dir="auto" tabIndex={0}>
        {shown}
      </pre>
      {text.length > mostChars && (
        <p class="none">
          The first {count(mostChars)} of {plural(text.length, "character")}.
        </p>
      )}
    </>
  );
}
