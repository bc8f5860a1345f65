import { type UsageRow, usage } from "../../queries/usage.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { usageColumns } from "../../show/columns/usage.js";
import { wholeNumber } from "../option.js";
import { verbOf } from "../verb.js";
import { parseGroups, parseZone, type TotalsGiven, usageTotals } from "./usage-totals.js";

export const usageVerb = verbOf<UsageRow, Partial<TotalsGiven>>({
  name: "usage",
  question: "How many tokens did each request take, or all of them by day, model or project?",
  example: "tidemark usage --by day,model",
  next: ["tidemark change session.jsonl", "what the tokens around a compaction are"],
  options: {
    by: {
      placeholder: "<groups>",
      help: "sums instead of requests, by any of day, model, project, session, chain: day,model",
      parse: parseGroups,
    },
    zone: {
      placeholder: "<name>",
      help: "with --by: time zone of the days, such as Europe/Berlin (default: this machine's)",
      parse: parseZone,
    },
    threads: {
      placeholder: "<number>",
      help: "with --by: threads that read (default: as many as pay)",
      parse: wholeNumber,
    },
  },
  query: (timeline) => usage(timeline),
  instead({ by, zone, threads }) {
    if (by !== undefined) return usageTotals;
    if (zone === undefined && threads === undefined) return null;
    throw new TranscriptError(
      "wrong-option",
      "--zone and --threads are for sums; say by what to sum, such as --by day",
    );
  },
  once: "messageId",
  columns: usageColumns,
  none: "no request",
});
