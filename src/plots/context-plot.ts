import { areaY, dot, lineY, type Markish, type PlotOptions, ruleX, ruleY, text } from "@observablehq/plot";
import type { BoundaryRow } from "../queries/boundaries.js";
import type { UsageRow } from "../queries/usage.js";
import { TranscriptError } from "../read/transcript-error.js";
import { checkList, checkWord } from "../read/wrong-use.js";
import { cardFacts, cardTitle } from "../show/card.js";
import { count, plural } from "../show/count.js";
import { localTime } from "../show/local-time.js";
import { plainText } from "../show/plain-text.js";
import { cutEnd, textWidth } from "../show/text-width.js";
import { lossColour, sizeColour } from "./colours.js";
import { asPicture, characterWidth, described, emptyPlot, footnote, hint, shortCount, usualWidth } from "./layout.js";
import { type Point, thinOut } from "./thin-out.js";

/** What `contextPlot` draws. */
export interface ContextPlotRows {
  /** Rows of `usage`, of one session. */
  usage: Iterable<UsageRow>;
  /** Rows of `boundaries` of that session. */
  boundaries?: Iterable<BoundaryRow>;
  /** What x counts: `request` (the usual), so that a night without a request takes no room, or `time` in UTC. */
  by?: "request" | "time";
  /** `"main"` (the usual, where it made a request) or the id of a subagent. */
  chain?: string;
}

/** A request, or a break of the line: null where no size is recorded, and at each boundary. */
interface Size extends Point {
  row: UsageRow | null;
}

interface Cut {
  x: number;
  row: BoundaryRow;
}

/** Class of the group that has a line for each boundary of the chain, in their order. */
export const boundaryLines = "tidemark-boundaries";

const columns = 300;
/** Up to so many requests each is a dot of its own. */
const mostDots = 150;
const margins = { marginLeft: 48, marginRight: 16, marginTop: 26 };
const label = "Context size";

/**
 * Draws the size of the context request by request, with the boundaries and what each of them dropped, as a spec for
 * `Plot.plot`.
 *
 * Sizes are tokens; a request whose size is not recorded breaks the line. At a boundary the thick bar goes from the size
 * before to the size after, as the boundary records them; where one of them is not recorded there is a dot alone. Of
 * thousands of requests those stay that shape the line. Rows of several sessions are wrong use (`TranscriptError`).
 *
 * Known gaps: by time, a request or boundary without a time can't be placed; the plot says how many there are.
 *
 * @example
 * const spec = contextPlot({ usage: usage(timeline), boundaries: boundaries(timeline) });
 * [spec.ariaLabel, spec.ariaDescription.split(";")[0]]; // => ["Context size", "18 requests: 11,174 to 167,303 tokens"]
 */
export function contextPlot({ usage, boundaries = [], by = "request", chain }: ContextPlotRows): PlotOptions {
  checkList(usage, "write contextPlot({ usage: usage(timeline), boundaries: boundaries(timeline) })");
  checkList(boundaries, "write contextPlot({ usage: usage(timeline), boundaries: boundaries(timeline) })");
  checkWord("by", by, ["request", "time"]);
  const all = [...usage];
  refuseSeveralSessions(all);
  const shown = chain ?? (all.some((row) => row.chain === "main") ? "main" : (all[0]?.chain ?? "main"));
  const requests = all.filter((row) => row.chain === shown);
  const cuts = placeCuts([...boundaries], requests, shown, by);
  const points = placeSizes(requests, by);
  const sizes = requests.flatMap(({ context }) => context ?? []);
  const recorded = cuts.flatMap(({ row }) => [row.preTokens, row.postTokens]).filter((size) => size !== null);
  if (sizes.length === 0 && recorded.length === 0)
    return emptyPlot(label, requests.length === 0 ? "No request is recorded." : "No request records its size.");

  const unplaced = unplacedOf(requests, [...boundaries], shown, by);
  const marginBottom = unplaced === null ? 34 : 50;
  const line = thinOut(points, columns);
  const dots = requests.length <= mostDots ? points.filter(({ y }) => y !== null) : [];
  return {
    ...described(shown === "main" ? label : `${label} of subagent ${shown}`, descriptionOf(requests, sizes, cuts)),
    ...margins,
    marginBottom,
    height: 260,
    x: by === "time" ? { type: "utc", label: null } : { type: "linear", label: "request", tickFormat: wholeOnly },
    y: {
      domain: [0, Math.max(1, ...biggest(sizes), ...biggest(recorded))],
      nice: true,
      label: null,
      tickFormat: shortCount,
      grid: true,
    },
    marks: [
      text(["tokens"], {
        frameAnchor: "top-left",
        textAnchor: "start",
        dx: -margins.marginLeft,
        dy: 8 - margins.marginTop,
      }),
      areaY(line, { x: "x", y2: heightOf, y1: 0, fill: sizeColour, fillOpacity: 0.25 }),
      lineY(line, { x: "x", y: heightOf, stroke: sizeColour, strokeWidth: 2 }),
      dot(dots, {
        x: "x",
        y: "y",
        r: 2.5,
        fill: sizeColour,
        stroke: "currentColor",
        strokeOpacity: 0.5,
        title: titleOfSize,
      }),
      ruleY([0], { strokeOpacity: 0.6 }),
      ...cutMarks(cuts, extentOf(points, cuts)),
      ...(unplaced === null ? [] : [footnote(unplaced, margins.marginLeft, marginBottom)]),
      asPicture,
    ],
  };
}

/** Not a number, where a line breaks: an area would take null for 0. */
const heightOf = ({ y }: Size): number => y ?? Number.NaN;

const wholeOnly = (value: number): string => (Number.isInteger(value) ? count(value) : "");

const biggest = (sizes: readonly number[]): number[] =>
  sizes.length === 0 ? [] : [sizes.reduce((most, size) => Math.max(most, size))];

function refuseSeveralSessions(rows: readonly UsageRow[]): void {
  const sessions = new Set(rows.map(({ sessionId }) => sessionId)).size;
  if (sessions > 1)
    throw new TranscriptError(
      "wrong-option",
      `These are the requests of ${sessions} sessions, which have no one size: draw a plot for each session.`,
    );
}

/** The requests as points, with a break before the first one after each boundary. */
function placeSizes(requests: readonly UsageRow[], by: "request" | "time"): Size[] {
  const points: Size[] = [];
  let segment = requests[0]?.boundary;
  requests.forEach((row, at) => {
    const x = by === "time" ? row.at : at + 1;
    if (x === null) return;
    if (row.boundary !== segment) points.push({ x, y: null, row: null });
    segment = row.boundary;
    points.push({ x, y: row.context, row });
  });
  return by === "time" ? points.sort((a, b) => a.x - b.x) : points;
}

/** The boundaries of the chain, between the requests before and after them. */
function placeCuts(rows: readonly BoundaryRow[], requests: readonly UsageRow[], chain: string, by: string): Cut[] {
  return rows.flatMap((row) => {
    if (row.chain !== chain) return [];
    const x = by === "time" ? row.at : requests.filter((request) => isBefore(request, row)).length + 0.5;
    return x === null ? [] : [{ x, row }];
  });
}

/** A microcompaction opens no segment, so its line tells. */
const isBefore = (request: UsageRow, row: BoundaryRow): boolean =>
  row.kind === "compact"
    ? request.boundary < row.boundary
    : (request.evidence[0]?.line ?? 0) < (row.evidence[0]?.line ?? 0);

function unplacedOf(requests: UsageRow[], rows: BoundaryRow[], chain: string, by: string): string | null {
  if (by !== "time") return null;
  const some = requests.filter(({ at }) => at === null).length;
  const cuts = rows.filter((row) => row.chain === chain && row.at === null).length;
  if (some + cuts === 0) return null;
  const what = [some > 0 ? plural(some, "request") : [], cuts > 0 ? plural(cuts, "boundary", "boundaries") : []].flat();
  return `Without a recorded time, and not shown: ${what.join(", ")}.`;
}

function extentOf(points: readonly Size[], cuts: readonly Cut[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x } of [...points, ...cuts]) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  return [low, high];
}

function cutMarks(cuts: readonly Cut[], extent: [number, number]): Markish[] {
  const title = ({ row }: Cut): string => hint([cardTitle(row), ...cardFacts(row).map((fact) => fact.join(": "))]);
  const both = cuts.filter(({ row }) => row.preTokens !== null && row.postTokens !== null);
  const one = cuts.filter(({ row }) => (row.preTokens === null) !== (row.postTokens === null));
  const sizeOf = (which: "preTokens" | "postTokens") => (cut: Cut) => cut.row[which];
  return [
    ruleX(cuts, { x: "x", strokeDasharray: "3 3", strokeOpacity: 0.7, title, className: boundaryLines }),
    ruleX(both, {
      x: "x",
      y1: sizeOf("postTokens"),
      y2: sizeOf("preTokens"),
      stroke: lossColour,
      strokeWidth: 4,
      title,
    }),
    dot(one, {
      x: "x",
      y: ({ row }: Cut) => row.preTokens ?? row.postTokens,
      r: 4,
      fill: lossColour,
      stroke: "currentColor",
      title,
    }),
    text(labelled(cuts, extent), {
      x: "x",
      text: ({ row }: Cut) => labelOf(row),
      frameAnchor: "top",
      dy: -10,
      title,
    }),
  ];
}

const labelOf = ({ kind, boundary, trigger }: BoundaryRow): string =>
  kind === "compact"
    ? cutEnd(plainText([boundary, trigger].filter((word) => word !== null).join(" ")), 24)
    : `micro ${boundary}`;

/** Those whose labels don't stand on the one before. */
function labelled(cuts: readonly Cut[], [low, high]: [number, number]): Cut[] {
  const scale = (usualWidth - margins.marginLeft - margins.marginRight) / (high - low || 1);
  let free = Number.NEGATIVE_INFINITY;
  return cuts
    .toSorted((a, b) => a.x - b.x)
    .filter(({ x, row }) => {
      const half = ((textWidth(labelOf(row)) + 1) * characterWidth) / 2;
      if (x * scale - half < free) return false;
      free = x * scale + half;
      return true;
    });
}

const titleOfSize = ({ row, y }: Size): string =>
  hint([
    `${count(y as number)} tokens`,
    `line ${row?.evidence[0]?.line}${row?.at == null ? "" : `, ${localTime(row.at)}`}`,
    row?.model ?? "model not recorded",
  ]);

const mostDescribed = 12;

function descriptionOf(requests: readonly UsageRow[], sizes: readonly number[], cuts: readonly Cut[]): string {
  const low = sizes.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY);
  const range =
    sizes.length === 0 ? "no size recorded" : `${count(low)} to ${count(biggest(sizes)[0] as number)} tokens`;
  const gaps = requests.length - sizes.length;
  const told = cuts.slice(0, mostDescribed).map(({ row }) => {
    const sizeOf = (tokens: number | null): string => (tokens === null ? "not recorded" : count(tokens));
    return `${labelOf(row)} from ${sizeOf(row.preTokens)} to ${sizeOf(row.postTokens)}`;
  });
  const more = cuts.length > mostDescribed ? [`and ${count(cuts.length - mostDescribed)} more`] : [];
  return [
    `${plural(requests.length, "request")}: ${range}`,
    ...(gaps > 0 && sizes.length > 0 ? [`${count(gaps)} without a recorded size`] : []),
    cuts.length === 0 ? "no boundary" : `boundaries: ${[...told, ...more].join(", ")}`,
  ].join("; ");
}
