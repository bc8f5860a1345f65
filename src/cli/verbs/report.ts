import { printReport } from "../print-report.js";
import { reportRows } from "../report-card.js";
import { sessionVerb } from "../verb.js";

export const reportVerb = sessionVerb({
  name: "report",
  summary: "for people: a card per boundary, what came back and what is lost",
  question: "What happened at each compaction, what came back after it, and what did not?",
  example: "tidemark report session.jsonl",
  options: { all: { help: "the cards of all sessions, where several are asked" } },
  query: reportRows,
  columns: {},
  none: "no compaction boundary",
  print: printReport,
});
