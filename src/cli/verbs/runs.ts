import { runs } from "../../queries/runs.js";
import { linesOf } from "../cells.js";
import { sessionVerb } from "../verb.js";

export const runsVerb = sessionVerb({
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
    why: "why",
  },
  none: "no run",
});
