import type { Issue } from "../read/issue.js";
import { clusters, contextOf, isCompaction } from "./clusters.js";
import { eventsOf } from "./events-of.js";
import type { Links } from "./links.js";
import type { Timeline } from "./timeline.js";

/** Checks boundaries against what is around them: history, summary, kept messages, sizes, running totals, hooks. */
export function checkBoundaries(timeline: Timeline, links: Pick<Links, "has">): Issue[] {
  const issues: Issue[] = [];
  const all = clusters(timeline);
  const dropped = new Map<string, number>();
  for (const { boundary, summary, keptAbsent, requestBefore } of all) {
    const { place, preTokens, postTokens, cumulativeDroppedTokens } = boundary;
    if (boundary.logicalParent !== null && !links.has(boundary.logicalParent))
      issues.push({ code: "logical-parent-absent", message: "Earlier history is not in this file.", place });
    if (summary === null) issues.push({ code: "summary-absent", message: "No summary follows the boundary.", place });
    if (keptAbsent > 0)
      issues.push({
        code: "kept-absent",
        message:
          keptAbsent === 1 ? "1 kept message is not in the file." : `${keptAbsent} kept messages are not in the file.`,
        place,
      });
    const measured = requestBefore === null ? null : contextOf(requestBefore);
    if (preTokens !== null && measured !== null && (preTokens > 2 * measured || measured > 2 * preTokens))
      issues.push({
        code: "sizes-disagree",
        message: `preTokens says ${preTokens}, the last request before had ${measured}.`,
        place,
      });
    if (cumulativeDroppedTokens !== null) {
      if (preTokens !== null && postTokens !== null) {
        const expected = (dropped.get(boundary.chain) ?? 0) + preTokens - postTokens;
        if (expected !== cumulativeDroppedTokens)
          issues.push({
            code: "boundary-absent",
            message: `${cumulativeDroppedTokens - expected} tokens were dropped by compactions that are not in the file.`,
            place,
          });
      }
      dropped.set(boundary.chain, cumulativeDroppedTokens);
    }
  }
  const seen = new Set<string>();
  for (const event of eventsOf(timeline, "boundary", "hook")) {
    if (isCompaction(event)) seen.add(event.chain);
    if (event.kind !== "hook" || event.name !== "SessionStart:compact" || seen.has(event.chain)) continue;
    const near = all.find(
      (one) => one.boundary.at !== null && event.at !== null && Math.abs(one.boundary.at - event.at) < 60_000,
    );
    const why = near === undefined ? "" : ` The nearest one is in the chain ${near.boundary.chain}.`;
    issues.push({
      code: "hook-without-boundary",
      message: `The chain ${event.chain} has no boundary before it.${why}`,
      place: event.place,
    });
  }
  return issues;
}
