import { reportRows } from "../../show/card.js";
import { printReport } from "../print-report.js";
import { verbOf } from "../verb.js";

export const reportVerb = verbOf({
  name: "report",
  summary: "a card per boundary, for people: what came back, what did not",
  question: "What happened at each compaction, what came back after it, and what did not?",
  example: "tidemark report session.jsonl",
  next: ["tidemark conflicts session.jsonl", "the two texts of each conflict, word for word"],
  options: { all: { help: "the cards of all sessions, where several are asked" } },
  query: reportRows,
  columns: {},
  none: "no compaction boundary",
  print: printReport,
});
