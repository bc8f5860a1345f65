import * as z from "zod";
import { AssistantEntry } from "./assistant.js";
import { Attachment, AttachmentEntry } from "./attachment.js";
import { BookkeepingEntry } from "./bookkeeping.js";
import { JournalEntry } from "./journal.js";
import { namedOnly } from "./names-only.js";
import { Progress, ProgressEntry } from "./progress.js";
import { streamNames } from "./schema-name.js";
import { StreamAssistantEntry, StreamEntry, StreamUserEntry } from "./stream.js";
import { StreamSystemEntry } from "./stream-system.js";
import { SystemEntry } from "./system.js";
import { UserEntry } from "./user.js";

/** Classes of user rows; they differ by their text, not by their fields, so they share one schema. */
const userKinds = [
  "user/prompt",
  "user/meta",
  "user/command",
  "user/local-command-output",
  "user/bash-mode",
  "user/task-notification",
  "user/compactSummary",
  "user/tool_result",
  "user/interruption",
];

/** The schema of every kind whose fields are known. */
export const schemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...userKinds.map((kind): [string, z.ZodType] => [kind, UserEntry]),
  ["assistant", AssistantEntry],
  ...named(SystemEntry.options, "subtype", "system/"),
  ...named(StreamSystemEntry.options, "subtype", "system/"),
  ...named(Attachment.options, "type", "attachment/", (attachment) => AttachmentEntry.extend({ attachment })),
  ...named(Progress.options, "type", "progress/", (data) => ProgressEntry.extend({ data })),
  ...named(BookkeepingEntry.options, "type", ""),
  ...named(JournalEntry.options, "type", "journal/"),
  ...named(StreamEntry.options, "type", "stream/"),
  // A row of these types without its second name is of a known kind, and the missing name is its problem.
  ["system", z.looseObject({ subtype: z.string() })],
  ["attachment", AttachmentEntry],
  ["progress", ProgressEntry],
]);

/** Kinds of the options of a discriminated union: what stands before their name, and the entry that carries them. */
function named(
  options: readonly z.ZodObject[],
  key: string,
  before: string,
  entryOf: (option: z.ZodObject) => z.ZodType = (option) => option,
): [string, z.ZodType][] {
  return options.flatMap((option) =>
    [...(option._zod.propValues?.[key] ?? [])].map((name): [string, z.ZodType] => [
      `${before}${String(name)}`,
      entryOf(option),
    ]),
  );
}

/** Every kind that this version of the library knows, named-only kinds included, families of names left out. */
export const knownKinds: readonly string[] = [...schemas.keys(), ...namedOnly];

/** The same with the schemas that are of no kind of their own, as `schemaName` names them. */
export const schemasByName: ReadonlyMap<string, z.ZodType> = new Map([
  ...schemas,
  [streamNames.user, StreamUserEntry],
  [streamNames.assistant, StreamAssistantEntry],
]);
