import type { Cell } from "../../docs/page-tables.js";

/** The value below which a share of the others lies; NaN of nothing. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/** Three figures that count, or all before the point. */
export function figure(value: number): number {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits));
}

interface Bound {
  atLeast?: number;
  below?: number;
  unit?: string;
}

/** A goal as two cells: what it asks for, and whether the value reaches it. */
export function goal(value: number, { atLeast, below, unit = "" }: Bound = {}): Record<"goal" | "reached", Cell> {
  if (atLeast !== undefined) return { goal: `≥ ${atLeast}${unit}`, reached: value >= atLeast ? "yes" : "no" };
  if (below !== undefined) return { goal: `< ${below}${unit}`, reached: value < below ? "yes" : "no" };
  return { goal: null, reached: null };
}
