import type { Row } from "../../queries/row.js";
import type { SurvivalRow } from "../../queries/survival.js";
import { type ColumnsOf, cellOf } from "../../show/column.js";
import { driftColumns } from "../../show/columns/drift.js";
import { survivalColumns } from "../../show/columns/survival.js";
import { count, plural } from "../../show/count.js";
import { escapeHtml } from "../../show/escape-html.js";
import { compareText } from "./compare-text.js";
import {
  byVersion,
  type FleetReport,
  type FleetSession,
  namesOf,
  spanOf,
  sumOfFleet,
  worstFirst,
} from "./fleet-report.js";
import { type Html, type HtmlColumn, htmlTable, sortedTable } from "./html-table.js";
import { figures, page, picture, section } from "./page.js";
import { plots } from "./plots.js";

/** Most sessions on the page: those that lost most. */
const mostSessions = 200;

/** The page of many sessions. */
export async function fleetHtml(fleet: FleetReport): Promise<string> {
  const { historyPlot, plotSvg, ratePlot } = await plots();
  const { sessions, compactions, survival, drift } = fleet;
  const { dropped, lost } = sumOfFleet(fleet);
  const names = namesOf(sessions);
  const rates = survival.filter(({ by, item }) => by === "all" && item !== "summary");
  const features = survival.filter(({ by, n }) => by !== "all" && n > 0);
  const sections = [
    section("history", "Compactions over time", picture(plotSvg(historyPlot(compactions)), "Compactions over time")),
    section(
      "survival",
      "What survives a compaction",
      `${picture(plotSvg(ratePlot(rates)), "How often things survived")}
<p class="note">A dot is the share of things that stood before a compaction and were there after it, the bar its interval of 95 % (Wilson).</p>
${rates.length === 0 ? "" : htmlTable("Survival rates", rates, columnsFrom(survivalColumns))}
${features.length === 0 ? "" : `<details><summary>By source, trigger, version, process and model</summary>\n${survivalTable(features)}\n</details>`}`,
    ),
    compactions.length === 0
      ? ""
      : section(
          "versions",
          "By version of the CLI",
          htmlTable("Compactions by version", byVersion(compactions), [
            { head: "version", cell: ({ version }) => version ?? "not recorded" },
            { head: "compactions", cell: (row) => row.compactions },
            { head: "tokens dropped", cell: (row) => row.dropped },
            { head: "things lost or cut", cell: (row) => row.lost },
          ]),
        ),
    section("sessions", "Sessions, those that lost most first", sessionTable(sessions, names.of)),
    section(
      "drift",
      "What this version does not know",
      drift.length === 0
        ? "<p>Every kind of entry was known, and every known field had the expected shape.</p>"
        : htmlTable("Drift", drift, columnsFrom(driftColumns)),
    ),
  ].filter((text) => text !== "");
  const title = `${plural(sessions.length, "session")}: what came back after compactions`;
  return page(
    title,
    `<header>
<h1>${escapeHtml(title)}</h1>
<p class="facts-line">${escapeHtml([names.folder, spanOf(sessions), fleet.redacted ? "redacted: secrets and home folders are taken out" : null].filter((part) => part !== null).join(" · "))}</p>
${figures([
  ["sessions", count(sessions.length)],
  ["compactions", count(compactions.length)],
  ["tokens dropped", dropped === null ? "not recorded" : count(dropped)],
  ["things lost or cut", lost === null ? "not recorded" : count(lost)],
])}
</header>
<main>
${sections.join("\n")}
</main>
<footer><p>Counted over the sessions that could be read. Rates are over what could be judged; below CLI 2.1.91 no attachments are written, so nothing is judged there. Made by tidemark.</p></footer>`,
  );
}

const dayOf = (at: number): Html => ({ html: `<time>${new Date(at).toISOString().slice(0, 10)}</time>` });

const columnsFrom = <R extends Row>(columns: ColumnsOf<R>): HtmlColumn<R>[] =>
  Object.entries(columns).map(([head, column]) => ({ head, cell: (row) => cellOf(row, column) }));

const survivalTable = (rows: readonly SurvivalRow[]): string =>
  sortedTable("survival-rows", "Survival rates by feature", rows, columnsFrom(survivalColumns), [
    "by kind",
    { name: "by rate, lowest first", compare: (a, b) => (a.rate ?? 2) - (b.rate ?? 2) },
    { name: "by number of cases", compare: (a, b) => b.n - a.n },
    { name: "by feature", compare: (a, b) => compareText(a.by, b.by) || compareText(a.value ?? "", b.value ?? "") },
  ]);

function sessionTable(sessions: readonly FleetSession[], nameOf: (one: FleetSession) => string): string {
  const sorted = worstFirst(sessions);
  const shown = sorted.slice(0, mostSessions);
  const rest = sorted.length - shown.length;
  return `${sortedTable<FleetSession>(
    "session-rows",
    "Sessions",
    shown,
    [
      { head: "session", cell: nameOf },
      { head: "last", cell: ({ lastAt }) => (lastAt === null ? null : dayOf(lastAt)) },
      { head: "CLI", cell: ({ versions }) => versions.at(-1) ?? null },
      { head: "requests", cell: ({ requests }) => requests },
      { head: "compactions", cell: ({ compactions }) => compactions },
      { head: "dropped", cell: ({ dropped }) => dropped },
      { head: "lost or cut", cell: ({ lost }) => lost },
      { head: "conflicts", cell: ({ conflicts }) => conflicts },
      { head: "at the worst boundary", cell: ({ worst }) => worst },
    ],
    [
      "most losses first",
      { name: "most compactions", compare: (a, b) => b.compactions - a.compactions },
      { name: "most tokens dropped", compare: (a, b) => (b.dropped ?? -1) - (a.dropped ?? -1) },
      { name: "newest", compare: (a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) },
      { name: "by name", compare: (a, b) => compareText(nameOf(a), nameOf(b)) },
    ],
  )}${rest === 0 ? "" : `\n<p class="note">${plural(rest, "session")} more, which lost no more than these: left out here, counted above.</p>`}`;
}
