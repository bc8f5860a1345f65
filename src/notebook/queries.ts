import * as plain from "../node.js";
import type { Row } from "../queries/row.js";
import type { ColumnsOf } from "../show/column.js";
import { boundariesColumns } from "../show/columns/boundaries.js";
import { branchesColumns } from "../show/columns/branches.js";
import { budgetColumns } from "../show/columns/budget.js";
import { claimsColumns } from "../show/columns/claims.js";
import { conflictsColumns } from "../show/columns/conflicts.js";
import { contextColumns } from "../show/columns/context.js";
import { contextChangeColumns } from "../show/columns/context-change.js";
import { directoriesColumns } from "../show/columns/directories.js";
import { driftColumns } from "../show/columns/drift.js";
import { forecastColumns } from "../show/columns/forecast.js";
import { hooksColumns } from "../show/columns/hooks.js";
import { listingsColumns } from "../show/columns/listings.js";
import { messagesColumns } from "../show/columns/messages.js";
import { missingColumns } from "../show/columns/missing.js";
import { returnedColumns } from "../show/columns/returned.js";
import { runsColumns } from "../show/columns/runs.js";
import { sessionColumns } from "../show/columns/session.js";
import { skillsColumns } from "../show/columns/skills.js";
import { survivalColumns } from "../show/columns/survival.js";
import { toolsColumns } from "../show/columns/tools.js";
import { traceColumns } from "../show/columns/trace.js";
import { turnsColumns } from "../show/columns/turns.js";
import { usageColumns } from "../show/columns/usage.js";
import { usageTotalsColumns } from "../show/columns/usage-totals.js";
import { sessionFolder } from "../show/session-folder.js";
import { type Look, setLook } from "./look.js";
import { Rows } from "./rows.js";

/** The queries of `tidemark/node`, with rows that show themselves. */
export const boundaries = query("boundaries", plain.boundaries, boundariesColumns);
export const branches = query("branches", plain.branches, branchesColumns);
export const budget = query("budget", plain.budget);
export const budgetDeviations = query("budgetDeviations", plain.budgetDeviations, budgetColumns);
export const check = query("check", plain.check);
export const claims = query("claims", plain.claims, claimsColumns);
export const conflicts = query("conflicts", plain.conflicts, conflictsColumns);
export const context = query("context", plain.context, contextColumns);
export const contextChange = query("contextChange", plain.contextChange, contextChangeColumns);
export const directories = query("directories", plain.directories, directoriesColumns);
export const drift = query("drift", plain.drift, driftColumns);
export const forecast = query("forecast", plain.forecast, forecastColumns);
export const forecastScore = query("forecastScore", plain.forecastScore);
export const handover = query("handover", plain.handover);
export const hooks = query("hooks", plain.hooks, hooksColumns);
export const lineage = query("lineage", plain.lineage);
export const listings = query("listings", plain.listings, listingsColumns);
export const markersByCarrier = query("markersByCarrier", plain.markersByCarrier);
export const messages = query("messages", plain.messages, messagesColumns);
export const missing = query("missing", plain.missing, missingColumns);
export const onlyInSummary = query("onlyInSummary", plain.onlyInSummary, traceColumns);
export const returned = query("returned", plain.returned, returnedColumns);
export const rollup = query("rollup", plain.rollup);
export const runs = query("runs", plain.runs, runsColumns);
export const session = query("session", plain.session, sessionColumns);
export const skills = query("skills", plain.skills, skillsColumns);
export const survival = query("survival", plain.survival, survivalColumns);
export const tools = query("tools", plain.tools, toolsColumns);
export const trace = query("trace", plain.trace, traceColumns);
export const turns = query("turns", plain.turns, turnsColumns);
export const usage = query("usage", plain.usage, usageColumns);

export const sql = later("sql", plain.sql);
export const traceSource = later("trace", plain.traceSource, traceColumns);
export const usageTotals = later("usageTotals", plain.usageTotals, usageTotalsColumns);

const looks = { boundaries: boundariesColumns, check: null, session: sessionColumns };

/** As `indexedRows` of `tidemark/node`, with rows that show themselves. */
export async function* indexedRows<Query extends plain.IndexedQuery>(
  query: Query,
  root?: string,
  options?: plain.IndexedRowsOptions,
): AsyncGenerator<{ file: string; rows: Rows<plain.IndexedRow<Query>> }> {
  for await (const { file, rows } of plain.indexedRows(query, root, options))
    yield { file, rows: looking(rows, { name: query, columns: looks[query] as Look["columns"] }, null) };
}

/** The columns for rows of one query; the others never see them. */
type Columns<R> = R extends Row ? ColumnsOf<R> : never;

function query<Given extends unknown[], R extends object>(
  name: string,
  ask: (...given: Given) => R[],
  columns: Columns<R> | null = null,
): (...given: Given) => Rows<R> {
  const look = { name, columns: columns as Look["columns"] };
  return (...given) => looking(ask(...given), look, folderAsked(given));
}

function later<Given extends unknown[], R extends object>(
  name: string,
  ask: (...given: Given) => Promise<R[]>,
  columns: Columns<R> | null = null,
): (...given: Given) => Promise<Rows<R>> {
  const look = { name, columns: columns as Look["columns"] };
  return async (...given) => looking(await ask(...given), look, null);
}

/** Working directory of the timeline that a query was asked of; null where it was asked of anything else. */
function folderAsked([asked]: readonly unknown[]): string | null {
  const isTimeline = typeof asked === "object" && asked !== null && "events" in asked && "chains" in asked;
  return isTimeline ? sessionFolder(asked as plain.Timeline) : null;
}

function looking<R extends object>(rows: R[], look: Look, folder: string | null): Rows<R> {
  setLook(rows, look, folder);
  return Rows.showing(rows);
}
