import { type Markish, type PlotOptions, text } from "@observablehq/plot";
import { plainText } from "../show/plain-text.js";
import { cutApart, cutMiddle, textWidth } from "../show/text-width.js";

/** Width of a plot, in pixels, where nothing needs more. */
export const usualWidth = 720;

/** About as wide as a character is at the plots' font size of 10 pixels. */
export const characterWidth = 6;

/** What every plot has: its name and what it shows, for those who don't see it, as one picture. */
export const described = (label: string, description: string): PlotOptions => ({
  width: usualWidth,
  className: "tidemark-plot",
  ariaLabel: plainText(label),
  ariaDescription: plainText(description),
});

/**
 * The last mark of each plot, which draws nothing: it makes one picture of all before it, with a name and a description, where a
 * screen reader would else read a heap of numbers.
 */
export const asPicture: Markish = (_index, _scales, _values, _dimensions, context) => {
  const svg = context?.ownerSVGElement;
  svg?.setAttribute("role", "img");
  for (const part of svg?.children ?? []) if (part.localName === "g") part.setAttribute("aria-hidden", "true");
  return null;
};

/** A plot that says in words why there is nothing to draw. */
export const emptyPlot = (label: string, reason: string): PlotOptions => ({
  ...described(label, reason),
  height: 48,
  axis: null,
  marks: [text([reason], { frameAnchor: "left", fontStyle: "italic", fontSize: 12 }), asPicture],
});

/** A sentence at the foot of a plot, in the margin of that height. */
export const footnote = (sentence: string, marginLeft: number, marginBottom: number): Markish =>
  text([sentence], {
    frameAnchor: "bottom-left",
    textAnchor: "start",
    dx: -marginLeft,
    dy: marginBottom - 4,
    fontStyle: "italic",
    facet: "super",
  });

/** A number on an axis: `160k`. */
export const shortCount = (value: number): string =>
  Math.abs(value) >= 1e6 ? `${value / 1e6}M` : Math.abs(value) >= 1000 ? `${value / 1000}k` : String(value);

/** The name of an axis that lies above a plot, at the left of its ticks. */
export const topAxisName = (name: string, above: number): Markish =>
  text([name], {
    frameAnchor: "top-left",
    textAnchor: "end",
    lineAnchor: "bottom",
    dx: -8,
    dy: -above,
    fontStyle: "italic",
    facet: "super",
  });

const longestLabel = 42;

/** A name as the label of a row. */
export const rowLabel = (name: string): string => cutMiddle(plainText(name), longestLabel);

/** Names as labels of rows in a plot so wide, with their keys: cut where they take more than their part of it. */
export function rowLabels(names: ReadonlyMap<string, string>, width: number): Map<string, string> {
  const most = Math.min(longestLabel, Math.floor((width * mostForLabels) / characterWidth));
  const labels = cutApart(Array.from(names.values(), plainText), most);
  return new Map(Array.from(names.keys(), (key, at) => [key, labels[at] as string]));
}

const mostForLabels = 0.3;

/** The axis of rows that have a name each; the keys are in the order of the rows. */
export const rowAxis = (labels: ReadonlyMap<string, string>): PlotOptions["y"] => ({
  type: "band",
  domain: [...labels.keys()],
  label: null,
  padding: 0,
  tickSize: 0,
  tickFormat: (key: string) => labels.get(key) ?? "",
});

/** The left margin that the longest of these labels takes. */
export const marginFor = (labels: Iterable<string>): number =>
  Math.max(40, ...Array.from(labels, (label) => textWidth(label) * characterWidth)) + 12;

/** Text that appears where a pointer rests: each line harmless by itself. */
export const hint = (lines: readonly string[]): string => lines.map(plainText).join("\n");

/** A boundary on an axis: its ordinal, with the chain where that is a subagent's. */
export const boundaryLabel = ({ boundary, chain }: { boundary: number; chain: string }): string =>
  chain === "main" ? String(boundary) : `${cutMiddle(plainText(chain), 10)} ${boundary}`;
