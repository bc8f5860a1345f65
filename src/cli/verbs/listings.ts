import { listings } from "../../queries/listings.js";
import { listingsColumns } from "../../show/columns/listings.js";
import { verbOf } from "../verb.js";

export const listingsVerb = verbOf({
  name: "listings",
  question: "Which skills, agents, tools and servers could the model see by name before and after each compaction?",
  example: "tidemark listings session.jsonl",
  next: ["tidemark skills session.jsonl", "what became of the skills that were invoked"],
  query: listings,
  columns: listingsColumns,
  none: "no listing is recorded",
});
