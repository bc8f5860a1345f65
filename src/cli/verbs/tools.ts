import { tools } from "../../queries/tools.js";
import { toolsColumns } from "../../show/columns/tools.js";
import { verbOf } from "../verb.js";

export const toolsVerb = verbOf({
  name: "tools",
  question: "Which tools were called, and what became of each call?",
  example: "tidemark tools session.jsonl",
  next: ["tidemark returned session.jsonl", "which of the files came back"],
  query: tools,
  columns: toolsColumns,
  none: "no tool was called",
});
