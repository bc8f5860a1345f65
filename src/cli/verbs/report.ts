import type { Row } from "../../queries/row.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { reportRows } from "../../show/card.js";
import { markdownMark, reportMark } from "../../systems/report/marks.js";
import type { All } from "../option.js";
import { outFile } from "../out-file.js";
import { printReport } from "../print-report.js";
import { verbOf } from "../verb.js";
import type { ReportFiles } from "../write-report.js";

export const reportVerb = verbOf<Row, All & ReportFiles>({
  name: "report",
  question: "What happened at each compaction, what came back after it, and what did not?",
  example: "tidemark report session.jsonl --html report.html",
  next: ["tidemark conflicts session.jsonl", "the two texts of each conflict, word for word"],
  options: {
    all: { help: "the cards of all sessions, where several are asked" },
    html: {
      placeholder: "<file>",
      help: "write one page with plots, without scripts, to this file (- is standard output)",
      parse: outFile(reportMark, "report"),
      not: ["markdown", "json"],
    },
    markdown: {
      placeholder: "<file>",
      help: "write Markdown for an issue or a pull request to this file (- is standard output)",
      parse: outFile(markdownMark, "report"),
      not: ["html", "json"],
    },
    redact: { help: "for sharing, with --html or --markdown: without secrets, home folders, arguments" },
  },
  instead: ({ html, markdown, redact }) => {
    if (redact && html === undefined && markdown === undefined)
      throw new TranscriptError("wrong-option", "--redact goes with --html or --markdown");
    return null;
  },
  query: reportRows,
  columns: {},
  none: "no compaction boundary",
  print: printReport,
});
