import { directories } from "../../queries/directories.js";
import { directoriesColumns } from "../../show/columns/directories.js";
import { verbOf } from "../verb.js";

export const directoriesVerb = verbOf({
  name: "directories",
  question: "In which directories and on which git branches did a session work?",
  example: "tidemark directories session.jsonl",
  next: ["tidemark returned session.jsonl", "what came back from these directories"],
  query: directories,
  columns: directoriesColumns,
  none: "no working directory is recorded",
});
