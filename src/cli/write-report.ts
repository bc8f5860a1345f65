import { plainText } from "../show/plain-text.js";
import type { FleetPart } from "../systems/report/fleet-report.js";
import { usualLimit } from "../systems/report/markdown.js";
import type { Sessions, View } from "./verb.js";
import { readableByAll, writeFile } from "./write-file.js";

/** What the options of `report` ask for beside the terminal: names of files, `-` for standard output. */
export interface ReportFiles {
  html?: string;
  markdown?: string;
  redact?: boolean;
}

/** Writes the report of one session, or of many. */
export async function writeReport(sessions: Sessions, view: View<ReportFiles>): Promise<void> {
  const { html, markdown = "-", redact = false } = view.given;
  const out = html ?? markdown;
  const write = view.many ? ofMany : ofOne;
  const text = await write(sessions, html !== undefined, redact);
  if (text === null) return;
  if (out === "-") await view.write(text);
  else {
    writeFile(out, text, readableByAll);
    await view.write(`${plainText(out)} written\n`);
  }
}

/** Null where the session could not be read. */
async function ofOne(sessions: Sessions, html: boolean, redacted: boolean): Promise<string | null> {
  const { sessionReport } = await import("../systems/report/session-report.js");
  for await (const { answer } of sessions.ask((timeline) => sessionReport(timeline, redacted)))
    return html
      ? (await import("../systems/report/session-html.js")).sessionHtml(answer)
      : (await import("../systems/report/session-markdown.js")).sessionMarkdown(answer, usualLimit);
  return null;
}

async function ofMany(sessions: Sessions, html: boolean, redacted: boolean): Promise<string> {
  const { fleetPart, fleetReport } = await import("../systems/report/fleet-report.js");
  const parts: FleetPart[] = [];
  for await (const { answer } of sessions.ask((timeline, file) => fleetPart(timeline, redacted, file)))
    parts.push(answer);
  const fleet = fleetReport(parts, redacted);
  return html
    ? (await import("../systems/report/fleet-html.js")).fleetHtml(fleet)
    : (await import("../systems/report/fleet-markdown.js")).fleetMarkdown(fleet, usualLimit);
}
