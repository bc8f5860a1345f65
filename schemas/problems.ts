import type * as z from "zod";
import type { Problem } from "./check-without-zod.js";
import { describer } from "./shapes/describe.js";
import { type Fits, fitsIn, isObject } from "./shapes/fits.js";

/** In the place of a record's key, which is content: a file's path, a name that somebody gave. */
const anyKey = "*";

/** Enough to see what is wrong; a line of a million wrong blocks must not become a million problems. */
const mostProblems = 20;

/** Says which fields of a value don't fit a schema, the first 20 of them; empty for a value that fits. */
export function problemsOf(schema: z.core.$ZodType, value: unknown): Problem[] {
  const found: Found[] = [];
  find(schema, value, [], found);
  return found.map(({ path, message }) => ({ path: path.join("."), message }));
}

const described = describer();
const fitsPart = fitsIn(described);
const fitsOf = (schema: z.core.$ZodType): Fits => fitsPart(described.partOf(schema));

interface Found {
  path: readonly (string | number)[];
  message: string;
}

/** Goes down to the values that are wrong, along what the schema says is there. */
function find(schema: z.core.$ZodType, value: unknown, path: Found["path"], found: Found[]): void {
  if (found.length >= mostProblems || fitsOf(schema)(value)) return;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
      find(def.innerType, value, path, found);
      return;
    case "object":
      if (!isObject(value)) break;
      for (const name of Object.keys(def.shape))
        find(def.shape[name] as z.core.$ZodType, value[name], [...path, name], found);
      return;
    case "record":
      if (!isObject(value)) break;
      for (const name of Object.keys(value)) find(def.valueType, value[name], [...path, anyKey], found);
      return;
    case "array":
      if (!Array.isArray(value)) break;
      for (let index = 0; index < value.length && found.length < mostProblems; index++) {
        find(def.element, value[index], [...path, index], found);
      }
      return;
    case "union": {
      const meant = optionMeant(def, value, path);
      if (meant === undefined) break;
      found.push(...meant.slice(0, mostProblems - found.length));
      return;
    }
  }
  const issue = (schema as z.ZodType).safeParse(value).error?.issues[0];
  if (issue !== undefined) found.push({ path: [...path, ...(issue.path as string[])], message: issue.message });
}

/**
 * A union fails as a whole. The option that was meant is the first one that fails inside the value and not at the
 * value itself: the one whose discriminator matches, or the array where an array stands.
 */
function optionMeant(def: z.core.$ZodUnionDef, value: unknown, path: Found["path"]): Found[] | undefined {
  const options = "discriminator" in def ? def.options.filter((option) => isTyped(option, def, value)) : def.options;
  for (const option of options) {
    const found: Found[] = [];
    find(option, value, path, found);
    if (found.every((problem) => problem.path.length > path.length)) return found;
  }
  return undefined;
}

function isTyped(option: z.core.$ZodType, def: z.core.$ZodUnionDef, value: unknown): boolean {
  const { discriminator } = def as z.core.$ZodDiscriminatedUnionDef;
  return isObject(value) && (option._zod.propValues?.[discriminator]?.has(value[discriminator] as string) ?? false);
}
