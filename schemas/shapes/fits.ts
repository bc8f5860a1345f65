import { type Field, type Part, type Shape, type Shapes, types } from "./shape.js";

/** True for a value that is sure to fit a schema, false for one that does not or about which zod has to be asked. */
export type Fits = (value: unknown) => boolean;

/** Written with its four names in this order everywhere: records of one shape are read several times faster. */
export interface FieldTest {
  name: string;
  /** Types of values that fit for certain, as bits. */
  types: number;
  /** Tells of all others; null where none fits. */
  rest: Fits | null;
  isNeeded: boolean;
}

/** Fields of an object whose order is remembered. */
const mostRemembered = 64;

const no: Fits = () => false;

/**
 * Makes tests of shapes, each when it is first asked for: several times faster than zod, for they look only at
 * the fields that are there, build no copy and no issues, and need no `eval`.
 */
export function fitsIn({ shapes, fields }: Shapes): (part: Part) => Fits {
  const made: Fits[] = [];

  function shaped(number: number): Fits {
    const fits = made[number] ?? make(shapes[number] as Shape);
    made[number] = fits;
    return fits;
  }

  function fitsOf([plain, shape]: Part): Fits {
    if (plain === 0) return shape === null ? no : shaped(shape);
    const rest = shape === null ? no : shaped(shape);
    return (value) => (plain & typeOf(value)) !== 0 || rest(value);
  }

  function make(shape: Shape): Fits {
    if ("fields" in shape) return object(shape.fields);
    if ("words" in shape) {
      const words = new Set(shape.words);
      return (value) => words.has(value);
    }
    if ("pattern" in shape) {
      const pattern = new RegExp(shape.pattern);
      return (value) => typeof value === "string" && pattern.test(value);
    }
    if ("list" in shape) {
      const element = fitsOf(shape.list);
      return (value) => Array.isArray(value) && value.every(element);
    }
    if ("values" in shape) {
      const inner = fitsOf(shape.values);
      return (value) => isObject(value) && Object.keys(value).every((name) => inner(value[name]));
    }
    if ("anyOf" in shape) {
      const tests = shape.anyOf.map(fitsOf);
      return (value) => tests.some((fits) => fits(value));
    }
    const { key, options } = shape;
    const tests = new Map(options.map(([value, option]) => [value, fitsOf(option)]));
    return (value) => isObject(value) && (tests.get(value[key]) ?? no)(value);
  }

  function object(numbers: readonly number[]): Fits {
    return objectTest(
      numbers.map((number) => {
        const [name, isNeeded, types, shape] = fields[number] as Field;
        return { name, types, rest: shape === null ? null : shaped(shape), isNeeded: isNeeded === 1 };
      }),
    );
  }

  return fitsOf;
}

/** Makes a test of objects that looks at the fields that are there; fields that are not among these may hold anything. */
export function objectTest(fields: readonly FieldTest[]): Fits {
  const known = new Map(fields.map((field) => [field.name, field]));
  const needed = fields.filter(({ isNeeded }) => isNeeded).length;
  const testOf = (name: string): FieldTest =>
    known.get(name) ?? { name, types: types.any, rest: null, isNeeded: false };
  // Objects of a kind mostly have their fields in the order of the one before: comparing spares most look-ups.
  const last: FieldTest[] = [];
  return (value) => {
    if (!isObject(value)) return false;
    let missing = needed;
    let at = 0;
    for (const name in value) {
      let field = last[at];
      if (field === undefined || field.name !== name) {
        field = testOf(name);
        if (at < mostRemembered) last[at] = field;
      }
      at += 1;
      const one = value[name];
      if ((field.types & typeOf(one)) === 0 && (field.rest === null || !field.rest(one))) return false;
      if (field.isNeeded) missing -= 1;
    }
    return missing === 0;
  };
}

function typeOf(value: unknown): number {
  switch (typeof value) {
    case "string":
      return types.text;
    case "number":
      return Number.isFinite(value) ? types.finite : types.other;
    case "boolean":
      return types.flag;
    case "undefined":
      return types.absent;
    default:
      return value === null ? types.nothing : types.other;
  }
}

/** As zod understands it: no array, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
