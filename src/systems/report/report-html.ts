import type { Timeline } from "../../timeline/timeline.js";
import { fleetHtml } from "./fleet-html.js";
import { readFleet } from "./read-fleet.js";
import { sessionHtml } from "./session-html.js";
import { sessionReport } from "./session-report.js";

/** What a report shows. */
export interface ReportOptions {
  /** True takes secrets, home folders and arguments of skills out: for sharing; default false. */
  redact?: boolean;
}

/**
 * Writes a report as one page of HTML that needs nothing else: no script, no connection, plots as SVG, tables in the orders
 * that one wants to read them in. Of a timeline it has a card per boundary, of many the rates, the versions and the
 * sessions that lost most.
 *
 * Timelines are taken one after another, and of each only sums are kept, so that `openTimelines` of any folder will do.
 * Links lead to a boundary (`#b1`) and to the first mention of a line (`#L40`). Needs the package `@observablehq/plot`; where it
 * is not installed, a `TranscriptError` says so.
 *
 * Known gaps: without a script a page can't sort, so a table brings its orders along, up to 400 rows; with `redact`, those of `redact`.
 *
 * @example
 * const html = await reportHtml(timeline, { redact: true });
 * [html.includes('id="b2"'), html.includes("<script")]; // => [true, false]
 */
export async function reportHtml(
  timelines: Timeline | Iterable<Timeline> | AsyncIterable<Timeline>,
  { redact = false }: ReportOptions = {},
): Promise<string> {
  return "events" in timelines
    ? sessionHtml(sessionReport(timelines, redact))
    : fleetHtml(await readFleet(timelines, redact));
}
