import { messages } from "../../queries/messages.js";
import { messagesColumns } from "../../show/columns/messages.js";
import { verbOf } from "../verb.js";

export const messagesVerb = verbOf({
  name: "messages",
  question: "What did the model write, message by message?",
  example: "tidemark messages session.jsonl",
  next: ["tidemark tools session.jsonl", "what its tool calls gave"],
  query: messages,
  columns: messagesColumns,
  none: "no message of the model",
});
