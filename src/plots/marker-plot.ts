import { type PlotOptions, text } from "@observablehq/plot";
import type { TraceRow } from "../queries/trace.js";
import { checkCount, checkList } from "../read/wrong-use.js";
import { sourceShown } from "../show/cells.js";
import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { cutMiddle, textWidth } from "../show/text-width.js";
import { grouped } from "../timeline/grouped.js";
import {
  asPicture,
  boundaryLabel,
  characterWidth,
  described,
  emptyPlot,
  footnote,
  hint,
  marginFor,
  rowAxis,
  rowLabel,
  topAxisName,
  usualWidth,
} from "./layout.js";
import { legend } from "./legend.js";
import { onCell, sourceCells, sourceLegend } from "./source-cells.js";

const label = "Markers by boundary and carrier";
const rowHeight = 20;
const columnWidth = 24;
const gapOfBoundaries = 14;

/** What a marker cell stands on: the rows of one marker in one carrier after (or before) one boundary. */
interface Cell {
  marker: string;
  boundary: string;
  carrier: string;
  rows: TraceRow[];
  source: TraceRow["source"];
  grade: TraceRow["grade"];
}

/**
 * Draws where markers stand after each boundary, carrier by carrier, in the colour of the source, as a spec for
 * `Plot.plot`; the column `before` says where they stood before it.
 *
 * The number in a cell counts texts, where there are several. Inferred sources are tinted and dashed, unknown ones dotted; what
 * was said or read by a tool is grey. A marker without a cell after a boundary is in none of the texts that were searched.
 *
 * Known gaps: those of `trace`; markers that were found nowhere have no row of `trace`, so the plot doesn't know them; of more
 * markers than `limit` (40 where it is not given) the plot says how many it leaves out.
 *
 * @example
 * const spec = markerPlot(trace(timeline, [/Round half \w+/]));
 * spec.ariaDescription; // => "1 marker at 2 boundaries: Round half up after 1 in attachment/instructions; after 2 in attachment/instructions"
 */
export function markerPlot(rows: Iterable<TraceRow>, { limit = 40 }: { limit?: number } = {}): PlotOptions {
  checkList(rows, "write markerPlot(trace(timeline, markers))");
  checkCount("limit", limit, 1);
  const all = [...rows];
  if (all.length === 0) return emptyPlot(label, "None of the markers was found.");

  const cells = [...grouped(all, keyOf).values()].map(cellOf);
  const markers = [...new Set(all.map(({ marker }) => marker))];
  const shown = markers.slice(0, limit);
  const drawn = cells.filter(({ marker }) => shown.includes(marker));
  const boundaries = [...new Set(drawn.map(({ boundary }) => boundary))];
  const carriers = [...new Set(drawn.map(({ carrier }) => carrier))].sort(beforeFirst);
  const labels = new Map(shown.map((marker) => [marker, rowLabel(marker)]));
  const leftOut = markers.length - shown.length;

  const marginLeft = marginFor(labels.values());
  const marginRight = 70;
  const wanted = boundaries.length * (carriers.length * columnWidth + gapOfBoundaries);
  const width = Math.max(usualWidth, marginLeft + marginRight + wanted);
  const key = legend(sourceLegend(drawn), width);
  const marginTop = key.height + 24;
  const longest = carriers.reduce((most, carrier) => Math.max(most, textWidth(carrierLabel(carrier))), 0);
  const marginBottom = Math.ceil(longest * characterWidth * 0.75) + (leftOut === 0 ? 16 : 34);
  const place = { fx: "boundary", x: "carrier", y: "marker" } as const;
  return {
    ...described(label, descriptionOf(shown, boundaries, drawn)),
    width,
    height: marginTop + shown.length * rowHeight + marginBottom,
    marginLeft,
    marginRight,
    marginTop,
    marginBottom,
    fx: { domain: boundaries, label: null, axis: "top", padding: 0.06 },
    x: {
      type: "band",
      domain: carriers,
      label: null,
      padding: 0,
      tickSize: 0,
      tickRotate: 40,
      tickFormat: carrierLabel,
    },
    y: rowAxis(labels),
    marks: [
      ...key.marks(marginLeft, marginTop),
      topAxisName("boundary", 9),
      ...sourceCells(drawn, { ...place, title: titleOf }),
      text(drawn, {
        ...place,
        text: ({ rows }: Cell) => (rows.length > 1 ? count(rows.length) : ""),
        fill: onCell,
        title: titleOf,
      }),
      ...(leftOut === 0 ? [] : [footnote(`${plural(leftOut, "more marker")} left out.`, marginLeft, marginBottom)]),
      asPicture,
    ],
  };
}

const before = "before";

const boundaryOf = ({ boundary, chain }: TraceRow): string =>
  boundary === null ? "no boundary" : boundaryLabel({ boundary, chain });

const carrierOf = ({ side, carrier }: TraceRow): string => (side === "before" ? before : carrier);

const keyOf = (row: TraceRow): string => JSON.stringify([row.marker, boundaryOf(row), carrierOf(row)]);

/** The source is that of the last text; where they differ, nothing certain is said by one colour, so the hint names all. */
function cellOf(rows: TraceRow[]): Cell {
  const last = rows.at(-1) as TraceRow;
  const { marker, source, grade } = last;
  return { marker, boundary: boundaryOf(last), carrier: carrierOf(last), rows, source, grade };
}

const beforeFirst = (a: string, b: string): number =>
  a === before ? -1 : b === before ? 1 : a < b ? -1 : a > b ? 1 : 0;

const carrierLabel = (carrier: string): string => cutMiddle(plainText(carrier.replace(/^attachment\//, "")), 24);

const mostHinted = 8;

const titleOf = ({ marker, boundary, carrier, rows }: Cell): string =>
  hint([
    `${marker}: ${carrier === before ? `before boundary ${boundary}` : `after boundary ${boundary}, ${carrier}`}`,
    ...rows
      .slice(0, mostHinted)
      .map((row) => `line ${row.line}: ${sourceShown(row)}${row.name === null ? "" : `, ${row.name}`}`),
    ...(rows.length > mostHinted ? [`and ${count(rows.length - mostHinted)} more`] : []),
  ]);

function descriptionOf(markers: readonly string[], boundaries: readonly string[], cells: readonly Cell[]): string {
  const told = markers.slice(0, mostHinted).map((marker) => {
    const after = cells.filter((cell) => cell.marker === marker && cell.carrier !== before);
    const places = after.map(({ boundary, carrier }) => `after ${boundary} in ${carrier}`);
    return `${marker} ${places.length === 0 ? "after none" : places.join("; ")}`;
  });
  const more = markers.length > mostHinted ? [`and ${count(markers.length - mostHinted)} more`] : [];
  return `${plural(markers.length, "marker")} at ${plural(boundaries.length, "boundary", "boundaries")}: ${[...told, ...more].join(", ")}`;
}
