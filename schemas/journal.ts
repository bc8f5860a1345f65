import * as z from "zod";
import { anything, text } from "./fields.js";

const journal = {
  /** Step of the workflow. */
  key: text,
  /** Subagent that carries it out. */
  agentId: text,
  /** Name of the step, in newer runs. */
  label: text,
  /** Phase of the run, in newer runs. */
  phase: text,
};

/** Rows of a workflow's `journal.jsonl`: no uuid, no session, no time. */
export const JournalEntry = z.discriminatedUnion("type", [
  z.looseObject({ ...journal, type: z.literal("started") }),
  z.looseObject({
    ...journal,
    type: z.literal("result"),
    /** What the step returned: a text or an object. */
    result: anything,
  }),
  z.looseObject({ ...journal, type: z.literal("launched") }),
  z.looseObject({ ...journal, type: z.literal("failed") }),
]);

export type JournalEntry = z.infer<typeof JournalEntry>;
