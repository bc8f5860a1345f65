import { type CellOptions, cell, type Markish } from "@observablehq/plot";
import type { Grade } from "../queries/row.js";
import type { TextSource } from "../queries/sent-texts.js";
import { sourceColour, sourceWord, wordColour } from "./colours.js";
import type { LegendEntry } from "./legend.js";

/** What came from a source, with the grade of saying so. */
export interface Sourced {
  source: TextSource;
  grade: Grade;
}

type Sureness = "sure" | "inferred" | "unknown";

const sureness = ({ source, grade }: Sourced): Sureness =>
  source === "unknown" ? "unknown" : grade === "inferred" || grade === "unknown" ? "inferred" : "sure";

/** Filled where the record shows the source, tinted and dashed where it is inferred, empty and dotted where nobody can say. */
const looks = {
  sure: { fillOpacity: 1 },
  inferred: { fillOpacity: 0.25, strokeDasharray: "4 2" },
  unknown: { fillOpacity: 0, strokeDasharray: "1 3" },
};

/** Cells in the colours of their sources, each as sure as it is. */
export const sourceCells = <T extends Sourced>(cells: readonly T[], options: CellOptions): Markish[] =>
  (["sure", "inferred", "unknown"] as const).map((sure) =>
    cell(
      cells.filter((one) => sureness(one) === sure),
      {
        inset: 1,
        rx: 2,
        ...options,
        ...looks[sure],
        fill: ({ source }: T) => sourceColour(source),
        stroke: "currentColor",
        strokeOpacity: 0.6,
      },
    ),
  );

/** The colour of words on such a cell. */
export const onCell = (one: Sourced): string => (sureness(one) === "sure" ? wordColour(one.source) : "currentColor");

/** What the looks of these cells mean. */
export function sourceLegend(cells: readonly Sourced[]): LegendEntry[] {
  const sources = cells.map(({ source }) => source).filter((source) => source !== "unknown");
  const looksOf = new Map(sources.map((source) => [sourceWord(source), sourceColour(source)]));
  const entries: LegendEntry[] = Array.from(looksOf, ([label, fill]) => ({ label, fill }));
  const found = new Set(cells.map(sureness));
  if (found.has("inferred"))
    entries.push({ label: "dashed: inferred", fill: "currentColor", fillOpacity: 0.15, strokeDasharray: "3 2" });
  if (found.has("unknown")) entries.push({ label: "dotted: unknown", fill: "none", strokeDasharray: "1 2" });
  return entries;
}
