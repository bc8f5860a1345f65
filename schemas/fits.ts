import type * as z from "zod";

/** Tells whether a value fits a schema, without saying why not. */
export type Fits = (value: unknown) => boolean;

/**
 * Turns a zod schema into a test that answers as `schema.safeParse(value).success` does, several times faster:
 * it looks only at the fields that are there, builds no copy and no issues, and needs no `eval`.
 * A kind of schema that isn't handled here is left to zod.
 */
export function fitsOf(schema: z.core.$ZodType): Fits {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const test = make(schema as z.core.$ZodTypes);
  made.set(schema, test);
  return test;
}

/** Schemas are shared between kinds, so each is turned into a test once. */
const made = new WeakMap<z.core.$ZodType, Fits>();

function make(schema: z.core.$ZodTypes): Fits {
  const { def } = schema._zod;
  if ((def as { checks?: unknown[] }).checks?.length) return byZod(schema);
  switch (def.type) {
    case "unknown":
      return () => true;
    case "string":
      return (value) => typeof value === "string";
    case "boolean":
      return (value) => typeof value === "boolean";
    case "number":
      return Number.isFinite;
    case "null":
      return (value) => value === null;
    case "literal":
    case "enum": {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set();
      return (value) => values.has(value);
    }
    case "optional": {
      const inner = fitsOf(def.innerType);
      return (value) => value === undefined || inner(value);
    }
    case "nullable": {
      const inner = fitsOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case "array": {
      const element = fitsOf(def.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case "record": {
      const inner = fitsOf(def.valueType);
      return (value) => isObject(value) && Object.keys(value).every((name) => inner(value[name]));
    }
    case "union":
      return "discriminator" in def ? oneOfTyped(def as z.core.$ZodDiscriminatedUnionDef) : oneOf(def.options);
    case "object":
      return object(schema as z.core.$ZodObject);
    default:
      return byZod(schema);
  }
}

function byZod(schema: z.core.$ZodType): Fits {
  const { safeParse } = schema as z.ZodType;
  return (value) => safeParse(value).success;
}

function oneOf(options: readonly z.core.$ZodType[]): Fits {
  const tests = options.map(fitsOf);
  return (value) => tests.some((fits) => fits(value));
}

function oneOfTyped(def: z.core.$ZodDiscriminatedUnionDef): Fits {
  const tests = new Map<unknown, Fits>();
  for (const option of def.options) {
    for (const value of option._zod.propValues?.[def.discriminator] ?? []) tests.set(value, fitsOf(option));
  }
  return (value) => isObject(value) && (tests.get(value[def.discriminator])?.(value) ?? false);
}

function object(schema: z.core.$ZodObject): Fits {
  const fields = new Map<string, Fits>();
  const required: string[] = [];
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    fields.set(name, fitsOf(field));
    if (field._zod.optin === undefined) required.push(name);
  }
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) {
      const fits = fields.get(name);
      if (fits !== undefined && !fits(value[name])) return false;
    }
    return required.every((name) => name in value);
  };
}

/** As zod understands it: no array, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
