import { type PlotOptions, text } from "@observablehq/plot";
import type { MissingRow } from "../queries/missing.js";
import type { ReturnedRow } from "../queries/returned.js";
import { checkCount, checkList } from "../read/wrong-use.js";
import { charsShown, reasonShown, sourceShown } from "../show/cells.js";
import { count, plural } from "../show/count.js";
import { isCutShort } from "../show/losses.js";
import { textWidth } from "../show/text-width.js";
import {
  asPicture,
  described,
  emptyPlot,
  footnote,
  hint,
  marginFor,
  rowAxis,
  rowLabels,
  topAxisName,
  usualWidth,
} from "./layout.js";
import { legend } from "./legend.js";
import { onCell, type Sourced, sourceCells, sourceLegend } from "./source-cells.js";
import { type SurvivalCell, type SurvivalMatrix, survivalMatrix } from "./survival-cells.js";

/** What `survivalPlot` draws. */
export interface SurvivalPlotRows {
  /** Rows of `returned`. */
  returned: Iterable<ReturnedRow>;
  /** Rows of `missing`. */
  missing?: Iterable<MissingRow>;
  /** Most things to draw, of which those that were lost or cut stay first; 40 where it is not given. */
  limit?: number;
  /** Pixels for legend, labels and cells, or more where there are many boundaries; 720 where it is not given. */
  width?: number;
}

const label = "What came back, and from where";
const rowHeight = 18;
const leastWidth = 18;
/** About as wide as a character of a word in a cell, where a pixel too much does no harm. */
const wordCharacterWidth = 5.5;

/**
 * Draws what came back at each boundary, thing by thing, in the colour of its source, and what did not with its reason, as
 * a spec for `Plot.plot`.
 *
 * A filled cell is as the record shows it, a tinted one with dashes is inferred, a dotted one is unknown. A cross stands
 * where a thing did not come back; where it came back in part, the cell says `cut`, or what is missing of it. Where it came back twice, the cell has
 * the source of the later copy. Kept messages are one row; the conversation, which every boundary takes, is left out. No
 * cell: nothing is recorded of the thing at that boundary.
 *
 * Known gaps: those of `returned` and `missing`; where there are more things than `limit`, the plot says how many it leaves out.
 *
 * @example
 * const spec = survivalPlot({ returned: returned(timeline), missing: missing(timeline) });
 * spec.ariaDescription; // => "22 things at 2 boundaries: 30 came back, 10 did not"
 */
export function survivalPlot({
  returned,
  missing = [],
  limit = 40,
  width: wanted = usualWidth,
}: SurvivalPlotRows): PlotOptions {
  checkList(returned, "write survivalPlot({ returned: returned(timeline), missing: missing(timeline) })");
  checkList(missing, "write survivalPlot({ returned: returned(timeline), missing: missing(timeline) })");
  checkCount("limit", limit, 1);
  checkCount("width", wanted, 1);
  const matrix = survivalMatrix([...returned], [...missing]);
  const { boundaries, things, cells } = matrix;
  if (cells.length === 0) return emptyPlot(label, "Nothing is recorded to have come back or to be missing.");

  const shown = mostTelling(matrix, limit);
  const drawn = cells.filter(({ thing }) => shown.includes(thing));
  const back = drawn.filter(({ back }) => back.length > 0).map(withSource);
  const lost = drawn.filter(({ back, loss }) => back.length === 0 && loss !== null);
  const labels = rowLabels(new Map(shown.map((thing) => [thing, things.get(thing) ?? ""])), wanted);
  const marginLeft = marginFor(labels.values());
  const marginRight = 8;
  const width = Math.max(wanted, marginLeft + marginRight + boundaries.length * leastWidth);
  const bandwidth = (width - marginLeft - marginRight) / boundaries.length;
  const leftOut = things.size - shown.length;
  const marginBottom = leftOut === 0 ? 8 : 24;
  const key = legend(
    [...sourceLegend(back), ...(lost.length === 0 ? [] : [{ label: "did not come back", symbol: "times" as const }])],
    wanted,
  );
  const marginTop = key.height + 24;
  const place = { x: "boundary", y: "thing" } as const;
  return {
    ...described(label, descriptionOf(matrix)),
    width,
    height: marginTop + shown.length * rowHeight + marginBottom,
    marginLeft,
    marginRight,
    marginTop,
    marginBottom,
    x: { type: "band", domain: boundaries, axis: "top", label: null, padding: 0, tickSize: 0 },
    y: rowAxis(labels),
    marks: [
      ...key.marks(marginLeft, marginTop),
      topAxisName("boundary", 4),
      ...sourceCells(back, { ...place, title: titleOf }),
      text(back, {
        ...place,
        text: (cell: Placed) => wordsThatFit(backWords(cell), bandwidth, isCut(cell) ? "cut" : ""),
        fill: onCell,
        title: titleOf,
      }),
      text(lost, {
        ...place,
        text: (cell: SurvivalCell) => wordsThatFit(`✕ ${lossWords(cell)}`, bandwidth, "✕"),
        title: titleOf,
      }),
      ...(leftOut === 0 ? [] : [footnote(`${plural(leftOut, "more thing")} left out.`, marginLeft, marginBottom)]),
      asPicture,
    ],
  };
}

type Placed = SurvivalCell & Sourced;

/** A cell has the source of the copy that came last. */
function withSource(cell: SurvivalCell): Placed {
  const { source, grade } = cell.back.at(-1) as ReturnedRow;
  return { ...cell, source, grade };
}

/** The things to draw, in their order: where there is no room for all, those with a loss before the others. */
function mostTelling({ things, cells }: SurvivalMatrix, limit: number): string[] {
  const all = [...things.keys()];
  if (all.length <= limit) return all;
  const lost = new Set(cells.flatMap(({ thing, loss }) => (loss === null ? [] : [thing])));
  const first = [...all.filter((thing) => lost.has(thing)), ...all.filter((thing) => !lost.has(thing))].slice(0, limit);
  const stay = new Set(first);
  return all.filter((thing) => stay.has(thing));
}

/** The words where there is room for all of them, else the sign: colour, legend and hint say the rest. */
const wordsThatFit = (words: string, room: number, sign: string): string =>
  [words, sign].find((text) => textWidth(text) * wordCharacterWidth < room) ?? "";

const isPart = (cell: SurvivalCell): boolean => cell.loss !== null || isCut(cell);

const isCut = ({ back, loss }: SurvivalCell): boolean =>
  (loss !== null && isCutShort(loss)) ||
  back.some(({ chars, sourceChars }) => chars !== null && sourceChars !== null && chars < sourceChars);

function backWords(cell: SurvivalCell): string {
  const sources = [...new Set(cell.back.map(sourceShown))];
  return [...sources, ...(isCut(cell) ? ["cut"] : cell.loss === null ? [] : [lossWords(cell)])].join(", ");
}

const lossWords = ({ loss }: SurvivalCell): string =>
  loss === null ? "" : String(reasonShown(loss)).replaceAll("-", " ");

function titleOf({ boundary, back, loss }: SurvivalCell): string {
  const thing = back[0] ?? loss;
  return hint([
    `${thing?.item}${thing?.name == null ? "" : ` ${thing.name}`}, boundary ${boundary}`,
    ...back.map((row) => {
      const chars = charsShown(row);
      return `${sourceShown(row)}, ${chars === null ? "length not recorded" : `${typeof chars === "number" ? count(chars) : chars} characters`}, line ${row.evidence[0]?.line}${row.why === null ? "" : `: ${row.why}`}`;
    }),
    ...(loss === null ? [] : [`${reasonShown(loss)}${loss.why === null ? "" : `: ${loss.why}`}`]),
  ]);
}

function descriptionOf({ things, boundaries, cells }: SurvivalMatrix): string {
  const back = cells.filter((cell) => cell.back.length > 0);
  const part = back.filter(isPart).length;
  return [
    `${plural(things.size, "thing")} at ${plural(boundaries.length, "boundary", "boundaries")}: ${count(back.length)} came back`,
    ...(part === 0 ? [] : [`${count(part)} of them in part`]),
    `${count(cells.length - back.length)} did not`,
  ].join(", ");
}
