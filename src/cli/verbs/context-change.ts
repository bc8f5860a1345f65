import { type ContextChangeRow, contextChange } from "../../queries/context-change.js";
import { contextChangeColumns } from "../../show/columns/context-change.js";
import { verbOf } from "../verb.js";

export const contextChangeVerb = verbOf<ContextChangeRow>({
  name: "change",
  question: "What is the first request after each compaction made of, and what did the last one before it hold more?",
  example: "tidemark change session.jsonl",
  next: ["tidemark context session.jsonl --line 120", "the texts behind the tokens"],
  query: (timeline) => contextChange(timeline),
  columns: contextChangeColumns,
  none: "no compaction boundary",
});
