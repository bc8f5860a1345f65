import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Row } from "../queries/row.js";
import type { Card } from "../show/card.js";
import { conflictsColumns } from "../show/columns/conflicts.js";
import { hooksColumns } from "../show/columns/hooks.js";
import { skillsColumns } from "../show/columns/skills.js";
import { traceColumns } from "../show/columns/trace.js";
import { plural } from "../show/count.js";
import { textsOf } from "./boundary-panel.js";
import { ConflictDetails } from "./conflict-details.js";
import { eventColumns } from "./event-columns.js";
import { SkillFigure } from "./figures.js";
import { Head } from "./head.js";
import { usePage } from "./page-context.js";
import { RowDetails } from "./row-details.js";
import { RowsTable } from "./rows-table.js";
import { type TableName, tables } from "./tables.js";
import { useAnswer } from "./use-session.js";

const Waiting = ({ error }: { error: string | null }) => <p class="none">{error ?? "Asking …"}</p>;

export function SkillsTab({ cards }: { cards: Card[] }) {
  const { session } = usePage();
  const { answer, error } = useAnswer(session, "skills");
  if (answer === null) return <Waiting error={error} />;
  return (
    <>
      <Head word="fate">Skills, from invocation to loss</Head>
      {answer.length > 0 && <SkillFigure skills={answer} cards={cards} />}
      <RowsTable
        name="skills"
        rows={answer}
        columns={skillsColumns}
        none="No skill was invoked."
        opened={(row) => <RowDetails row={row} texts={textsOf(row, row.name)} />}
      />
    </>
  );
}

export function HooksTab() {
  const { session } = usePage();
  const { answer, error } = useAnswer(session, "hooks");
  if (answer === null) return <Waiting error={error} />;
  return (
    <>
      <Head word="hook">Hooks</Head>
      <RowsTable
        name="hooks"
        rows={answer}
        columns={hooksColumns}
        none="No run of a hook is recorded."
        opened={(row) => <RowDetails row={row} texts={textsOf(row, null)} />}
      />
    </>
  );
}

export function ConflictsTab() {
  const { session } = usePage();
  const { answer, error } = useAnswer(session, "conflicts", { textChars: Number.POSITIVE_INFINITY });
  if (answer === null) return <Waiting error={error} />;
  return (
    <>
      <Head word="held">Older texts beside newer ones</Head>
      <RowsTable
        name="conflicts"
        rows={answer}
        columns={conflictsColumns}
        none="No text was found that stands beside a newer one of the same thing."
        opened={(row) => <ConflictDetails row={row} />}
      />
    </>
  );
}

export function MarkersTab() {
  const { route, go } = usePage();
  const [text, setText] = useState(route.about ?? "");
  const input = useRef<HTMLInputElement>(null);
  // A search that was ended leaves its words, to be changed.
  useEffect(() => setText((typed) => route.about ?? typed), [route.about]);
  useEffect(() => input.current?.focus(), []);
  const stop = useCallback(() => {
    go({ about: null });
    input.current?.focus();
  }, [go]);
  return (
    <>
      <Head word="source">Where a text stood before and after each boundary</Head>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          go({ about: text === "" ? null : text });
        }}
      >
        <label for="marker">Marker</label>
        <input
          id="marker"
          ref={input}
          type="search"
          placeholder="a text to look for, in tool results too"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit">Search</button>
      </form>
      {route.about !== null && <Found marker={route.about} stop={stop} />}
    </>
  );
}

function Found({ marker, stop }: { marker: string; stop: () => void }) {
  const { session } = usePage();
  const { answer, error, asking } = useAnswer(session, "trace", [marker]);
  if (asking) return <Searching stop={stop} />;
  if (answer === null) return <Waiting error={error} />;
  return (
    <RowsTable
      name={`marker ${marker}`}
      rows={answer}
      columns={traceColumns}
      none="No text holds it."
      opened={(row) => <RowDetails row={row} texts={textsOf(row, row.name)} />}
    />
  );
}

/** What runs for as long as the file is long can be ended. */
function Searching({ stop }: { stop: () => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
      // Else it would empty the field, or close a line, too.
      event.preventDefault();
      event.stopPropagation();
      stop();
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [stop]);
  return (
    <p class="none">
      <span role="status">Searching …</span>{" "}
      <button type="button" aria-keyshortcuts="Escape" onClick={stop}>
        Stop
      </button>
    </p>
  );
}

export function EventsTab() {
  const { session } = usePage();
  const { answer, error } = useAnswer(session, "events");
  const [withNotes, setWithNotes] = useState(false);
  const told = useMemo(() => (answer ?? []).filter(({ kind }) => kind !== "note"), [answer]);
  if (answer === null) return <Waiting error={error} />;
  const notes = answer.length - told.length;
  return (
    <>
      <Head word="segment">{withNotes || notes === 0 ? "All events" : "Events"}</Head>
      {notes > 0 && (
        <p class="search">
          <label>
            <input
              type="checkbox"
              checked={withNotes}
              onChange={(event) => setWithNotes(event.currentTarget.checked)}
            />{" "}
            with {plural(notes, "note")} of bookkeeping, such as titles and modes
          </label>
        </p>
      )}
      <RowsTable
        name="events"
        rows={withNotes ? answer : told}
        columns={eventColumns}
        none={notes > 0 ? "The transcript holds notes alone." : "The transcript holds no event."}
        opened={(row) => <RowDetails row={row} texts={textsOf(row, null)} />}
      />
    </>
  );
}

export function TablesTab() {
  const { route, go } = usePage();
  const name: TableName = Object.hasOwn(tables, route.about ?? "") ? (route.about as TableName) : "boundaries";
  return (
    <>
      <Head word="grade">All rows</Head>
      <p class="search">
        <label for="table">Table</label>
        <select id="table" value={name} onChange={(event) => go({ about: event.currentTarget.value })}>
          {Object.keys(tables).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <span class="quiet">{tables[name].question}</span>
      </p>
      <OneTable key={name} name={name} />
    </>
  );
}

function OneTable({ name }: { name: TableName }) {
  const { session } = usePage();
  const { answer, error } = useAnswer(session, name);
  if (answer === null) return <Waiting error={error} />;
  return (
    <RowsTable
      name={name}
      rows={answer as Row[]}
      columns={tables[name].columns}
      none="There is no row."
      opened={(row) => <RowDetails row={row} texts={textsOf(row, null)} />}
    />
  );
}
