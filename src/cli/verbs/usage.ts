import { holdsMore } from "../../queries/message-tokens.js";
import { type UsageRow, usage } from "../../queries/usage.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { usageColumns } from "../../show/columns/usage.js";
import { inRange } from "../../tables/time-range.js";
import { wholeNumber } from "../option.js";
import { verbOf } from "../verb.js";
import { parseGroups, parseTime, parseZone, type UsageGiven, usageTotals } from "./usage-totals.js";

export const usageVerb = verbOf<UsageRow, Partial<UsageGiven>>({
  name: "usage",
  question: "How many tokens did each request take, or all of them by day, week, model or project?",
  example: "tidemark usage --by week,model --since 2026-10-01",
  next: ["tidemark change session.jsonl", "what the tokens around a compaction are"],
  options: {
    by: {
      placeholder: "<groups>",
      help: "sums instead of requests, by any of hour, day, week, month, model, project, session, chain: week,model",
      parse: parseGroups,
    },
    since: {
      placeholder: "<time>",
      help: "requests from this date or time on: 2026-10-01, 2026-10-01T09:00, 2026-10-01T09:00:00Z; those without a time are left out",
      parse: parseTime,
    },
    until: {
      placeholder: "<time>",
      help: "requests before this date or time; a date itself is not in it",
      parse: parseTime,
    },
    zone: {
      placeholder: "<name>",
      help: "time zone of days and times, such as Europe/Berlin (default: this machine's)",
      parse: parseZone,
    },
    threads: {
      placeholder: "<number>",
      help: "with --by: threads that read (default: as many as pay)",
      parse: wholeNumber,
    },
  },
  query: (timeline) => usage(timeline),
  // As in sums, which copy of a message counts does not depend on the time that is asked.
  only: ({ since, until, zone }) => inRange({ from: since, to: until }, zone),
  instead({ by, since, until, zone, threads }) {
    inRange({ from: since, to: until }, zone);
    if (by !== undefined) return usageTotals(by);
    if (threads !== undefined)
      throw new TranscriptError("wrong-option", "--threads is for sums; say by what to sum, such as --by day");
    if (zone !== undefined && since === undefined && until === undefined)
      throw new TranscriptError(
        "wrong-option",
        "--zone is for days and times; say by what to sum, such as --by day, or since when, such as --since 2026-10-01",
      );
    return null;
  },
  other: ["--by", usageTotals([])],
  copies: { of: ({ messageId }) => messageId, isBetter: (row, other) => holdsMore(extentOf(row), extentOf(other)) },
  columns: usageColumns,
  none: "no request",
});

/** Each line of the message is evidence of its row. */
const extentOf = ({ output, evidence }: UsageRow) => ({ output, lines: evidence.length });
