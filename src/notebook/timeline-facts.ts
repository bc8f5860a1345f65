import { boundaries } from "../queries/boundaries.js";
import { session } from "../queries/session.js";
import { count, plural } from "../show/count.js";
import { localTime } from "../show/local-time.js";
import type { Timeline } from "../timeline/timeline.js";

/** What a timeline holds, as labels with their texts. */
export function timelineFacts(timeline: Timeline): [string, string][] {
  const { files, events, chains, whole, versions, forkedFrom, issues } = timeline;
  const [row] = session(timeline);
  const kinds = boundaries(timeline).map(({ kind, trigger }) => (kind === "compact" ? (trigger ?? "?") : "micro"));
  const subagents = chains.filter(({ chain }) => chain !== "main").length;
  const times = [row?.firstAt ?? null, row?.lastAt ?? null].map((at) => (at === null ? "not recorded" : localTime(at)));
  const facts: [string, string | null][] = [
    ["session", timeline.sessionId],
    ["title", row?.title ?? null],
    ["forked from", forkedFrom],
    ["home", row?.home ?? null],
    ["CLI", versions.length === 0 ? null : versions.join(", ")],
    ["time", times.every((time) => time === times[0]) ? (times[0] ?? null) : times.join(" to ")],
    ["read", `${plural(entriesIn(files), "entry", "entries")} of ${plural(files.length, "file")}`],
    [
      "events",
      `${count(events.length)}${whole === null ? "" : ` of ${count(whole.events.length)}`}${subagents === 0 ? "" : `, ${plural(subagents, "subagent")}`}`,
    ],
    ["boundaries", kinds.length === 0 ? "none" : `${count(kinds.length)}: ${timesEach(kinds)}`],
    ["issues", issues.length === 0 ? "none" : `${count(issues.length)}: ${timesEach(issues.map(({ code }) => code))}`],
  ];
  return facts.flatMap(([label, text]): [string, string][] => (text === null ? [] : [[label, text]]));
}

const entriesIn = (files: Timeline["files"]): number => files.reduce((sum, { entries }) => sum + entries, 0);

/** `auto, manual × 2` */
function timesEach(words: readonly string[]): string {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times].map(([word, number]) => (number === 1 ? word : `${word} × ${count(number)}`)).join(", ");
}
