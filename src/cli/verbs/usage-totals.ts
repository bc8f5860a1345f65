import { addMessages, type MessageTokens } from "../../queries/message-tokens.js";
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
  columns: {
    day: (row) => row.day ?? null,
    model: (row) => row.model ?? null,
    project: (row) => row.project ?? null,
    session: "sessionId",
    chain: (row) => row.chain ?? null,
    requests: "requests",
    input: "input",
    output: "output",
    "cache read": "cacheRead",
    "cache write": cacheWrite,
  },
  none: "no request",
});

function cacheWrite({ cacheWrite5m, cacheWrite1h, cacheWriteUnsplit }: UsageTotalRow): number | null {
  const parts = [cacheWrite5m, cacheWrite1h, cacheWriteUnsplit].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part);
}

export function parseGroups(text: string, before: UsageGroup[] = []): UsageGroup[] {
  const groups = text.split(",").map((group) => group.trim()) as UsageGroup[];
  checkUsageGroups(groups);
  return [...before, ...groups];
}

export function parseZone(name: string): string {
  day(name);
  return name;
}
