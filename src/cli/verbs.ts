import type { Verb } from "./verb.js";
import { boundariesVerb } from "./verbs/boundaries.js";
import { branchesVerb } from "./verbs/branches.js";
import { budgetVerb } from "./verbs/budget.js";
import { checkVerb } from "./verbs/check.js";
import { claimsVerb } from "./verbs/claims.js";
import { conflictsVerb } from "./verbs/conflicts.js";
import { contextVerb } from "./verbs/context.js";
import { contextChangeVerb } from "./verbs/context-change.js";
import { directoriesVerb } from "./verbs/directories.js";
import { driftVerb } from "./verbs/drift.js";
import { forecastVerb } from "./verbs/forecast.js";
import { hooksVerb } from "./verbs/hooks.js";
import { listingsVerb } from "./verbs/listings.js";
import { missingVerb } from "./verbs/missing.js";
import { reportVerb } from "./verbs/report.js";
import { returnedVerb } from "./verbs/returned.js";
import { runsVerb } from "./verbs/runs.js";
import { sessionVerb } from "./verbs/session.js";
import { skillsVerb } from "./verbs/skills.js";
import { survivalVerb } from "./verbs/survival.js";
import { toolsVerb } from "./verbs/tools.js";
import { traceVerb } from "./verbs/trace.js";
import { turnsVerb } from "./verbs/turns.js";
import { usageVerb } from "./verbs/usage.js";

/** The verbs of the command line, in the order of `--help`: around a boundary, of a session, over many sessions. */
export const verbs: readonly Verb[] = [
  reportVerb,
  boundariesVerb,
  returnedVerb,
  missingVerb,
  conflictsVerb,
  skillsVerb,
  listingsVerb,
  hooksVerb,
  contextVerb,
  contextChangeVerb,
  traceVerb,
  budgetVerb,
  forecastVerb,
  sessionVerb,
  runsVerb,
  branchesVerb,
  turnsVerb,
  toolsVerb,
  directoriesVerb,
  usageVerb,
  survivalVerb,
  claimsVerb,
  driftVerb,
  checkVerb,
];
