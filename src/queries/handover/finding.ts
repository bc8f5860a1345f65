import type { Event } from "../../timeline/event.js";
import type { Judgement } from "../row.js";

/** What a line of a hand-over note is about; the most needed first. */
export const topics = [
  "next-step",
  "in-progress",
  "waiting-user",
  "waiting-other",
  "question",
  "decision",
  "promise",
  "open-thread",
  "todo",
  "plan",
  "learned",
  "reference",
  "file",
] as const;

export type Topic = (typeof topics)[number];

/** Who said or did it: a summary speaks for both. */
export type Speaker = "user" | "model" | "summary";

/** One thing that was found for a hand-over note. */
export interface Finding {
  topic: Topic;
  /** As it stands in the transcript, secrets replaced; not yet cut to a quote. */
  text: string;
  who: Speaker;
  judgement: Judgement;
  /** Where it stands, then what else proves it. */
  proof: [Event, ...Event[]];
  superseded?: boolean;
}
