import { boundaries } from "../queries/boundaries.js";
import { check } from "../queries/check.js";
import { drift } from "../queries/drift.js";
import { returned } from "../queries/returned.js";
import type { Row } from "../queries/row.js";
import { usage } from "../queries/usage.js";
import { type IssueCode, issueCodes } from "../read/issue.js";
import { charsShown, sideChain, sourceShown } from "./cells.js";
import { printCheck } from "./print-check.js";
import { printReport } from "./print-report.js";
import { reportRows } from "./report-card.js";
import type { Verb } from "./verb.js";

/** Lets the table hold verbs of different rows: each is checked against its own row here. */
const verb = <R extends Row>(one: Verb<R>): Verb => one as unknown as Verb;

/** The verbs of the command line, in the order of `--help`. A new one is one more entry. */
export const verbs: readonly Verb[] = [
  verb({
    name: "report",
    summary: "for people: a card per boundary, with what came back",
    query: reportRows,
    columns: {},
    none: "no compaction boundary",
    all: "the cards of all sessions, where several are asked",
    print: printReport,
  }),
  verb({
    name: "boundaries",
    summary: "each compaction: trigger, tokens, requests before and after",
    query: boundaries,
    columns: {
      "#": "boundary",
      chain: sideChain,
      what: (row) => (row.kind === "compact" ? null : "micro"),
      at: "at",
      trigger: "trigger",
      before: "preTokens",
      after: "postTokens",
      ms: "durationMs",
      "first req": "firstRequestAfter",
      line: "evidence",
    },
    none: "no compaction boundary",
  }),
  verb({
    name: "returned",
    summary: "what came back after each compaction, and from where",
    query: returned,
    columns: {
      "#": "boundary",
      chain: sideChain,
      item: "item",
      name: "name",
      source: sourceShown,
      chars: charsShown,
      relation: "relation",
      line: "evidence",
    },
    none: "nothing that came back is recorded",
  }),
  verb({
    name: "usage",
    summary: "tokens of each request, every message once",
    query: usage,
    once: "messageId",
    columns: {
      at: "at",
      chain: sideChain,
      "#": "boundary",
      input: "input",
      output: "output",
      "cache read": "cacheRead",
      context: "context",
      line: "evidence",
    },
    none: "no request",
  }),
  verb({
    name: "drift",
    summary: "kinds and fields the schemas do not know; names and counts only",
    queryAll: drift,
    keep: (timeline) => ({ ...timeline, files: [], events: [], copies: [], issues: [] }),
    columns: {
      kind: "kind",
      field: "field",
      verdict: "verdict",
      count: "count",
      first: "firstVersion",
      last: "lastVersion",
    },
    none: "nothing unknown: every kind and field is as the schemas say",
    fault: (rows) => rows.length > 0,
  }),
  verb({
    name: "check",
    summary: "what the lines hold, and what is wrong with them",
    query: check,
    columns: { group: "group", name: "name", count: "count" },
    none: "no line",
    all: "every note, not only the first five of a code",
    fault: (rows) => rows.some((row) => row.group === "issue" && issueCodes[row.name as IssueCode].level === "error"),
    print: printCheck,
  }),
];
