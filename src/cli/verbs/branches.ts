import { branches } from "../../queries/branches.js";
import { branchesColumns } from "../../show/columns/branches.js";
import { verbOf } from "../verb.js";

export const branchesVerb = verbOf({
  name: "branches",
  question: "Where did a person go back and go on differently, and which way is the one that counts?",
  example: "tidemark branches session.jsonl",
  next: ["tidemark turns session.jsonl", "every prompt with what it took"],
  query: branches,
  columns: branchesColumns,
  none: "no branch: nobody went back",
});
