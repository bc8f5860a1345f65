/** What kind of thing can come back after a boundary. */
export type Item =
  | "summary"
  | "preserved"
  | "file"
  | "file-reference"
  | "plan"
  | "task"
  | "skill"
  | "skill-listing"
  | "instructions"
  | "nested-memory"
  | "hook"
  | "tool-listing"
  | "agent-listing"
  | "mcp-instructions"
  | "output-style"
  | "other";

/** One thing that a record put before the model, with its text where the record holds one. */
export interface Carried {
  item: Item;
  /** Path, skill name, `Event:matcher` of a hook, or the carrier's own name. */
  name: string | null;
  /** The thing's own text; null where the record holds none (a reference, a delta of names). */
  text: string | null;
  /** Characters (UTF-16 units) that reached the model; null where the record does not say. */
  chars: number | null;
  /**
   * Characters there were at the source (a hook's stdout, but for white space at its end that was not delivered); null
   * where the record does not say.
   */
  sourceChars: number | null;
  /** True where the record says that the text is only a part of the thing. */
  partial?: true;
}
