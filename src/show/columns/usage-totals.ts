import type { UsageGroup, UsageTotalRow } from "../../tables/token-totals.js";
import type { Column, ColumnsOf } from "../column.js";

/** The columns with those of the groups first, in the order in which they were asked for. */
export const usageTotalsBy = (groups: readonly UsageGroup[]): ColumnsOf<UsageTotalRow> => ({
  ...Object.fromEntries(groups.map((group) => [group, usageTotalsColumns[group] as Column<UsageTotalRow>])),
  ...usageTotalsColumns,
});

export const usageTotalsColumns: ColumnsOf<UsageTotalRow> = {
  month: (row) => row.month ?? null,
  week: (row) => row.week ?? null,
  day: (row) => row.day ?? null,
  hour: (row) => row.hour ?? null,
  model: (row) => row.model ?? null,
  project: (row) => row.project ?? null,
  session: "sessionId",
  chain: (row) => row.chain ?? null,
  requests: "requests",
  input: "input",
  output: "output",
  "cache read": "cacheRead",
  "cache write": cacheWrite,
};

function cacheWrite({ cacheWrite5m, cacheWrite1h, cacheWriteUnsplit }: UsageTotalRow): number | null {
  const parts = [cacheWrite5m, cacheWrite1h, cacheWriteUnsplit].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part);
}
