import {
  type BoundaryRow,
  boundaries,
  missing,
  type ReturnedRow,
  readTimeline,
  returned,
  type SkillRow,
  skills,
  trace,
  type UsageRow,
  usage,
} from "../../src/index.js";
import { contextPlot, markerPlot, plotSvg, shedPlot, skillPlot, survivalPlot } from "../../src/plots.js";

const common = { sessionId: "s1", at: Date.parse("2026-10-01T09:00:00Z"), grade: "observed", why: null } as const;
const placed = (line: number) => [{ line, offset: 0, uuid: null }];

export const usageRow = (line: number, context: number | null, more: Partial<UsageRow> = {}): UsageRow => ({
  ...common,
  evidence: placed(line),
  messageId: `m${line}`,
  model: "model",
  chain: "main",
  input: context,
  output: 1,
  cacheRead: 0,
  cacheWrite5m: null,
  cacheWrite1h: null,
  cacheWriteUnsplit: null,
  context,
  run: 1,
  boundary: 0,
  ...more,
});

export const boundaryRow = (boundary: number, line: number, more: Partial<BoundaryRow> = {}): BoundaryRow => ({
  ...common,
  evidence: placed(line),
  boundary,
  uuid: `b${boundary}`,
  kind: "compact",
  chain: "main",
  run: 1,
  cliVersion: "2.1.285",
  trigger: "auto",
  mode: "full",
  preTokens: null,
  postTokens: null,
  durationMs: null,
  droppedTokens: null,
  cumulativeDroppedTokens: null,
  precomputed: null,
  preserved: null,
  summaryChars: null,
  lastRequestBefore: null,
  firstRequestAfter: null,
  logicalParent: "none",
  ...more,
});

export const returnedRow = (boundary: number, more: Partial<ReturnedRow> = {}): ReturnedRow => ({
  ...common,
  evidence: placed(boundary * 10),
  boundary,
  chain: "main",
  position: 1,
  item: "file",
  name: "/home/dev/a.ts",
  source: "disk",
  carrier: "attachment/file",
  phase: "boundary",
  chars: 10,
  sourceChars: null,
  relation: "equal",
  changedSince: false,
  conflictsWith: null,
  ...more,
});

export const skillRow = (line: number, fate: SkillRow["fate"], more: Partial<SkillRow> = {}): SkillRow => ({
  ...common,
  evidence: placed(line + 5),
  chain: "main",
  name: "deploy",
  fate,
  invokedBy: "model",
  invokedAt: null,
  line,
  run: 1,
  args: null,
  bodyChars: 100,
  stub: false,
  boundary: 1,
  keptChars: 100,
  reason: null,
  ...more,
});

/** All plots of a transcript, as SVG. */
export async function allPlots(text: string): Promise<Record<string, string>> {
  const timeline = await readTimeline(text);
  const cuts = boundaries(timeline);
  const sizes = { usage: usage(timeline), boundaries: cuts };
  return {
    context: plotSvg(contextPlot(sizes)),
    byTime: plotSvg(contextPlot({ ...sizes, by: "time" })),
    survival: plotSvg(survivalPlot({ returned: returned(timeline), missing: missing(timeline) })),
    skills: plotSvg(skillPlot({ skills: skills(timeline), boundaries: cuts })),
    shed: plotSvg(shedPlot(cuts)),
    markers: plotSvg(markerPlot(trace(timeline, [/\w{3,}/, "<", "deploy"]))),
  };
}
