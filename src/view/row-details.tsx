import { Fragment } from "preact";
import type { Row } from "../queries/row.js";
import type { Place } from "../read/place.js";
import { LineLink } from "./line-link.js";
import { TextsAt } from "./texts-at.js";
import { meaningOf } from "./words-of.js";

/** Fields that are shown as evidence, grade and why. */
const common = new Set(["sessionId", "at", "grade", "evidence", "why"]);
/** Fields whose values are words that have a meaning of their own. */
const telling = ["source", "reason", "relation", "fate"];

/** What there is to say of one row: how sure it is and why, what its words mean, the lines that prove it, the texts. */
export function RowDetails({ row, texts }: { row: Row; texts: { place: Place; name: string | null } | null }) {
  const words = telling.flatMap((field) => {
    const word: unknown = Reflect.get(row, field);
    const means = typeof word === "string" ? meaningOf(field, word) : undefined;
    return means === undefined ? [] : [{ field, word: word as string, means }];
  });
  const others = Object.entries(row).filter(
    ([name, value]) => !common.has(name) && value !== null && typeof value !== "object" && !telling.includes(name),
  );
  return (
    <div class="details">
      <dl>
        <dt>grade</dt>
        <dd>
          <strong>{row.grade}</strong> {meaningOf("grade", row.grade)}
          {row.why !== null && (
            <>
              {" "}
              <span class="why">{row.why}</span>
            </>
          )}
        </dd>
        {words.map(({ field, word, means }) => (
          <Fragment key={field}>
            <dt>{field}</dt>
            <dd>
              <strong>{word}</strong> {means}
            </dd>
          </Fragment>
        ))}
        <dt>evidence</dt>
        <dd>
          {row.evidence.length === 0
            ? "no line"
            : row.evidence
                .slice(0, 12)
                .map((place) => <LineLink key={`${place.file} ${place.offset}`} place={place} />)}
          {row.evidence.length > 12 && ` and ${row.evidence.length - 12} more`}
        </dd>
      </dl>
      <details class="fields">
        <summary>all fields</summary>
        <dl>
          {others.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{String(value)}</bdi>
              </dd>
            </Fragment>
          ))}
        </dl>
      </details>
      {texts !== null && <TextsAt {...texts} />}
    </div>
  );
}
