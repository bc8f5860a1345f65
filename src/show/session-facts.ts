import { session } from "../queries/session.js";
import { usage } from "../queries/usage.js";
import type { Timeline } from "../timeline/timeline.js";
import { count, plural } from "./count.js";

/** What is known of a session as a whole, in a few words each. */
export function sessionFacts(timeline: Timeline): string[] {
  const entries = timeline.files.reduce((sum, file) => sum + file.entries, 0);
  const { chain, requests, context } = requestsOf(timeline);
  const agents = timeline.chains.filter(
    (one) => one.chain !== chain && one.chain !== "main" && one.chain !== "stray",
  ).length;
  return [
    plural(entries, "entry", "entries"),
    `CLI ${timeline.versions.join(", ") || "not recorded"}`,
    plural(requests, "request"),
    ...(agents === 0 ? [] : [plural(agents, "subagent")]),
    ...(context === null ? [] : [`${count(context)} tokens of context at the end`]),
  ];
}

/** The requests of all conversations, and the context at the end of the main one (of the subagent, where the file holds no other). */
export function requestsOf(timeline: Timeline): { chain: string; requests: number; context: number | null } {
  const all = usage(timeline);
  const chain = all.some((row) => row.chain === "main") ? "main" : (all[0]?.chain ?? "main");
  const own = all.filter((row) => row.chain === chain);
  return {
    chain,
    requests: all.length,
    context:
      chain === "main"
        ? (session(timeline)[0]?.context ?? null)
        : (own.findLast((row) => row.context !== null)?.context ?? null),
  };
}
