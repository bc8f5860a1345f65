import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { Row } from "../queries/row.js";
import { type ColumnsOf, cellOf } from "../show/column.js";
import { count, plural } from "../show/count.js";
import { type Cell, cellText } from "../show/table.js";
import { usePage } from "./page-context.js";
import { saveRows } from "./save-rows.js";
import { useWindow } from "./use-window.js";
import { meaningOf } from "./words-of.js";

interface TableProps<R extends Row> {
  name: string;
  rows: readonly R[];
  columns: ColumnsOf<R>;
  /** What to say where there is no row. */
  none: string;
  /** What is shown of a row below it. */
  opened: (row: R) => ComponentChildren;
}

interface Order {
  head: string;
  down: boolean;
}

/** Rows as a table: sorted by a click, one of them open, saved as CSV or JSON as they are shown. */
export function RowsTable<R extends Row>({ name, rows, columns, none, opened }: TableProps<R>) {
  const [order, setOrder] = useState<Order | null>(null);
  const [filter, setFilter] = useState("");
  const [open, setOpen] = useState<R | null>(null);
  const id = useId();
  const { folder } = usePage();
  const table = useMemo(() => cellsOf(rows, columns, folder), [rows, columns, folder]);
  const shown = useMemo(() => sorted(filtered(table.lines, filter), table.heads, order), [table, filter, order]);
  const openAt = open === null ? -1 : shown.findIndex(({ row }) => row === open);
  const view = useWindow(shown.length, openAt < 0 ? null : openAt);
  const wanted = useRef<number | null>(null);

  useEffect(() => {
    if (wanted.current === null) return;
    view.scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)?.focus();
    wanted.current = null;
  });

  if (rows.length === 0) return <p class="none">{none}</p>;

  const move = (event: TargetedKeyboardEvent<HTMLElement>, at: number): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined || to < 0 || to >= shown.length) return;
    event.preventDefault();
    wanted.current = to;
    view.reveal(to);
    const there = view.scroller.current?.querySelector<HTMLElement>(`[data-row="${to}"]`);
    if (there) there.focus();
  };
  const saved = shown.map(({ row }) => row);
  return (
    <div class="rows">
      <div class="tools">
        <span class="count">
          {filter === "" ? plural(rows.length, "row") : `${count(shown.length)} of ${plural(rows.length, "row")}`}
        </span>
        {rows.length > 8 && (
          <input
            type="search"
            placeholder="filter"
            aria-label={`Filter ${name}`}
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        )}
        <button type="button" onClick={() => saveRows(name, "csv", saved)}>
          CSV
        </button>
        <button type="button" onClick={() => saveRows(name, "json", saved)}>
          JSON
        </button>
      </div>
      <section
        class={view.isLong ? "scroller long" : "scroller"}
        ref={view.scroller}
        onScroll={view.onScroll}
        tabIndex={0}
        aria-label={name}
      >
        <table aria-rowcount={shown.length + 1}>
          <thead>
            <tr>
              {table.heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  class={table.numbers.has(head) ? "number" : undefined}
                  aria-sort={order?.head === head ? (order.down ? "descending" : "ascending") : undefined}
                >
                  <button type="button" onClick={() => setOrder(nextOrder(order, head))}>
                    {head}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.before > 0 && <tr class="space" style={{ height: `${view.before}px` }} />}
            {shown.slice(view.first, view.end).map(({ row, cells }, within) => {
              const at = view.first + within;
              const isOpen = at === openAt;
              const toggle = (): void => setOpen(isOpen ? null : row);
              return [
                <tr key={at} class={isOpen ? "is-open" : undefined} aria-rowindex={at + 2} onClick={toggle}>
                  {cells.map((cell, column) => {
                    const text = cellText(cell);
                    const head = table.heads[column] as string;
                    return (
                      <td
                        key={head}
                        class={table.numbers.has(head) ? "number" : undefined}
                        title={meaningOf(head, text) ?? (text.length > 24 ? text : undefined)}
                      >
                        {column === 0 ? (
                          <button
                            type="button"
                            class="row"
                            data-row={at}
                            aria-expanded={isOpen}
                            aria-controls={isOpen ? id : undefined}
                            onKeyDown={(event) => move(event, at)}
                            onClick={(event) => {
                              event.stopPropagation();
                              toggle();
                            }}
                          >
                            {text}
                          </button>
                        ) : (
                          <bdi>{text}</bdi>
                        )}
                      </td>
                    );
                  })}
                </tr>,
                isOpen && (
                  <tr key={`${at} opened`} class="opened" id={id}>
                    <td colSpan={table.heads.length}>
                      <div>{opened(row)}</div>
                    </td>
                  </tr>
                ),
              ];
            })}
            {view.after > 0 && <tr class="space" style={{ height: `${view.after}px` }} />}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface Line<R> {
  row: R;
  cells: Cell[];
}

/** A column without any value is left out. */
function cellsOf<R extends Row>(rows: readonly R[], columns: ColumnsOf<R>, folder: string | null) {
  const all = Object.entries(columns).map(([head, column]) => ({
    head,
    cells: rows.map((row) => cellOf(row, column, folder)),
  }));
  const filled = all.filter(({ cells }) => cells.some((cell) => cell !== null));
  return {
    heads: filled.map(({ head }) => head),
    numbers: new Set(filled.filter(({ cells }) => cells.every(isNumber)).map(({ head }) => head)),
    lines: rows.map((row, at): Line<R> => ({ row, cells: filled.map(({ cells }) => cells[at] as Cell) })),
  };
}

const isNumber = (cell: Cell): boolean =>
  cell === null || typeof cell === "number" || (typeof cell === "string" && /^[\d,.]+(\/[\d,.]+)?$/.test(cell));

function filtered<R>(lines: Line<R>[], filter: string): Line<R>[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === "") return lines;
  return lines.filter(({ cells }) =>
    cells.some((cell) => cell !== null && cellText(cell).toLowerCase().includes(wanted)),
  );
}

function sorted<R>(lines: Line<R>[], heads: string[], order: Order | null): Line<R>[] {
  const column = order === null ? -1 : heads.indexOf(order.head);
  if (order === null || column < 0) return lines;
  const sign = order.down ? -1 : 1;
  return lines.toSorted((a, b) => sign * compared(a.cells[column] as Cell, b.cells[column] as Cell, sign));
}

/** What has no value stands last, whichever way the rows are sorted. */
function compared(a: Cell, b: Cell, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : sign * (a === null ? 1 : -1);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

/** A head sorts upwards, then downwards, then not at all. */
const nextOrder = (order: Order | null, head: string): Order | null =>
  order?.head !== head ? { head, down: false } : order.down ? null : { head, down: true };
