import { type CheckRow, check } from "../../queries/check.js";
import { type ClaimRow, claims } from "../../queries/claims.js";
import { type DriftRow, drift } from "../../queries/drift.js";
import { type SurvivalRow, survival } from "../../queries/survival.js";
import { integer, json, number, tableOf, text } from "../table.js";

export const survivalTable = tableOf<SurvivalRow>({
  name: "survival",
  about: "How often a kind of thing survived the boundaries of one session; over sessions, sum `n` and `survived`.",
  rows: (timeline) => survival(timeline),
  identity: ["session_id", "item", "feature", "feature_value"],
  renamed: { by: "feature", value: "feature_value" },
  columns: () => ({
    item: text("Kind of thing."),
    by: text("all, or the feature that the rows are told apart by: source, trigger, cliVersion, process, model, kept."),
    value: text.orNull("Value of the feature."),
    n: integer("Things that could be judged, once for each boundary."),
    survived: integer("Of them, those that were there after it."),
    truncated: integer("Of those, the ones that came back in part."),
    rate: number.orNull("`survived` of `n`."),
    low: number.orNull("Lower end of the 95 % interval."),
    high: number.orNull("Upper end of the 95 % interval."),
    unjudged: integer("Boundaries at which such a thing could not be judged."),
    unjudgedWhy: text.orNull("Why not, for the first of them."),
  }),
});

export const claimsTable = tableOf<ClaimRow>({
  name: "claims",
  about: "Each claim of the documentation and of articles, held against one session; over sessions, sum the counts.",
  rows: (timeline) => claims(timeline),
  identity: ["session_id", "id"],
  columns: () => ({
    id: text("Id of the claim."),
    claim: text("The claim."),
    source: text("Who says so."),
    date: text("When it was published or read."),
    verdict: text("held, failed, not exercised, not decidable."),
    held: integer("Cases that speak for it."),
    failed: integer("Cases that speak against it."),
    n: integer("Both."),
    unjudged: integer("Cases in which the record is silent."),
    contradicts: json("Ids of claims that say otherwise, a list."),
  }),
});

export const driftTable = tableOf<DriftRow>({
  name: "drift",
  about: "Each kind or field of a transcript that the schemas do not know, without content.",
  // The query's rows are told without a session, so that they can be shared.
  rows: (timeline) => drift(timeline).map((row) => ({ ...row, sessionId: timeline.sessionId })),
  identity: ["session_id", "kind", "field", "verdict"],
  columns: () => ({
    kind: text("Kind of the entry."),
    field: text.orNull("Path of the field; null for an unknown kind."),
    verdict: text("unknown-kind or unexpected-shape."),
    count: integer("Entries."),
    firstVersion: text.orNull("First CLI version that wrote it."),
    lastVersion: text.orNull("Last CLI version that wrote it."),
  }),
});

export const checksTable = tableOf<CheckRow>({
  name: "checks",
  about: "How the lines of a session were read: counts by class, kind, version and issue.",
  rows: check,
  identity: ["session_id", "part", "name"],
  renamed: { group: "part" },
  columns: () => ({
    group: text("lines, kind, version or issue."),
    name: text("Class of line, kind of entry, CLI version or code of the issue."),
    count: integer("How many."),
  }),
});
