import { kindOf } from "./kind.js";
import { isNamedOnly } from "./names-only.js";
import { schemaName } from "./schema-name.js";
import { type Fits, fitsIn } from "./shapes/fits.js";
import type { Part, Shapes } from "./shapes/shape.js";
import { shapesText } from "./shapes/text.js";

/** One field that has an unexpected shape. */
export interface Problem {
  /** Path of the field inside the entry, such as `message.usage.output_tokens`; `*` for any key of a record. */
  path: string;
  /** What was expected, in zod's words. */
  message: string;
}

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

const none: readonly Problem[] = [];

/** The check of `checkEntry` as far as it needs no zod; null where zod has to be asked. `kind` is the entry's. */
export function checkWithoutZod(
  entry: Record<string, unknown>,
  validate: Validation = "derived",
  kind: string = kindOf(entry),
): EntryCheck | null {
  const fits = testOf(schemaName(kind, entry));
  if (fits === undefined) return { kind, known: isNamedOnly(kind), problems: none };
  if (validate === "never" || (validate !== "always" && fits(entry))) return { kind, known: true, problems: none };
  return null;
}

const { kinds, ...shapes }: Shapes & { kinds: Record<string, Part> } = JSON.parse(shapesText);
const fitsOf = fitsIn(shapes);
const tests = new Map<string, Fits | undefined>();

/** The test of a schema, made when it is first asked for. */
function testOf(name: string): Fits | undefined {
  const known = tests.get(name);
  if (known !== undefined || !Object.hasOwn(kinds, name)) return known;
  const test = fitsOf(kinds[name] as Part);
  tests.set(name, test);
  return test;
}
