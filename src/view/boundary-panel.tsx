import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { MissingRow } from "../queries/missing.js";
import type { Row } from "../queries/row.js";
import { type Card, cardFacts, cardTitle, foldKept, lossesOf, notRecorded } from "../show/card.js";
import { boundariesColumns } from "../show/columns/boundaries.js";
import { conflictsColumns } from "../show/columns/conflicts.js";
import { contextColumns } from "../show/columns/context.js";
import { missingColumns } from "../show/columns/missing.js";
import { returnedColumns } from "../show/columns/returned.js";
import { plural } from "../show/count.js";
import { lossFacts } from "../show/losses.js";
import { plainText } from "../show/plain-text.js";
import { ConflictDetails } from "./conflict-details.js";
import { Head } from "./head.js";
import { usePage } from "./page-context.js";
import { RowDetails } from "./row-details.js";
import { RowsTable } from "./rows-table.js";
import { useAnswer } from "./use-session.js";

/** One boundary: what was there before it, what came back, from where, and what did not. */
export function BoundaryPanel({ card }: { card: Card }) {
  const { folder } = usePage();
  const { boundary, returned, conflicts } = card;
  const missing = lossesOf(card);
  const losses = lossFacts(missing, folder);
  const silence = notRecorded(card);
  return (
    <article class="card" aria-labelledby="card-title">
      <h2 id="card-title">{plainText(cardTitle(boundary))}</h2>
      <dl class="facts">
        {[...cardFacts(boundary), ...losses].map(([label, text]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{plainText(text)}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      {boundary.kind === "microcompact" ? (
        <p>Old tool results were cleared; the conversation goes on.</p>
      ) : (
        <>
          {silence !== null && <p class="notice">{plainText(silence)} They may well have come back.</p>}
          <Head sub word="source">
            Came back
          </Head>
          <RowsTable
            name={`boundary ${boundary.boundary}: came back`}
            rows={foldKept(returned)}
            columns={without(returnedColumns, "#", "chain")}
            none="Nothing that came back is recorded."
            opened={(row) => <RowDetails row={row} texts={textsOf(row, row.name)} />}
          />
          <Head sub word="reason">
            Did not come back, or not whole
          </Head>
          <RowsTable
            name={`boundary ${boundary.boundary}: did not come back`}
            rows={missing}
            columns={without(missingColumns, "#", "chain")}
            none="Nothing is known to be missing."
            opened={(row) => <RowDetails row={row} texts={lastSeenOf(row)} />}
          />
          {conflicts.length > 0 && (
            <>
              <Head sub word="conflict">
                In conflict
              </Head>
              <RowsTable
                name={`boundary ${boundary.boundary}: conflicts`}
                rows={conflicts}
                columns={without(conflictsColumns, "#", "chain")}
                none=""
                opened={(row) => <ConflictDetails row={row} />}
              />
            </>
          )}
          <Before chain={boundary.chain} ordinal={boundary.boundary} />
        </>
      )}
      <details class="fields">
        <summary>The record of this boundary</summary>
        <RowsTable
          name={`boundary ${boundary.boundary}`}
          rows={[boundary]}
          columns={boundariesColumns}
          none=""
          opened={(row) => <RowDetails row={row} texts={null} />}
        />
      </details>
    </article>
  );
}

/** What stood in context before: asked for when it is opened, as it is long. */
function Before({ chain, ordinal }: { chain: string; ordinal: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="before" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What was in context before</summary>
      {open && <BeforeRows chain={chain} ordinal={ordinal} />}
    </details>
  );
}

function BeforeRows({ chain, ordinal }: { chain: string; ordinal: number }) {
  const { session } = usePage();
  const { answer, error } = useAnswer(session, "before", chain, ordinal);
  if (answer === null) return <p class="none">{error ?? "Asking …"}</p>;
  const sizes = new Map<string, { texts: number; chars: number }>();
  for (const { source, chars } of answer) {
    const { texts, chars: before } = sizes.get(source) ?? { texts: 0, chars: 0 };
    sizes.set(source, { texts: texts + 1, chars: before + (chars ?? 0) });
  }
  const bySize = [...sizes].sort(([, a], [, b]) => b.chars - a.chars);
  return (
    <>
      <p class="quiet">
        {bySize
          .map(([source, { texts, chars }]) => `${source}: ${plural(texts, "text")}, ${plural(chars, "character")}`)
          .join(" · ")}
      </p>
      <RowsTable
        name={`before boundary ${ordinal}`}
        rows={answer}
        columns={contextColumns}
        none="Nothing stands before it in this file."
        opened={(row) => <RowDetails row={row} texts={textsOf(row, row.name)} />}
      />
    </>
  );
}

export const textsOf = (row: Row, name: string | null) => {
  const [place] = row.evidence;
  return place === undefined ? null : { place, name };
};

/** Of what is missing, the text as it last stood in context. */
const lastSeenOf = (row: MissingRow) => {
  const place = row.evidence.find(({ line }) => line === row.lastSeen);
  return place === undefined || row.name === "conversation" ? null : { place, name: row.name };
};

function without<Columns extends object>(columns: Columns, ...heads: string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([head]) => !heads.includes(head))) as Columns;
}
