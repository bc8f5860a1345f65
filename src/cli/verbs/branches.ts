import { branches } from "../../queries/branches.js";
import { headOf, lineOf, linesOf, sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const branchesVerb = verbOf({
  name: "branches",
  summary: "where a person went back and went on differently",
  question: "Where did a person go back and go on differently, and which way is the one that counts?",
  example: "tidemark branches session.jsonl",
  query: branches,
  columns: {
    branch: "branch",
    active: "active",
    fork: (row) => lineOf(row.forkLine),
    messages: "messages",
    lines: linesOf,
    "#": "boundary",
    chain: sideChain,
    prompt: (row) => headOf(row.prompt),
  },
  none: "no branch: nobody went back",
});
