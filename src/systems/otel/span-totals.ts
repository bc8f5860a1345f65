import { genAi, genAiMetrics, operations } from "./conventions.js";
import { type Attributes, recorded, type SessionSpan } from "./session-span.js";

/** A count, or a distribution, for one set of attributes. */
export interface TotalPoint {
  attributes: Attributes;
  /** Of a count the sum; of a distribution all values. */
  sum: number;
  count: number;
  min: number;
  max: number;
  /** Values up to each of `bounds`, and above the last. */
  buckets: number[];
}

/** A metric over all sessions so far. */
export interface Total {
  name: string;
  about: string;
  unit: string;
  /** Upper bounds of a distribution; null for a count. */
  bounds: readonly number[] | null;
  points: TotalPoint[];
}

/** Sums spans up, so that a metric is the sum of what the spans say. */
export interface SpanTotals {
  add(span: SessionSpan): void;
  totals(): Total[];
  /** Earliest time among the spans; null where there is none. */
  since(): number | null;
}

/** Seconds, as the conventions have them for durations; then up to an hour, as compactions and calls that wait for a person take. */
const durations = [
  ...[0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  ...[120, 180, 300, 600, 1200, 1800, 3600],
];

/** Names that a metric tells apart; what comes later is counted as `other`, so that no file makes a metric grow without end. */
const mostNames = 100;

const instruments = {
  [genAiMetrics.inputTokens]: ["Input tokens, with those read from and written to a cache.", "{token}", null],
  [genAiMetrics.outputTokens]: ["Output tokens.", "{token}", null],
  [genAiMetrics.cacheRead]: ["Input tokens read from a cache.", "{token}", null],
  [genAiMetrics.cacheWrite]: ["Input tokens written to a cache.", "{token}", null],
  [genAiMetrics.toolDuration]: [
    "From a tool call's line to its result's, with waiting for permission.",
    "s",
    durations,
  ],
  "tidemark.compactions": ["Compactions.", "{compaction}", null],
  "tidemark.compaction.dropped_tokens": ["Tokens that compactions dropped, where it is recorded.", "{token}", null],
  "tidemark.compaction.duration": ["Duration of compactions, where it is recorded.", "s", durations],
  "tidemark.returned": ["Things that came back after compactions.", "{thing}", null],
  "tidemark.missing": ["Things that did not come back after compactions.", "{thing}", null],
  "tidemark.not_recorded": [
    "Things of which no record can tell whether they came back after compactions.",
    "{thing}",
    null,
  ],
} as const satisfies Record<string, [about: string, unit: string, bounds: readonly number[] | null]>;

type InstrumentName = keyof typeof instruments;

export function spanTotals(): SpanTotals {
  const points = new Map<InstrumentName, Map<string, TotalPoint>>();
  const known = new Map<string, Set<string>>();
  let since: number | null = null;

  const bounded = (key: string, name: string): string => {
    const names = known.get(key) ?? new Set<string>();
    known.set(key, names);
    if (names.size < mostNames) names.add(name);
    return names.has(name) ? name : "other";
  };

  const count = (name: InstrumentName, value: Attributes[string] | undefined, attributes: Attributes): void => {
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return;
    const ofName = points.get(name) ?? new Map<string, TotalPoint>();
    points.set(name, ofName);
    const key = JSON.stringify(attributes);
    const bounds = instruments[name][2];
    const point = ofName.get(key) ?? {
      attributes,
      sum: 0,
      count: 0,
      min: value,
      max: value,
      buckets: new Array((bounds?.length ?? 0) + 1).fill(0),
    };
    ofName.set(key, point);
    point.sum += value;
    point.count += 1;
    point.min = Math.min(point.min, value);
    point.max = Math.max(point.max, value);
    const above = bounds?.findIndex((bound) => value <= bound) ?? 0;
    const bucket = above < 0 ? point.buckets.length - 1 : above;
    point.buckets[bucket] = (point.buckets[bucket] as number) + 1;
  };

  const nameOf = (key: string, value: Attributes[string] | undefined): string | null =>
    typeof value === "string" ? bounded(key, value) : null;

  return {
    add(span) {
      const { attributes, start, compactions } = span;
      if (start !== null) since = Math.min(start, since ?? start);
      if (attributes[genAi.operation] === operations.request) {
        const by = recorded({
          [genAi.operation]: operations.request,
          [genAi.provider]: attributes[genAi.provider] ?? null,
          [genAi.modality]: "unknown",
          [genAi.responseModel]: nameOf("model", attributes[genAi.responseModel]),
        });
        for (const key of ["inputTokens", "outputTokens", "cacheRead", "cacheWrite"] as const)
          count(genAiMetrics[key], attributes[genAi[key]], by);
      } else if (attributes[genAi.operation] === operations.tool) {
        const by = recorded({
          [genAi.operation]: operations.tool,
          [genAi.toolName]: nameOf("tool", attributes[genAi.toolName]),
          [genAi.errorType]: attributes[genAi.errorType] ?? null,
        });
        count(genAiMetrics.toolDuration, attributes["tidemark.tool.duration"], by);
      }
      for (const { attributes: facts } of compactions) {
        const by = recorded({
          "tidemark.compaction.trigger": nameOf("trigger", facts["tidemark.compaction.trigger"]),
        });
        count("tidemark.compactions", 1, by);
        count("tidemark.compaction.dropped_tokens", facts["tidemark.compaction.dropped_tokens"], by);
        count("tidemark.compaction.duration", facts["tidemark.compaction.duration"], by);
        for (const [key, value] of Object.entries(facts))
          for (const [prefix, name, group] of groups)
            if (key.startsWith(prefix) && typeof value === "number" && key !== `${prefix}count`)
              count(name, value, { [group]: key.slice(prefix.length) });
      }
    },
    totals: () =>
      [...points].map(([name, ofName]) => {
        const [about, unit, bounds] = instruments[name];
        return { name, about, unit, bounds, points: [...ofName.values()] };
      }),
    since: () => since,
  };
}

/** The counts of a compaction's event that are metrics, and what tells their points apart. */
const groups = [
  ["tidemark.returned.", "tidemark.returned", "tidemark.item"],
  ["tidemark.missing.", "tidemark.missing", "tidemark.reason"],
  ["tidemark.not_recorded.", "tidemark.not_recorded", "tidemark.item"],
] as const;
