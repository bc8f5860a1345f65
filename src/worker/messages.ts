import type { ReadProgress } from "../read/entry-batch.js";
import type { Issue } from "../read/issue.js";
import type { TranscriptErrorCode } from "../read/transcript-error.js";
import type { SessionPart, TimelineOptions } from "../timeline/read-timeline.js";

/** How a worker reads. */
export interface WorkerReadOptions extends Omit<TimelineOptions, "onIssue" | "onProgress" | "signal"> {
  /** `"collect"` (default) keeps issues for `ask("issues")`, `"throw"` refuses the transcript with the first one. */
  onIssue?: "collect" | "throw";
}

/** What the page asks of the worker; the answer has the same number. */
export type Request =
  | { id: number; to: "open"; parts: readonly SessionPart[]; options: WorkerReadOptions }
  | { id: number; to: "ask"; session: number; query: string; given: unknown[] }
  | { id: number; to: "abort" }
  | { id: number; to: "close" };

/** What the worker says: the last word on a request is an answer or an error. */
export type Reply =
  | { id: number; progress: ReadProgress }
  | { id: number; answer: unknown }
  | { id: number; error: ToldError };

/** An error as it crosses: an `Error` that is cloned loses its code. */
export interface ToldError {
  message: string;
  /** Null for what is no `TranscriptError`. */
  code: TranscriptErrorCode | null;
  issue?: Issue;
}
