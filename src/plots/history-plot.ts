import { type PlotOptions, rectY, ruleY, text } from "@observablehq/plot";
import type { BoundaryRow } from "../queries/boundaries.js";
import { checkList } from "../read/wrong-use.js";
import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { cutEnd } from "../show/text-width.js";
import { cutColour, lossColour, sizeColour } from "./colours.js";
import { asPicture, described, emptyPlot, footnote, hint } from "./layout.js";
import { legend } from "./legend.js";

/** What `historyPlot` needs of a row of `boundaries`. */
export type Compaction = Pick<BoundaryRow, "at" | "trigger" | "kind">;

const label = "Compactions over time";
const marginLeft = 48;
const daysShown = 62;

const colours: Record<string, string> = { auto: lossColour, manual: sizeColour };

/** The compactions of one trigger in one stretch of time. */
interface Bar {
  from: number;
  to: number;
  trigger: string;
  number: number;
  below: number;
}

/**
 * Draws how many compactions there were, by trigger, as a spec for `Plot.plot`: day by day in UTC, where they span up to 62 days,
 * else month by month.
 *
 * Known gaps: a compaction without a recorded time can't be placed; the plot says how many there are. Microcompactions are left out.
 *
 * @example
 * historyPlot(boundaries(timeline)).ariaDescription; // => "2 compactions from 2026-10-01 to 2026-10-01"
 */
export function historyPlot(boundaries: Iterable<Compaction>): PlotOptions {
  checkList(boundaries, "write historyPlot(boundaries(timeline))");
  const all = [...boundaries].filter(({ kind }) => kind === "compact");
  const placed = all.flatMap(({ at, trigger }) => (at === null ? [] : [{ at, trigger: wordOf(trigger) }]));
  if (placed.length === 0)
    return emptyPlot(label, all.length === 0 ? "No compaction is recorded." : "No compaction has a recorded time.");

  const first = placed.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = placed.reduce((most, { at }) => Math.max(most, at), Number.NEGATIVE_INFINITY);
  const stretch = last - first < daysShown * 86_400_000 ? dayOf : monthOf;
  const bars = barsOf(placed, stretch);
  const triggers = [...new Set(bars.map(({ trigger }) => trigger))];
  const key = legend(
    triggers.map((trigger) => ({ label: trigger, fill: colourOf(trigger) })),
    600,
  );
  const marginTop = key.height + 28;
  const unplaced = all.length - placed.length;
  const marginBottom = unplaced === 0 ? 34 : 50;
  const most = bars.reduce((top, { below, number }) => Math.max(top, below + number), 1);
  return {
    ...described(label, `${plural(placed.length, "compaction")} from ${isoDay(first)} to ${isoDay(last)}`),
    height: marginTop + 150 + marginBottom,
    marginLeft,
    marginTop,
    marginBottom,
    x: { type: "utc", domain: [stretch(first)[0], stretch(last)[1]], label: null },
    y: {
      domain: [0, most],
      label: null,
      grid: true,
      tickFormat: (number: number) => (Number.isInteger(number) ? count(number) : ""),
    },
    marks: [
      ...key.marks(marginLeft, marginTop),
      text([stretch === dayOf ? "per day" : "per month"], {
        frameAnchor: "top-left",
        textAnchor: "start",
        dx: -marginLeft,
        dy: -14,
      }),
      rectY(bars, {
        x1: "from",
        x2: "to",
        y1: "below",
        y2: ({ below, number }: Bar) => below + number,
        fill: ({ trigger }: Bar) => colourOf(trigger),
        stroke: "currentColor",
        strokeOpacity: 0.6,
        inset: 0.5,
        title: ({ from, trigger, number }: Bar) => hint([`${isoDay(from)}: ${count(number)} ${trigger}`]),
      }),
      ruleY([0], { strokeOpacity: 0.6 }),
      ...(unplaced === 0
        ? []
        : [footnote(`Without a recorded time, and not shown: ${count(unplaced)}.`, marginLeft, marginBottom)]),
      asPicture,
    ],
  };
}

const wordOf = (trigger: string | null): string => (trigger === null ? "not recorded" : cutEnd(plainText(trigger), 24));

const colourOf = (trigger: string): string => colours[trigger] ?? cutColour;

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

type Stretch = [from: number, to: number];

function dayOf(at: number): Stretch {
  const from = Math.floor(at / 86_400_000) * 86_400_000;
  return [from, from + 86_400_000];
}

function monthOf(at: number): Stretch {
  const date = new Date(at);
  return [Date.UTC(date.getUTCFullYear(), date.getUTCMonth()), Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)];
}

function barsOf(placed: { at: number; trigger: string }[], stretch: (at: number) => Stretch): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { at, trigger } of placed) {
    const [from, to] = stretch(at);
    const key = JSON.stringify([from, trigger]);
    const bar = bars.get(key);
    if (bar === undefined) bars.set(key, { from, to, trigger, number: 1, below: 0 });
    else bar.number++;
  }
  const heights = new Map<number, number>();
  for (const bar of [...bars.values()].sort((a, b) => (a.trigger < b.trigger ? -1 : 1))) {
    bar.below = heights.get(bar.from) ?? 0;
    heights.set(bar.from, bar.below + bar.number);
  }
  return [...bars.values()];
}
