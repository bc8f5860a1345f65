import { checkCount } from "../../read/wrong-use.js";
import type { Timeline } from "../../timeline/timeline.js";
import { fleetMarkdown } from "./fleet-markdown.js";
import { usualLimit } from "./markdown.js";
import { readFleet } from "./read-fleet.js";
import type { ReportOptions } from "./report-html.js";
import { sessionMarkdown } from "./session-markdown.js";
import { sessionReport } from "./session-report.js";

/** The same, and how long it may be. */
export interface MarkdownReportOptions extends ReportOptions {
  /** Most characters; 60,000 where it is not given, as GitHub takes 65,536. */
  limit?: number;
}

/**
 * Writes a report as Markdown for an issue or a pull request: of a timeline its boundaries, of many the rates, the versions and
 * the sessions that lost most.
 *
 * What comes from transcripts is escaped or stands as code: it makes no link, no mention, no HTML and no further column. The
 * text has at most `limit` characters (from 1000 on), and says how much it left out.
 *
 * Known gaps: with `redact`, those of `redact`.
 *
 * @example
 * const text = await reportMarkdown(timeline);
 * text.split("\n").filter((line) => line.startsWith("### ")); // => ["### Boundary 1 · auto · run 1 · line 39", "### Boundary 2 · manual · run 2 · line 80"]
 */
export async function reportMarkdown(
  timelines: Timeline | Iterable<Timeline> | AsyncIterable<Timeline>,
  { redact = false, limit = usualLimit }: MarkdownReportOptions = {},
): Promise<string> {
  checkCount("limit", limit, 1000);
  return "events" in timelines
    ? sessionMarkdown(sessionReport(timelines, redact), limit)
    : fleetMarkdown(await readFleet(timelines, redact), limit);
}
