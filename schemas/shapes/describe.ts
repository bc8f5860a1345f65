import type * as z from "zod";
import { type Field, type Part, type Shape, type Shapes, types, unsure } from "./shape.js";

/** Shapes that grow, and what describes a schema by them: its answer is that of `schema.safeParse(value).success`. */
export interface Describer extends Shapes {
  partOf(schema: z.core.$ZodType): Part;
}

export function describer(): Describer {
  const shapes: Shape[] = [];
  const fields: Field[] = [];
  /** Schemas are shared between kinds, so each is described once. */
  const known = new WeakMap<z.core.$ZodType, Part>();
  const numberOfShape = numbering(shapes);
  const numberOfField = numbering(fields);

  function partOf(schema: z.core.$ZodType): Part {
    const part = known.get(schema) ?? describe(schema as z.core.$ZodTypes);
    known.set(schema, part);
    return part;
  }

  function describe(schema: z.core.$ZodTypes): Part {
    const { def } = schema._zod;
    const { checks = [] } = def as { checks?: z.core.$ZodCheck[] };
    if (checks.length > 0) return patternOf(def, checks);
    switch (def.type) {
      case "unknown":
        return [types.any, null];
      case "string":
        return [types.text, null];
      case "boolean":
        return [types.flag, null];
      case "number":
        return [types.finite, null];
      case "null":
        return [types.nothing, null];
      case "undefined":
        return [types.absent, null];
      case "optional":
        return withTypes(types.absent, def.innerType);
      case "nullable":
        return withTypes(types.nothing, def.innerType);
      case "literal":
      case "enum":
        return shaped({ words: [...(schema._zod.values ?? [])] });
      case "array":
        return shaped({ list: partOf(def.element) });
      case "record":
        return shaped({ values: partOf(def.valueType) });
      case "union":
        return shaped("discriminator" in def ? typedUnion(def as z.core.$ZodDiscriminatedUnionDef) : union(def));
      case "object":
        return shaped(object(def));
      default:
        return unsure;
    }
  }

  function withTypes(more: number, inner: z.core.$ZodType): Part {
    const [types, shape] = partOf(inner);
    return [types | more, shape];
  }

  /** Of all checks, the one that a schema here has: a single pattern. */
  function patternOf(def: z.core.$ZodTypes["_zod"]["def"], checks: z.core.$ZodCheck[]): Part {
    const { pattern } = (checks[0] as z.core.$ZodCheck)._zod.def as { pattern?: RegExp };
    if (def.type !== "string" || checks.length > 1 || pattern === undefined || pattern.flags !== "") return unsure;
    return shaped({ pattern: pattern.source });
  }

  const union = (def: z.core.$ZodUnionDef): Shape => ({ anyOf: def.options.map(partOf) });

  function typedUnion({ options, discriminator: key }: z.core.$ZodDiscriminatedUnionDef): Shape {
    const valuesOf = (option: z.core.$ZodType) => [...(option._zod.propValues?.[key] ?? [])];
    return {
      key,
      options: options.flatMap((option) => valuesOf(option).map((value) => [value, partOf(option)] as const)),
    };
  }

  function object({ shape }: z.core.$ZodObjectDef): Shape {
    const numbers = Object.entries(shape).map(([name, field]) =>
      numberOfField([name, field._zod.optin === undefined ? 1 : 0, ...partOf(field)]),
    );
    return { fields: numbers };
  }

  function shaped(shape: Shape): Part {
    return [0, numberOfShape(shape)];
  }

  return { shapes, fields, partOf };
}

/** Numbers what is put into a list; what is the same is there once. */
function numbering<T>(list: T[]): (one: T) => number {
  const numbers = new Map<string, number>();
  return (one) => {
    const text = JSON.stringify(one);
    const number = numbers.get(text) ?? list.push(one) - 1;
    numbers.set(text, number);
    return number;
  };
}
