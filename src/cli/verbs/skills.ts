import { skills } from "../../queries/skills.js";
import { charsShown, lineOf, reasonShown, sideChain } from "../cells.js";
import { verbOf } from "../verb.js";

export const skillsVerb = verbOf({
  name: "skills",
  summary: "each invocation of a skill, and its fate at each compaction",
  question: "What became of each skill that was invoked, at every compaction it met?",
  example: "tidemark skills session.jsonl",
  query: skills,
  columns: {
    name: "name",
    fate: "fate",
    "#": "boundary",
    reason: reasonShown,
    chars: (row) => charsShown({ chars: row.keptChars ?? row.bodyChars, sourceChars: row.bodyChars }),
    by: "invokedBy",
    stub: (row) => (row.stub ? true : null),
    run: "run",
    chain: sideChain,
    line: (row) => lineOf(row.line),
    args: "args",
  },
  none: "no skill was invoked",
});
