import { addMessages, type MessageTokens } from "../../queries/message-tokens.js";
import { usageTotalsBy } from "../../show/columns/usage-totals.js";
import { day } from "../../tables/buckets.js";
import { inRange } from "../../tables/time-range.js";
import {
  checkUsageGroups,
  neededFor,
  tokenTotals,
  type UsageGroup,
  type UsageTotalRow,
} from "../../tables/token-totals.js";
import { askingOf } from "../verb.js";

export interface UsageGiven {
  by: UsageGroup[];
  since: string;
  until: string;
  zone: string;
  threads: number;
}

/** What `usage --by` asks: the sums over all sessions. */
export const usageTotals = (by: readonly UsageGroup[]) =>
  askingOf<UsageTotalRow, Partial<UsageGiven>>({
    withoutPath: "all sessions",
    async total(sessions, { since, until, zone, threads }) {
      const isAsked = inRange({ from: since, to: until }, zone);
      const messages = new Map<string, MessageTokens>();
      for await (const { answer } of sessions.messages({ ...neededFor(by), threads })) addMessages(messages, answer);
      return tokenTotals([...messages.values()].filter(isAsked), by, zone);
    },
    columns: usageTotalsBy(by),
    none: "no request",
  });

export function parseGroups(text: string, before: UsageGroup[] = []): UsageGroup[] {
  const groups = text.split(",").map((group) => group.trim()) as UsageGroup[];
  checkUsageGroups(groups);
  return [...before, ...groups];
}

/** A date or a time as it was given, which can be read. */
export function parseTime(text: string): string {
  inRange({ from: text }, "UTC");
  return text;
}

export function parseZone(name: string): string {
  day(name);
  return name;
}
