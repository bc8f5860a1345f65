import type { Grade } from "../src/queries/row.js";

/** What a page says of a query beside its docstring. */
export interface QueryNotes {
  /** The question it answers, where no verb of the command line asks it. */
  question?: string;
  /** Verb of the command line, and what follows it on its page, a use for each; absent where the verb is called as the query. */
  verb?: { name: string; words?: string | readonly string[] } | null;
  /** What each grade means here; one that is absent does not occur. */
  grades: Partial<Record<Grade, string>>;
  /** Which lines a row cites, in order. */
  evidence: string;
  /** Calls that go with it, told on the same page. */
  with?: readonly string[];
  related: readonly string[];
  /** Other pages: title, and path from `docs/`. */
  pages?: readonly (readonly [title: string, path: string])[];
}

const source = {
  observed:
    "the record itself says where the text comes from: a summary, a kept message, the output of a hook, a list of names",
  derived:
    "the text shows it: it differs from every earlier copy (so the file was read again), or equals what was sent when the skill ran",
  inferred:
    "the carrier is known to bring such texts, but this text equals an earlier copy, or there is none to compare with",
  unknown:
    "the record names a thing and does not say where it comes from, or that a hook ran and not what it delivered",
};

/** The part of the pages of queries that no docstring holds, in the order of the list of pages. */
export const queryNotes: Readonly<Record<string, QueryNotes>> = {
  boundaries: {
    grades: {
      observed: "the sizes and the trigger are those of the record",
      derived: "`droppedTokens` is the step of the running total, because the record does not give both sizes",
    },
    evidence:
      "The boundary's record; then the summary, the nearest request before and the first one after, where there are any.",
    related: ["returned", "contextChange", "usage"],
    pages: [["tables of real transcripts", "findings.md"]],
  },
  returned: {
    grades: source,
    evidence: "The record that brought it; then the earlier copy it was compared with, or the boundary.",
    related: ["missing", "conflicts", "context", "trace"],
    pages: [["what the words mean", "words.md"]],
  },
  missing: {
    grades: {
      observed:
        "a record shows it: the file came back as a path, the hook's text as a preview, the conversation as a summary",
      derived:
        "order or counts show it: names that were not listed again, a file that nothing loaded, a hook without a run",
      inferred:
        "a rule explains it: five files came back and this was not among them, or another process had invoked the skill",
      unknown:
        "the CLI version does not write such a record, so that its absence proves nothing, or no rule explains the loss",
    },
    evidence: "The record with which it was last in context, and the record that proves the loss where there is one.",
    related: ["returned", "skills", "survival", "forecast"],
    pages: [["what a transcript can't show", "what-a-transcript-cannot-show.md"]],
  },
  conflicts: {
    grades: {
      derived:
        "both texts are on record, and one is later: an edit after the invocation, a delta that brings another text, two quoted lines",
      inferred: "the summary quotes a single line, or a name, of a copy that is no longer what came back",
    },
    evidence: "The records of the older and of the newer text, what proves that they differ, and the boundary.",
    related: ["returned", "skills"],
  },
  skills: {
    grades: {
      observed: "it met no boundary, as a forked one never does; or the record itself marks what was cut",
      derived:
        "what came back equals what was sent when the skill ran, or is its head; or a later invocation took its place",
      inferred:
        "a rule explains its loss: another process had invoked it, or newer skills used up the budget; or it came back with a text that no recorded invocation sent",
      unknown: "this CLI version does not record re-attached skills, or nothing on record explains the loss",
    },
    evidence: "What came back, or the boundary that lost it; then the body, or the call where there is no body.",
    related: ["missing", "budget", "budgetDeviations", "listings"],
    pages: [
      ["skill lint", "lint.md"],
      ["invoking lost skills again", "reinvoke.md"],
    ],
  },
  listings: {
    grades: {
      observed: "a listing of this segment, or a removal in it, names it",
      derived: "it was listed before the boundary and not since",
    },
    evidence: "The listing that last named it; then the boundary behind which no listing does.",
    related: ["skills", "missing"],
  },
  hooks: {
    grades: {
      observed: "the record of the run names its owner by id or by parent",
      derived: "it stands in the cluster of a boundary",
      inferred:
        "the nearest record is taken: as the owner of a run, or as the run that a note speaks of; or a configured hook has no run",
      unknown: "hooks of that event leave no record, so that nobody can say whether it ran",
    },
    evidence:
      "All records of the run, then the one it belongs to; of a configured hook without a run, the first and last occasion.",
    related: ["returned", "missing"],
    pages: [["set-up of hooks", "setup.md"]],
  },
  context: {
    grades: { ...source, observed: `what was said; or ${source.observed}` },
    evidence: "The record that holds the text; of a kept message, the boundary that kept it too.",
    related: ["returned", "contextChange", "trace"],
  },
  contextChange: {
    verb: { name: "change" },
    grades: {
      observed: "the sizes of the two requests are as the program counted them",
      derived: "a rest: the measured request less the estimates of its parts, or one request less the other",
      inferred: "tokens are estimated from characters",
      unknown: "no request is recorded there, or the records hold no text",
    },
    evidence: "The request, or the first record of the part; the boundary where no request is recorded.",
    related: ["boundaries", "returned", "usage"],
  },
  trace: {
    verb: { name: "trace", words: 'session.jsonl "Round half"' },
    with: ["traceSource", "onlyInSummary"],
    grades: { ...source, observed: `what was said; or ${source.observed}` },
    evidence: "The record that holds the marker; of a kept message, the boundary that kept it too.",
    related: ["markersByCarrier", "context", "returned"],
    pages: [["the laboratory", "lab.md"]],
  },
  markersByCarrier: {
    question: "Which markers did each attachment after a compaction bring?",
    verb: null,
    grades: { observed: "the text stands in the record" },
    evidence: "The attachment.",
    related: ["trace", "returned"],
    pages: [["the laboratory", "lab.md"]],
  },
  budget: {
    question: "Which of the invoked skills would the documented budget keep, cut or drop?",
    verb: null,
    grades: { inferred: "always: by documented rules of one day, and tokens that are estimated" },
    evidence: "The body as it was sent.",
    related: ["budgetDeviations", "skills", "forecast"],
    pages: [["skill lint", "lint.md"]],
  },
  budgetDeviations: {
    verb: { name: "budget" },
    grades: {
      observed: "the record itself marks what was cut",
      derived: "what came back equals what was sent, or is its head; or nothing after the boundary holds the skill",
      inferred: "it came back under its name with a text that no recorded invocation sent",
      unknown: "this CLI version does not record re-attached skills, or the record holds no text",
    },
    evidence: "What came back, or the boundary; then the last record with which the skill stood in context.",
    related: ["budget", "skills", "missing"],
  },
  forecast: {
    grades: { inferred: "always: a compaction that has not happened is foreseen by rules, and `why` names the rule" },
    evidence: "The record with which the thing last stood in context.",
    related: ["forecastScore", "missing", "budget"],
    pages: [["forecast in the status line", "forecast.md"]],
  },
  forecastScore: {
    question: "How often was the forecast right at the compactions that are on record?",
    verb: { name: "forecast", words: "session.jsonl --score" },
    grades: { derived: "always: counted over boundaries" },
    evidence: "The boundaries that were counted.",
    related: ["forecast", "survival"],
    pages: [["tables of real transcripts", "findings.md"]],
  },
  handover: {
    question: "What is open, decided, promised and learned since the last compaction?",
    verb: null,
    grades: {
      observed: "the record is of that kind: a to-do list, a plan, an answered question, a file that was written",
      derived: "several records show it: a call that failed and later succeeded, a turn without an end",
      inferred: "a wording alone tells it, such as “waiting for”",
    },
    evidence: "The record that is quoted; then what else proves it.",
    related: ["context", "missing"],
    pages: [["handing over", "handover.md"]],
  },
  session: {
    grades: { observed: "always: counts and values of records" },
    evidence: "The first and the last record of the main chain: the row sums up what lies between.",
    related: ["boundaries", "turns", "usage"],
  },
  runs: {
    grades: {
      observed: "a `SessionStart` hook recorded the start",
      inferred: "signs tell it, which `why` names: another session id, a second whole listing, another version",
    },
    evidence: "The first record of the run; then the other signs.",
    related: ["skills", "lineage"],
  },
  lineage: {
    verb: { name: "lineage", words: "fixtures/lab" },
    grades: { derived: "always: the same uuids stand in both files" },
    evidence: "The records at which the histories part.",
    related: ["runs", "branches"],
  },
  branches: {
    grades: { observed: "always: two typed prompts under one record" },
    evidence: "The prompt that opened the branch, and the record it hangs under.",
    related: ["turns", "lineage"],
  },
  turns: {
    grades: {
      observed: "a record notes the end, or the interruption",
      derived:
        "no record notes the end: the reply stopped by itself, another turn followed, or the last row is not a finished reply",
    },
    evidence: "What started it, its replies, and the record of its end.",
    related: ["messages", "tools", "usage"],
  },
  messages: {
    grades: { observed: "always: the text of the records" },
    evidence: "The records of the message, in order.",
    related: ["turns", "usage", "tools"],
  },
  tools: {
    grades: {
      observed: "call and result are on record, or a result without its call",
      derived: "no result is recorded: the call is the last message, or the conversation went on",
    },
    evidence: "The call, then its result.",
    related: ["turns", "messages"],
  },
  directories: {
    grades: { observed: "always: as the records say" },
    evidence: "The first record of the stretch.",
    related: ["session"],
  },
  usage: {
    verb: { name: "usage", words: ["--by week,model session.jsonl", "session.jsonl"] },
    grades: {
      observed: "the counters of the record",
      derived: "the split of the cache write is larger than its total and is not used",
      unknown: "the message records no usage",
    },
    evidence: "The record that counts, then the other records of the message.",
    related: ["boundaries", "contextChange", "turns"],
    pages: [
      ["sums over a whole history: `usageTotals`", "folders-and-following.md"],
      ["SQL", "sql.md"],
    ],
  },
  survival: {
    grades: {
      derived: "counted over boundaries, as `missing` judges each",
      inferred: "rows of the item `summary`: what a path or a decision is, is told by the look of the text",
    },
    evidence: "The boundaries that were counted.",
    related: ["missing", "returned", "claims"],
    pages: [["tables of real transcripts", "findings.md"]],
  },
  claims: {
    grades: {
      derived: "tested in `n` cases",
      unknown: "nothing in these sessions puts it to the test, or no transcript can decide it; `why` says which",
    },
    evidence: "The records of the cases against it; of a claim that held, of those that speak for it.",
    related: ["survival", "missing"],
    pages: [
      ["findings of the articles", "findings/README.md"],
      ["what a transcript can't show", "what-a-transcript-cannot-show.md"],
    ],
  },
  drift: {
    grades: { observed: "always: counts of entries" },
    evidence: "None, so that rows can be shared: they hold no line of a session.",
    related: ["check"],
    pages: [["in CI", "ci.md"]],
  },
  check: {
    grades: { observed: "always: counts of lines" },
    evidence: "The first lines of an issue; none for the other counts.",
    related: ["drift"],
    pages: [["in CI", "ci.md"]],
  },
};
