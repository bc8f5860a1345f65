import type { Issue, IssueCode } from "./issue.js";

const marker = Symbol.for("tidemark.TranscriptError");

/**
 * `wrong-source`, `wrong-option` and `unreadable-file` mean wrong use, `not-sent` that a collector did not take what it was
 * sent; the code of an issue comes with `onIssue: "throw"`.
 */
export type TranscriptErrorCode = IssueCode | "wrong-source" | "wrong-option" | "unreadable-file" | "not-sent";

/** The one error of this library: thrown for wrong use, with what to do instead, and for an issue where that was asked for. */
export class TranscriptError extends Error {
  override readonly name = "TranscriptError";
  readonly code: TranscriptErrorCode;
  /** The issue behind the error, with `onIssue: "throw"`. */
  readonly issue?: Issue;

  constructor(code: TranscriptErrorCode, message: string, issue?: Issue) {
    super(message);
    this.code = code;
    if (issue !== undefined) this.issue = issue;
    Object.defineProperty(this, marker, { value: true });
  }

  /** True for an error of this library, also where another copy of the library made it. */
  static isInstance(value: unknown): value is TranscriptError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[marker] === true;
  }
}
