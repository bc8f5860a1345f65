import * as z from "zod";
import { AssistantEntry } from "./assistant.js";
import { AttachmentEntry } from "./attachment.js";
import { BookkeepingEntry } from "./bookkeeping.js";
import { fitsOf } from "./fits.js";
import { kindOf } from "./kind.js";
import { schemaOf } from "./kinds.js";
import { type Problem, problemsOf } from "./problems.js";
import { ProgressEntry } from "./progress.js";
import { SystemEntry } from "./system.js";
import { UserEntry } from "./user.js";

/**
 * One line of a transcript in its newest shape, told apart by `type`, then by `subtype`, `attachment.type` or
 * `data.type`. A new release writes kinds that are not listed here: use `checkEntry`, which accepts them.
 */
export const Entry = z.discriminatedUnion("type", [
  UserEntry,
  AssistantEntry,
  AttachmentEntry,
  SystemEntry,
  ProgressEntry,
  BookkeepingEntry,
]);

export type Entry = z.infer<typeof Entry>;

/** What a check found out about one entry. */
export interface EntryCheck {
  /** Such as `user/prompt`, see `kindOf`. */
  kind: string;
  /** False for a kind that this version of the library doesn't know; its fields are not checked then. */
  known: boolean;
  /** Fields of a known kind that have an unexpected shape; empty in the usual case. */
  problems: readonly Problem[];
}

/** How an entry is checked: by a test derived from its schema, by zod itself, which gives the same answer, or not at all. */
export type Validation = "derived" | "always" | "never";

/**
 * Names the kind of an entry and checks its fields, one schema per kind.
 *
 * `"derived"` (default) asks zod only where the derived test says no; `"always"` asks zod for every entry, which costs about
 * ten times as much; `"never"` names the kind alone.
 *
 * Takes the entry as `upgrade` returns it. Never throws, never changes the entry, never coerces a field. Fields that
 * the library doesn't know pass, and so do new words in fields that hold one.
 */
export function checkEntry(entry: Record<string, unknown>, validate: Validation = "derived"): EntryCheck {
  const kind = kindOf(entry);
  const schema = schemaOf(kind, entry);
  if (schema === undefined) return { kind, known: false, problems: none };
  if (schema === "any" || validate === "never") return { kind, known: true, problems: none };
  const fits = validate === "always" ? (schema as z.ZodType).safeParse(entry).success : fitsOf(schema)(entry);
  return { kind, known: true, problems: fits ? none : problemsOf(schema, entry) };
}

const none: readonly Problem[] = [];

export { knownKinds } from "./kinds.js";
export type { Problem } from "./problems.js";
