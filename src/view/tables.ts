import type { Row } from "../queries/row.js";
import type { ColumnsOf } from "../show/column.js";
import { boundariesColumns } from "../show/columns/boundaries.js";
import { branchesColumns } from "../show/columns/branches.js";
import { budgetColumns } from "../show/columns/budget.js";
import { conflictsColumns } from "../show/columns/conflicts.js";
import { contextColumns } from "../show/columns/context.js";
import { contextChangeColumns } from "../show/columns/context-change.js";
import { directoriesColumns } from "../show/columns/directories.js";
import { driftColumns } from "../show/columns/drift.js";
import { forecastColumns } from "../show/columns/forecast.js";
import { hooksColumns } from "../show/columns/hooks.js";
import { listingsColumns } from "../show/columns/listings.js";
import { missingColumns } from "../show/columns/missing.js";
import { returnedColumns } from "../show/columns/returned.js";
import { runsColumns } from "../show/columns/runs.js";
import { sessionColumns } from "../show/columns/session.js";
import { skillsColumns } from "../show/columns/skills.js";
import { toolsColumns } from "../show/columns/tools.js";
import { turnsColumns } from "../show/columns/turns.js";
import { usageColumns } from "../show/columns/usage.js";

const tableOf = <R extends Row>(question: string, columns: ColumnsOf<R>) => ({
  question,
  columns: columns as unknown as ColumnsOf<Row>,
});

/** The queries that are shown as they are, each with the question it answers. */
export const tables = {
  boundaries: tableOf("Where was the conversation compacted?", boundariesColumns),
  returned: tableOf("What came back after each boundary, and from where?", returnedColumns),
  missing: tableOf("What did not come back, and why?", missingColumns),
  conflicts: tableOf("Where does an older text stand beside a newer one?", conflictsColumns),
  skills: tableOf("What became of each skill?", skillsColumns),
  listings: tableOf("Which skills, agents and tools could the model see, and when?", listingsColumns),
  hooks: tableOf("Which hooks ran, and what did they deliver?", hooksColumns),
  context: tableOf("What is in context at the end?", contextColumns),
  contextChange: tableOf("What did each compaction change in tokens?", contextChangeColumns),
  budget: tableOf("What would a compaction now keep of the skills?", budgetColumns),
  forecast: tableOf("What would a compaction now bring back?", forecastColumns),
  session: tableOf("What session is this?", sessionColumns),
  runs: tableOf("Which processes wrote it?", runsColumns),
  branches: tableOf("Where was the conversation rewound?", branchesColumns),
  turns: tableOf("What happened in each turn?", turnsColumns),
  tools: tableOf("Which tools were called, and what came of it?", toolsColumns),
  directories: tableOf("Which directories did it work in?", directoriesColumns),
  usage: tableOf("How many tokens did each request take?", usageColumns),
  drift: tableOf("Which records does this version of tidemark not know?", driftColumns),
} as const;

export type TableName = keyof typeof tables;
