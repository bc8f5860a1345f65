/** Door `./notebook`: everything of `./node`, with rows, timelines and plots that show themselves. */
export * from "./node.js";
export { display, type Tslab } from "./notebook/display.js";
export { type Picture, plot } from "./notebook/plot.js";
export {
  boundaries,
  branches,
  budget,
  budgetDeviations,
  check,
  claims,
  conflicts,
  context,
  contextChange,
  directories,
  drift,
  forecast,
  forecastScore,
  handover,
  hooks,
  indexedRows,
  lineage,
  listings,
  markersByCarrier,
  messages,
  missing,
  onlyInSummary,
  returned,
  rollup,
  runs,
  session,
  skills,
  sql,
  survival,
  tools,
  trace,
  traceSource,
  turns,
  usage,
  usageTotals,
} from "./notebook/queries.js";
export type { Rows } from "./notebook/rows.js";
export type { ShowOptions } from "./notebook/rows-view.js";
export { show } from "./notebook/show.js";
export {
  between,
  chain,
  followTimeline,
  openTimeline,
  openTimelines,
  readTimeline,
  redact,
  segment,
} from "./notebook/timelines.js";
