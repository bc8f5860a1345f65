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

/** A test in two steps: most fields hold plain values, for which a look at their type is enough. */
interface Test {
  /** Types of values that always fit, as bits. */
  types: number;
  /** Asked about every other value; null where none fits. */
  rest: Fits | null;
}

/** Written with its four names in this order everywhere: records of one shape are read several times faster. */
interface Field extends Test {
  name: string;
  required: boolean;
}

/** Fields of an object whose order is remembered. */
const mostRemembered = 64;

const text = 1;
const finite = 2;
const flag = 4;
const absent = 8;
const nothing = 16;
const other = 32;

const anything = text | finite | flag | absent | nothing | other;

function typeOf(value: unknown): number {
  switch (typeof value) {
    case "string":
      return text;
    case "number":
      return Number.isFinite(value) ? finite : other;
    case "boolean":
      return flag;
    case "undefined":
      return absent;
    default:
      return value === null ? nothing : other;
  }
}

function asked({ types, rest }: Test): Fits {
  return rest === null
    ? (value) => (types & typeOf(value)) !== 0
    : (value) => (types & typeOf(value)) !== 0 || rest(value);
}

function testOf(schema: z.core.$ZodTypes): Test {
  const { def } = schema._zod;
  if ((def as { checks?: unknown[] }).checks?.length) return { types: 0, rest: byZod(schema) };
  const inner = (types: number): Test => {
    const test = testOf((def as z.core.$ZodOptionalDef).innerType as z.core.$ZodTypes);
    return { ...test, types: test.types | types };
  };
  switch (def.type) {
    case "unknown":
      return { types: anything, rest: null };
    case "string":
      return { types: text, rest: null };
    case "boolean":
      return { types: flag, rest: null };
    case "number":
      return { types: finite, rest: null };
    case "null":
      return { types: nothing, rest: null };
    case "optional":
      return inner(absent);
    case "nullable":
      return inner(nothing);
    default:
      return { types: 0, rest: fitsOf(schema) };
  }
}

function make(schema: z.core.$ZodTypes): Fits {
  const { def } = schema._zod;
  if ((def as { checks?: unknown[] }).checks?.length) return byZod(schema);
  switch (def.type) {
    case "unknown":
    case "string":
    case "boolean":
    case "number":
    case "null":
    case "optional":
    case "nullable":
      return asked(testOf(schema));
    case "literal":
    case "enum": {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set();
      return (value) => values.has(value);
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
  const fields = new Map<string, Field>();
  let requiredFields = 0;
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    const { types, rest } = testOf(field as z.core.$ZodTypes);
    const required = field._zod.optin === undefined;
    if (required) requiredFields += 1;
    fields.set(name, { name, types, rest, required });
  }
  const fieldOf = (name: string): Field => fields.get(name) ?? { name, types: anything, rest: null, required: false };
  // Objects of a kind mostly have their fields in the order of the one before: comparing spares most look-ups.
  const last: Field[] = [];
  return (value) => {
    if (!isObject(value)) return false;
    let missing = requiredFields;
    let at = 0;
    for (const name in value) {
      let field = last[at];
      if (field === undefined || field.name !== name) {
        field = fieldOf(name);
        if (at < mostRemembered) last[at] = field;
      }
      at += 1;
      const one = value[name];
      if ((field.types & typeOf(one)) === 0 && (field.rest === null || !field.rest(one))) return false;
      if (field.required) missing -= 1;
    }
    return missing === 0;
  };
}

/** As zod understands it: no array, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
