import type { Table } from "./table.js";
import {
  boundariesTable,
  budgetDeviationsTable,
  conflictsTable,
  contextChangeTable,
  listingsTable,
  missingTable,
  returnedTable,
  skillsTable,
} from "./tables/at-boundaries.js";
import { checksTable, claimsTable, driftTable, survivalTable } from "./tables/counts.js";
import {
  branchesTable,
  directoriesTable,
  hooksTable,
  messagesTable,
  runsTable,
  sessionTable,
  toolsTable,
  turnsTable,
  usageTable,
} from "./tables/in-sessions.js";

/**
 * The queries as tables, by name: those that need no argument. Names and columns are the same in every format and in SQL.
 *
 * @example
 * exportTables.usage.about; // => "Tokens of each message of the model, every message once."
 */
export const exportTables = {
  boundaries: boundariesTable,
  returned: returnedTable,
  missing: missingTable,
  conflicts: conflictsTable,
  skills: skillsTable,
  listings: listingsTable,
  budget_deviations: budgetDeviationsTable,
  context_change: contextChangeTable,
  hooks: hooksTable,
  usage: usageTable,
  messages: messagesTable,
  turns: turnsTable,
  tools: toolsTable,
  runs: runsTable,
  branches: branchesTable,
  directories: directoriesTable,
  session: sessionTable,
  survival: survivalTable,
  claims: claimsTable,
  drift: driftTable,
  checks: checksTable,
};

/** Name of a table of an export. */
export type TableName = keyof typeof exportTables;

/** The same in a list. */
export const allTables: readonly Table[] = /* @__PURE__ */ Object.values(exportTables);
