import { type BoundaryRow, boundaries } from "../../queries/boundaries.js";
import { type BudgetDeviationRow, budgetDeviations } from "../../queries/budget-deviations.js";
import { type ConflictRow, conflicts } from "../../queries/conflicts.js";
import { type ContextChangeRow, contextChange } from "../../queries/context-change.js";
import { type ListingRow, listings } from "../../queries/listings.js";
import { type MissingRow, missing } from "../../queries/missing.js";
import { type ReturnedRow, returned } from "../../queries/returned.js";
import { type SkillRow, skills } from "../../queries/skills.js";
import type { Timeline } from "../../timeline/timeline.js";
import { content, flag, integer, tableOf, text } from "../table.js";

const ordinal = integer("Ordinal of the boundary in its chain, from 1.");
const chain = text("`main`, or the id of a subagent.");

export const boundariesTable = tableOf<BoundaryRow>({
  name: "boundaries",
  about: "Each compaction boundary: what the record says of it, and the requests around it.",
  rows: boundaries,
  identity: ["uuid", "kind"],
  fuller: ["proofs", "last_request_before", "first_request_after"],
  columns: () => ({
    boundary: ordinal,
    uuid: text.orNull("uuid of the boundary."),
    kind: text("compact, or microcompact, which does not cut the conversation."),
    chain,
    run: integer.orNull("Ordinal of the process that wrote it; null in a subagent's file."),
    cliVersion: text.orNull("CLI version that wrote it."),
    trigger: text.orNull("manual or auto, as recorded."),
    mode: text.orNull("full, or a rewind's up-to or from-here."),
    preTokens: integer.orNull("Tokens before, as recorded."),
    postTokens: integer.orNull("Tokens after, as recorded."),
    durationMs: integer.orNull("Milliseconds that the compaction took, as recorded."),
    droppedTokens: integer.orNull("Tokens that it dropped."),
    cumulativeDroppedTokens: integer.orNull("Running total of dropped tokens over the session, as recorded."),
    precomputed: flag.orNull("True where the summary was made ahead, as recorded."),
    preserved: integer.orNull("Kept messages that are in the file."),
    summaryChars: integer.orNull("Characters of the summary."),
    lastRequestBefore: integer.orNull("Tokens of the nearest request before."),
    firstRequestAfter: integer.orNull("Tokens of the first new request after."),
    logicalParent: text("Where the record lies that stood before: in-file, later-in-file, absent, none."),
  }),
});

export const returnedTable = tableOf<ReturnedRow>({
  name: "returned",
  about: "Each thing that came back after a boundary, with its source.",
  rows: returned,
  identity: ["evidence_uuid", "boundary_uuid", "chain", "item", "name"],
  columns: () => ({
    boundary: ordinal,
    chain,
    position: integer("Place in the order in which things came back, from 1."),
    item: text("Kind of thing: summary, preserved, file, skill, instructions, hook and others."),
    name: text.orNull("Path, skill, `Event:matcher` of a hook, uuid of a kept message."),
    source: text("Where it came from: disk, held, invocation, hook, summary, preserved, registry, process, unknown."),
    carrier: text("Record that brought it."),
    phase: text("boundary, or next-prompt where it came with the first turn after it."),
    chars: integer.orNull("Characters that reached the model."),
    sourceChars: integer.orNull("Characters there were at the source."),
    relation: text("To the latest earlier copy: equal, prefix, changed, new, none."),
    changedSince: flag.orNull("True where a change is recorded since the text of that copy was fresh."),
    conflictsWith: text.orNull("Source of another text for the same thing in the context."),
  }),
});

export const missingTable = tableOf<MissingRow>({
  name: "missing",
  about: "Each thing that stood in context before a boundary and is not there, or not whole, after it.",
  rows: missing,
  identity: ["evidence_uuid", "boundary_uuid", "chain", "item", "name"],
  columns: () => ({
    boundary: ordinal,
    chain,
    item: text("Kind of thing, as in `returned`; `other` with the name `conversation` for what was said."),
    name: text("Path, skill, `Event:matcher` of a hook."),
    reason: text("Why: other-process, over-budget, truncated, beyond-file-limit, path-only and others."),
    lastSeen: integer.orNull("Line at which it was last in context."),
  }),
});

/** A row of `conflicts` with both texts side by side. */
export interface FlatConflict extends Omit<ConflictRow, "older" | "newer"> {
  olderSource: string;
  olderText: string | null;
  olderLine: number;
  newerSource: string;
  newerText: string | null;
  newerLine: number;
}

const flatConflicts = (timeline: Timeline): FlatConflict[] =>
  conflicts(timeline).map(({ older, newer, ...row }) => ({
    ...row,
    olderSource: older.source,
    olderText: older.text,
    olderLine: older.line,
    newerSource: newer.source,
    newerText: newer.text,
    newerLine: newer.line,
  }));

export const conflictsTable = tableOf<FlatConflict>({
  name: "conflicts",
  about: "Two texts for the same thing that stand in the context after a boundary.",
  rows: flatConflicts,
  identity: ["evidence_uuid", "boundary_uuid", "chain", "name", "older_source", "newer_source"],
  columns: () => ({
    boundary: ordinal,
    chain,
    name: text("Path, or name of the skill."),
    retiredAt: integer.orNull("Line of the record that retires the older text."),
    olderSource: text("Source of the older text."),
    olderText: content.orNull("What tells the older text from the newer, cut."),
    olderLine: integer("Line of the older text."),
    newerSource: text("Source of the newer text."),
    newerText: content.orNull("What tells the newer text from the older, cut."),
    newerLine: integer("Line of the newer text."),
  }),
});

export const skillsTable = tableOf<SkillRow>({
  name: "skills",
  about: "Each invocation of a skill and its fate at each boundary that it met.",
  rows: skills,
  identity: ["evidence_uuid", "boundary_uuid", "chain", "name", "invoked_at_ms"],
  metBoundaries: ["chain", "name", "invoked_at_ms"],
  renamed: { invokedAt: "invoked_at_ms" },
  columns: () => ({
    chain,
    name: text("Name of the skill."),
    fate: text("active, kept, truncated, lost, reinvoked."),
    invokedBy: text("user or model."),
    invokedAt: integer.orNull("Time of the invocation, in milliseconds since 1970-01-01 UTC."),
    line: integer("Line of the call or the command."),
    run: integer.orNull("Ordinal of the process that invoked it."),
    args: content.orNull("Arguments of the invocation."),
    bodyChars: integer.orNull("Characters of what was sent."),
    stub: flag("True where only a note was sent that the skill is loaded already."),
    boundary: integer.orNull("Ordinal of the boundary in its chain; null where it met none."),
    keptChars: integer.orNull("Characters of the body that came back; null where it was lost."),
    reason: text.orNull("Why it was lost, or what is stale in what came back."),
  }),
});

export const listingsTable = tableOf<ListingRow>({
  name: "listings",
  about: "Each name of a listing (skills, agents, tools, MCP servers) and whether a segment still shows it.",
  rows: listings,
  identity: ["evidence_uuid", "boundary_uuid", "chain", "listing", "name"],
  columns: () => ({
    boundary: integer("Compactions of the chain before the segment."),
    chain,
    listing: text("skills, agents, tools, mcp."),
    name: text("Name that was listed."),
    visible: flag("True where a listing of this segment, or one in a kept message, names it."),
    initial: flag.orNull("True where the listing that last named it was a whole one."),
    lastListed: integer("Line of that listing."),
  }),
});

export const budgetDeviationsTable = tableOf<BudgetDeviationRow>({
  name: "budget_deviations",
  about: "What the documented budget says of each skill at a boundary, against what was recorded.",
  rows: (timeline) => budgetDeviations(timeline),
  identity: ["evidence_uuid", "boundary_uuid", "chain", "name"],
  renamed: { order: "recency" },
  columns: () => ({
    boundary: ordinal,
    chain,
    name: text("Name of the skill."),
    order: integer("Place from the most recent invocation, which is 1."),
    tokens: integer("Estimated tokens of the body as it was sent."),
    predicted: text("keep, cut or drop, as the rules say."),
    observed: text.orNull("keep, cut or drop, as recorded."),
    keptChars: integer.orNull("Characters that came back."),
    agrees: flag.orNull("True where both say the same."),
  }),
});

export const contextChangeTable = tableOf<ContextChangeRow>({
  name: "context_change",
  about: "What the last request before a boundary and the first one after it are made of.",
  rows: (timeline) => contextChange(timeline),
  identity: ["boundary_uuid", "chain", "part"],
  fuller: ["tokens"],
  columns: () => ({
    boundary: ordinal,
    chain,
    part: text("last-request-before, first-request-after, an item of `returned`, turn, residual or gone."),
    things: integer.orNull("Number of things."),
    chars: integer.orNull("Characters that reached the model."),
    tokens: integer.orNull("Tokens: measured for the requests, else estimated."),
  }),
});
