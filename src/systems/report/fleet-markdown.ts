import type { SurvivalRow } from "../../queries/survival.js";
import { cellOf } from "../../show/column.js";
import { driftColumns } from "../../show/columns/drift.js";
import { survivalColumns } from "../../show/columns/survival.js";
import { count, plural } from "../../show/count.js";
import {
  byVersion,
  type FleetReport,
  type FleetSession,
  namesOf,
  spanOf,
  sumOfFleet,
  worstFirst,
} from "./fleet-report.js";
import { bounded, markdownTable } from "./markdown.js";
import { markdownMark } from "./marks.js";

const mostSessions = 20;

/** The report of many sessions as Markdown, of at most `limit` characters. */
export function fleetMarkdown(fleet: FleetReport, limit: number): string {
  const { sessions, compactions, survival, drift, redacted } = fleet;
  const { dropped, lost } = sumOfFleet(fleet);
  const sum = [
    plural(compactions.length, "compaction"),
    dropped === null ? "tokens dropped not recorded" : `${count(dropped)} tokens dropped`,
    lost === null ? "losses not recorded" : `${plural(lost, "thing")} lost or cut`,
  ];
  const span = spanOf(sessions);
  const head = [
    markdownMark,
    `## ${plural(sessions.length, "session")}: what came back after compactions`,
    `**${sum.join(" · ")}**${span === null ? "" : ` · ${span}`}${redacted ? " · redacted" : ""}`,
  ].join("\n\n");
  const rates = survival.filter(({ by, item }) => by === "all" && item !== "summary");
  const worst = worstFirst(sessions).filter(({ lost }) => lost !== null && lost > 0);
  const rest = worst.length - mostSessions;
  const parts = [
    ...(rates.length === 0
      ? []
      : [
          `### What survives a compaction\n\n${markdownTable<SurvivalRow>(
            rates,
            Object.entries(survivalColumns).map(([head, column]) => ({ head, cell: (row) => cellOf(row, column) })),
          )}`,
        ]),
    ...(compactions.length === 0
      ? []
      : [
          `### By version of the CLI\n\n${markdownTable(byVersion(compactions), [
            { head: "version", cell: ({ version }) => version ?? "not recorded" },
            { head: "compactions", cell: (row) => row.compactions },
            { head: "tokens dropped", cell: (row) => row.dropped },
            { head: "lost or cut", cell: (row) => row.lost },
          ])}`,
        ]),
    ...(worst.length === 0
      ? []
      : [
          `### Sessions that lost most\n\n${markdownTable<FleetSession>(worst.slice(0, mostSessions), [
            { head: "session", cell: namesOf(sessions).of, code: true },
            { head: "compactions", cell: ({ compactions }) => compactions },
            { head: "dropped", cell: ({ dropped }) => dropped },
            { head: "lost or cut", cell: ({ lost }) => lost },
            { head: "at the worst boundary", cell: ({ worst }) => worst, code: true },
          ])}${rest > 0 ? `\n\n*${plural(rest, "more session")} lost something.*` : ""}`,
        ]),
    drift.length === 0
      ? "Every kind of entry was known to this version of tidemark, and every known field had the expected shape."
      : `### What this version does not know\n\n${markdownTable(
          drift.slice(0, 60),
          Object.entries(driftColumns).map(([head, column]) => ({
            head,
            cell: (row) => cellOf(row, column),
            code: true as const,
          })),
        )}${drift.length > 60 ? `\n\n*${count(drift.length - 60)} more.*` : ""}`,
  ];
  return bounded(
    head,
    parts,
    limit,
    (left) => `*${plural(left, "more part")} left out, as the report would be too long.*`,
  );
}
