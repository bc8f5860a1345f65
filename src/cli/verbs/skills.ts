import { skills } from "../../queries/skills.js";
import { skillsColumns } from "../../show/columns/skills.js";
import { verbOf } from "../verb.js";

export const skillsVerb = verbOf({
  name: "skills",
  question: "What became of each skill that was invoked, at every compaction it met?",
  example: "tidemark skills session.jsonl",
  next: ["tidemark budget session.jsonl", "whether the documented budget foretells it"],
  query: skills,
  columns: skillsColumns,
  none: "no skill was invoked",
});
