import { dot, type PlotOptions, ruleX, ruleY, text } from "@observablehq/plot";
import type { SurvivalRow } from "../queries/survival.js";
import { checkList } from "../read/wrong-use.js";
import { count, plural } from "../show/count.js";
import { presentColour } from "./colours.js";
import { asPicture, described, emptyPlot, footnote, marginFor, rowLabel } from "./layout.js";

const label = "How often things survived a compaction";
const rowHeight = 24;
const marginRight = 110;

/**
 * Draws the rates of `survival` as dots with their intervals of 95 %, as a spec for `Plot.plot`: by kind of thing, where rows of
 * `by: "all"` are given, else one row for each.
 *
 * A rate rests on the number beside it, `survived of n`; a kind of which nothing could be judged has a row without a dot.
 *
 * Known gaps: those of `survival`.
 *
 * @example
 * const spec = ratePlot(survival(timeline).filter((row) => row.by === "all" && row.item !== "summary"));
 * spec.ariaDescription.split("; ").find((part) => part.startsWith("skill:")); // => "skill: 2 of 3 survived"
 */
export function ratePlot(rows: Iterable<SurvivalRow>): PlotOptions {
  checkList(rows, "write ratePlot(survival(timelines))");
  const all = [...rows];
  if (all.length === 0) return emptyPlot(label, "Nothing stood before a compaction that could survive it.");

  const keys = all.map((_, at) => String(at));
  const rowOf = (key: string): SurvivalRow => all[Number(key)] as SurvivalRow;
  const judged = keys.filter((key) => rowOf(key).rate !== null);
  const unjudged = all.filter(({ rate }) => rate === null).length;
  const marginLeft = marginFor(all.map(nameOf));
  const marginBottom = unjudged === 0 ? 34 : 50;
  const place = { y: (key: string) => key } as const;
  return {
    ...described(label, all.map(said).join("; ")),
    height: 12 + all.length * rowHeight + marginBottom,
    marginLeft,
    marginRight,
    marginTop: 12,
    marginBottom,
    x: {
      domain: [0, 1],
      label: null,
      tickFormat: (share: number) => `${Math.round(share * 100)} %`,
      ticks: 5,
      grid: true,
    },
    y: { type: "band", domain: keys, label: null, tickSize: 0, tickFormat: (key: string) => nameOf(rowOf(key)) },
    marks: [
      ruleX([0], { strokeOpacity: 0.6 }),
      ruleY(judged, {
        ...place,
        x1: (key: string) => rowOf(key).low,
        x2: (key: string) => rowOf(key).high,
        stroke: presentColour,
        strokeWidth: 6,
        strokeOpacity: 0.45,
      }),
      dot(judged, { ...place, x: (key: string) => rowOf(key).rate, r: 5, fill: presentColour, stroke: "currentColor" }),
      text(keys, {
        ...place,
        text: (key: string) => `${count(rowOf(key).survived)} of ${count(rowOf(key).n)}`,
        frameAnchor: "right",
        textAnchor: "start",
        dx: 14,
      }),
      ...(unjudged === 0 ? [] : [footnote(`Not judged: ${plural(unjudged, "row")}.`, marginLeft, marginBottom)]),
      asPicture,
    ],
  };
}

const nameOf = ({ item, by, value }: SurvivalRow): string =>
  rowLabel(by === "all" ? item : `${item}, ${value ?? "not recorded"}`);

const said = (row: SurvivalRow): string => `${nameOf(row)}: ${count(row.survived)} of ${count(row.n)} survived`;
