import { runs } from "../../queries/runs.js";
import { runsColumns } from "../../show/columns/runs.js";
import { verbOf } from "../verb.js";

export const runsVerb = verbOf({
  name: "runs",
  question: "Which processes wrote a session's file, and what tells them apart?",
  example: "tidemark runs session.jsonl",
  next: ["tidemark skills session.jsonl", "skills that an earlier process invoked"],
  query: runs,
  columns: runsColumns,
  under: ({ why }) => (why === null ? [] : [why]),
  none: "no run",
});
