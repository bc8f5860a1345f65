import { turns } from "../../queries/turns.js";
import { turnsColumns } from "../../show/columns/turns.js";
import { verbOf } from "../verb.js";

export const turnsVerb = verbOf({
  name: "turns",
  question: "What was asked, and how many requests, tool calls and milliseconds did each turn take?",
  example: "tidemark turns session.jsonl",
  next: ["tidemark tools session.jsonl", "the tool calls of the turns"],
  query: turns,
  columns: turnsColumns,
  none: "no turn",
});
