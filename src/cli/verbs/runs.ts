import { runs } from "../../queries/runs.js";
import { linesOf } from "../cells.js";
import { verbOf } from "../verb.js";

export const runsVerb = verbOf({
  name: "runs",
  summary: "the processes that wrote a session's file",
  question: "Which processes wrote a session's file, and what tells them apart?",
  example: "tidemark runs session.jsonl",
  query: runs,
  columns: {
    run: "run",
    lines: linesOf,
    version: "cliVersion",
    entrypoint: "entrypoint",
    started: (row) => row.startedBy ?? (row.grade === "observed" ? null : "?"),
    at: "at",
  },
  under: ({ why }) => (why === null ? [] : [why]),
  none: "no run",
});
