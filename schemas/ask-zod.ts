import * as z from "zod";
import { compile, util, validate } from "zod/v4/core";
import { type Fits, objectTest } from "./shapes/fits.js";

/** What stands inside of a schema that allows for nothing in its place. */
interface Inner {
  schema: z.core.$ZodType;
  orAbsent: boolean;
  orNull: boolean;
}

const made = new Map<z.core.$ZodType, Fits>();

/**
 * Asks zod whether a value, as JSON gives it, fits a schema: of an object, about each field that is there. Its compiler looks
 * for every field that might be, of which a user row has 75 and mostly 15, and takes nearly twice as long.
 */
export function askZod(schema: z.core.$ZodType): Fits {
  const fits = made.get(schema) ?? make(schema);
  made.set(schema, fits);
  return fits;
}

function make(schema: z.core.$ZodType): Fits {
  const { schema: inner, orAbsent, orNull } = innerOf(schema);
  if (!(inner instanceof z.ZodObject) || !takesAnyOther(inner)) return compiled(schema);
  const test = objectTest(
    Object.entries(inner.shape as z.core.$ZodShape).map(([name, field]) => ({
      name,
      types: 0,
      rest: askZod(field),
      isNeeded: field._zod.optin === undefined,
    })),
  );
  return (value) => (value === null ? orNull : value === undefined ? orAbsent : test(value));
}

function innerOf(schema: z.core.$ZodType): Inner {
  if (schema instanceof z.ZodOptional) return { ...innerOf(schema.unwrap()), orAbsent: true };
  if (schema instanceof z.ZodNullable) return { ...innerOf(schema.unwrap()), orNull: true };
  return { schema, orAbsent: false, orNull: false };
}

/** True for an object that asks nothing of fields it does not name, nor of itself as a whole. */
const takesAnyOther = ({ def }: z.ZodObject): boolean =>
  def.catchall instanceof z.ZodUnknown && (def.checks ?? []).length === 0;

/** The schema as zod's own compiler makes it; as it is where code may not be made of text, as with zod's `jitless`. */
function compiled(schema: z.core.$ZodType): Fits {
  const fast = util.allowsEval.value ? compile(schema) : schema;
  return (value) => validate(fast, value);
}
