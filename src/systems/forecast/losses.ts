import type { ForecastRow } from "../../queries/forecast.js";
import type { Item } from "../../timeline/carried.js";

/** What a compaction would take away, counted. */
export interface Losses {
  skills: number;
  nestedMemories: number;
  hooks: number;
  files: number;
  /** Names of skills in the listing. */
  listed: number;
  /** Prompts and answered questions: what the summary keeps of them is not foreseen. */
  prompts: number;
  /** Skills of which the head would stay, and files of which the path would. */
  cut: number;
}

/**
 * Counts what a forecast says would be lost or cut. It holds no name and no text.
 *
 * @example
 * lossesOf(forecast(timeline, newestRules, { before: 2 })).skills; // => 1
 */
export function lossesOf(rows: readonly ForecastRow[]): Losses {
  const lost = (item: Item) => rows.filter((row) => row.item === item && row.prediction === "lose");
  const countOf = (item: Item) => lost(item).reduce((sum, row) => sum + (row.count ?? 0), 0);
  return {
    skills: lost("skill").length,
    nestedMemories: lost("nested-memory").length,
    hooks: lost("hook").length,
    files: lost("file").length,
    listed: countOf("skill-listing"),
    prompts: countOf("other"),
    cut: rows.filter(({ prediction }) => prediction === "cut" || prediction === "reference").length,
  };
}

/**
 * Says on one line what a compaction now would take away; `complete` is false where not all that stands in context was
 * read.
 *
 * @example
 * lossLine(lossesOf(forecast(timeline)), true); // => "compaction would lose: 1 prompt"
 */
export function lossLine({ cut, ...lost }: Losses, complete: boolean): string {
  const named = Object.entries(nouns).flatMap(([key, noun]) => {
    const count = lost[key as keyof typeof lost];
    return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
  });
  const most = named.length === 0 ? "nothing" : `${complete ? "" : "at least "}${named.join(", ")}`;
  return `compaction would lose: ${most}${cut === 0 ? "" : `; cut: ${cut}`}`;
}

/** The most painful first: a line that is too long for a terminal loses its end. */
const nouns: Record<keyof Omit<Losses, "cut">, string> = {
  skills: "skill",
  nestedMemories: "nested instruction file",
  hooks: "hook text",
  files: "file",
  prompts: "prompt",
  listed: "listed skill",
};
