import * as z from "zod";
import { askZod } from "./ask-zod.js";
import { AssistantEntry } from "./assistant.js";
import { AttachmentEntry } from "./attachment.js";
import { BookkeepingEntry } from "./bookkeeping.js";
import { checkWithoutZod, type EntryCheck, type Validation } from "./check-without-zod.js";
import { kindOf } from "./kind.js";
import { schemasByName } from "./kinds.js";
import { problemsOf } from "./problems.js";
import { ProgressEntry } from "./progress.js";
import { schemaName } from "./schema-name.js";
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

/**
 * Names the kind of an entry and checks its fields, one schema per kind.
 *
 * `"derived"` (default) asks zod only where the derived test says no; `"always"` asks zod for every entry, which costs about
 * three times as much; `"never"` names the kind alone.
 *
 * Takes the entry as `upgrade` returns it. Never throws, never changes the entry, never coerces a field. Fields that
 * the library doesn't know pass, and so do new words in fields that hold one.
 */
export function checkEntry(entry: Record<string, unknown>, validate: Validation = "derived"): EntryCheck {
  const checked = checkWithoutZod(entry, validate);
  if (checked !== null) return checked;
  const kind = kindOf(entry);
  const schema = schemasByName.get(schemaName(kind, entry)) as z.ZodType;
  const fits = validate === "always" && askZod(schema)(entry);
  return { kind, known: true, problems: fits ? [] : problemsOf(schema, entry) };
}

export type { EntryCheck, Problem, Validation } from "./check-without-zod.js";
export { knownKinds } from "./kinds.js";
