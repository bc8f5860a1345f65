import { addMessages, type MessageTokens } from "../../queries/message-tokens.js";
import { usageTotalsColumns } from "../../show/columns/usage-totals.js";
import { day } from "../../tables/buckets.js";
import {
  checkUsageGroups,
  localZone,
  neededFor,
  tokenTotals,
  type UsageGroup,
  type UsageTotalRow,
} from "../../tables/token-totals.js";
import { askingOf } from "../verb.js";

export interface TotalsGiven {
  by: UsageGroup[];
  zone: string;
  threads: number;
}

/** What `usage --by` asks: the sums over all sessions. */
export const usageTotals = askingOf<UsageTotalRow, Partial<TotalsGiven>>({
  withoutPath: "all sessions",
  async total(sessions, { by = [], zone = localZone(), threads }) {
    const messages = new Map<string, MessageTokens>();
    for await (const { answer } of sessions.messages({ ...neededFor(by), threads })) addMessages(messages, answer);
    return tokenTotals(messages.values(), by, zone);
  },
  columns: usageTotalsColumns,
  none: "no request",
});

export function parseGroups(text: string, before: UsageGroup[] = []): UsageGroup[] {
  const groups = text.split(",").map((group) => group.trim()) as UsageGroup[];
  checkUsageGroups(groups);
  return [...before, ...groups];
}

export function parseZone(name: string): string {
  day(name);
  return name;
}
