import { check } from "../../queries/check.js";
import { type IssueCode, issueCodes } from "../../read/issue.js";
import { printCheck } from "../print-check.js";
import { verbOf } from "../verb.js";

export const checkVerb = verbOf({
  name: "check",
  question: "What do the lines of a transcript hold, and what is wrong with them?",
  example: "tidemark check session.jsonl",
  next: ["tidemark drift", "what the schemas do not know, names alone"],
  options: { all: { help: "every note, not only the first five of a code" } },
  query: check,
  stored: ["check", "issues"],
  columns: { group: "group", name: "name", count: "count" },
  none: "no line",
  fault: (rows) => rows.some((row) => row.group === "issue" && issueCodes[row.name as IssueCode].level === "error"),
  print: printCheck,
});
