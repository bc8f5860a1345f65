import { plural } from "./count.js";

const units: readonly [string, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** A span of time, in milliseconds, as people say how long ago something was: `3 hours ago`. */
export function ago(ms: number): string {
  const [unit, size] = units.find(([, least]) => ms >= least) ?? ["", 1];
  return unit === "" ? "just now" : `${plural(Math.floor(ms / size), unit)} ago`;
}
