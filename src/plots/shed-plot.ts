import { barY, type PlotOptions, ruleY, text } from "@observablehq/plot";
import type { BoundaryRow } from "../queries/boundaries.js";
import { checkList } from "../read/wrong-use.js";
import { cardFacts, cardTitle } from "../show/card.js";
import { count, plural } from "../show/count.js";
import { lossColour, sizeColour } from "./colours.js";
import { asPicture, boundaryLabel, described, emptyPlot, hint, shortCount, usualWidth } from "./layout.js";
import { legend } from "./legend.js";

const label = "Tokens shed per compaction";
const marginLeft = 48;
const leastForNumber = 34;
const leastForTick = 24;
const widestBar = 90;

/** The sizes of a bar; null where they are not known. */
interface Shed {
  key: string;
  row: BoundaryRow;
  stays: number | null;
  dropped: number | null;
  /** Recorded, but not with what would tell the two apart. */
  before: number | null;
}

/**
 * Draws for each compaction the tokens that stayed and those that it dropped, as a spec for `Plot.plot`.
 *
 * Sizes are tokens, as the boundaries record them. Where only the size before is recorded, an empty dashed bar has that
 * size; where nothing is, there is a `?`. A microcompaction, which clears old tool results, is marked `m`.
 *
 * Known gaps: those of `boundaries`; what a microcompaction left standing is not recorded.
 *
 * @example
 * const spec = shedPlot(boundaries(timeline));
 * spec.ariaDescription; // => "2 compactions dropped 217,400 tokens"
 */
export function shedPlot(boundaries: Iterable<BoundaryRow>): PlotOptions {
  checkList(boundaries, "write shedPlot(boundaries(timeline))");
  const sheds = Array.from(boundaries, shedOf);
  if (sheds.length === 0) return emptyPlot(label, "No compaction is recorded.");

  const width = Math.max(usualWidth, marginLeft + 16 + sheds.length * 6);
  const bandwidth = (width - marginLeft - 16) / sheds.length;
  const key = legend(
    [
      { label: "dropped", fill: lossColour },
      { label: "stayed", fill: sizeColour },
      ...(sheds.some(({ before }) => before !== null)
        ? [{ label: "size after not recorded", fill: "none", strokeDasharray: "3 2" }]
        : []),
    ],
    width,
  );
  const marginTop = key.height + 28;
  const tickEvery = Math.ceil(leastForTick / bandwidth);
  const bar = { x: "key", rx: 2, insetLeft: 1, insetRight: 1, title: titleOf } as const;
  const outline = { stroke: "currentColor", strokeOpacity: 0.6 };
  return {
    ...described(label, descriptionOf(sheds)),
    width,
    height: marginTop + 200 + 34,
    marginLeft,
    marginTop,
    marginBottom: 34,
    marginRight: 16,
    x: {
      type: "band",
      domain: sheds.map(({ key }) => key),
      label: "boundary",
      padding: Math.max(0.1, 1 - widestBar / bandwidth),
      ticks: sheds.filter((_, at) => at % tickEvery === 0).map(({ key }) => key),
      tickFormat: (shed: string) => shed.replace(/ \(\d+\)$/, ""),
    },
    y: {
      domain: [0, sheds.reduce((most, one) => Math.max(most, topOf(one)), 1)],
      nice: true,
      label: null,
      tickFormat: shortCount,
      grid: true,
    },
    marks: [
      ...key.marks(marginLeft, marginTop),
      text(["tokens"], { frameAnchor: "top-left", textAnchor: "start", dx: -marginLeft, dy: -14 }),
      barY(
        sheds.filter(({ before }) => before !== null),
        { ...bar, y: "before", fill: "none", stroke: "currentColor", strokeDasharray: "4 3" },
      ),
      barY(
        sheds.filter(({ stays }) => stays !== null),
        { ...bar, y: "stays", fill: sizeColour, ...outline },
      ),
      barY(
        sheds.filter(({ dropped }) => dropped !== null),
        { ...bar, y1: ({ stays }: Shed) => stays ?? 0, y2: topOf, fill: lossColour, ...outline },
      ),
      text(sheds, { x: "key", y: topOf, dy: -8, text: (shed: Shed) => numberOn(shed, bandwidth), title: titleOf }),
      ruleY([0], { strokeOpacity: 0.6 }),
      asPicture,
    ],
  };
}

function shedOf(row: BoundaryRow, at: number): Shed {
  const { preTokens, postTokens, droppedTokens } = row;
  const stays = postTokens ?? (preTokens !== null && droppedTokens !== null ? preTokens - droppedTokens : null);
  const dropped = droppedTokens ?? (preTokens !== null && postTokens !== null ? preTokens - postTokens : null);
  // Boundaries of several sessions have equal ordinals, and each its own bar.
  const key = `${row.kind === "compact" ? "" : "m"}${boundaryLabel(row)} (${at})`;
  return {
    key,
    row,
    stays: row.kind === "compact" && stays !== null ? Math.max(0, stays) : null,
    dropped: dropped === null ? null : Math.max(0, dropped),
    before: dropped === null ? preTokens : null,
  };
}

const topOf = ({ stays, dropped, before }: Shed): number => before ?? (stays ?? 0) + (dropped ?? 0);

function numberOn({ dropped, before }: Shed, bandwidth: number): string {
  if (bandwidth < leastForNumber) return "";
  return dropped !== null ? `−${count(dropped)}` : before !== null ? count(before) : "?";
}

const titleOf = ({ row }: Shed): string => hint([cardTitle(row), ...cardFacts(row).map((fact) => fact.join(": "))]);

function descriptionOf(sheds: readonly Shed[]): string {
  const known = sheds.filter(({ dropped }) => dropped !== null);
  const sum = known.reduce((total, { dropped }) => total + (dropped ?? 0), 0);
  const silent = sheds.length - known.length;
  return [
    ...(known.length === 0 ? [] : [`${plural(known.length, "compaction")} dropped ${plural(sum, "token")}`]),
    ...(silent === 0 ? [] : [`of ${plural(silent, "compaction")} it is not recorded how much was dropped`]),
  ].join("; ");
}
