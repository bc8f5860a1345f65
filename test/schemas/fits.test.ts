import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { askZod } from "../../schemas/ask-zod.js";
import { checkEntry } from "../../schemas/entry.js";
import { kindOf } from "../../schemas/kind.js";
import { schemas, schemasByName } from "../../schemas/kinds.js";
import { problemsOf } from "../../schemas/problems.js";
import { describer } from "../../schemas/shapes/describe.js";
import { type Fits, fitsIn } from "../../schemas/shapes/fits.js";
import { assistant, attachment, boundary, user } from "./entries.js";

const described = describer();
const fitsOf = (schema: z.core.$ZodType): Fits => fitsIn(described)(described.partOf(schema));

const whole = [
  user("hi"),
  user([{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "b" }] }], {
    origin: { kind: "human" },
  }),
  assistant(),
  boundary({ preservedMessages: { anchorUuid: "a", uuids: ["b"] } }),
  attachment("instructions", { files: [{ path: "a", type: "User", content: "b" }] }),
  attachment("hook_success", { content: "", exitCode: 0 }),
];

/** An entry in which one value somewhere was replaced or taken out. */
const damaged = fc
  .tuple(fc.constantFrom(...whole), fc.nat(), fc.option(fc.jsonValue(), { nil: undefined }))
  .map(([entry, pick, value]) => {
    const copy = structuredClone(entry);
    const spots = spotsOf(copy);
    const [holder, key] = spots[pick % spots.length] ?? [copy, "type"];
    if (value === undefined && !Array.isArray(holder)) delete holder[key];
    else if (Array.isArray(holder) && value === undefined) holder.splice(Number(key), 1);
    else holder[key] = value;
    return copy;
  });

type Holder = Record<string, unknown>;

function spotsOf(value: unknown): [Holder, string][] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [[holder, key] as [Holder, string], ...spotsOf(holder[key])]);
}

/** Kinds of the whole entries are drawn often, so that most schemas meet an entry of their own kind. */
const anyKind = fc.oneof(fc.constantFrom(...schemas.keys()), fc.constantFrom(...whole.map(kindOf)));

test("the fast test, and zod asked field by field, give zod's answer for every schema and every damaged entry", () => {
  fc.assert(
    fc.property(anyKind, damaged, (kind, entry) => {
      const schema = schemas.get(kind) ?? z.never();
      const answer = schema.safeParse(entry).success;
      expect(fitsOf(schema)(entry)).toBe(answer);
      expect(askZod(schema)(entry)).toBe(answer);
    }),
    { numRuns: 2000 },
  );
});

test("the fast test, and zod asked field by field, give zod's answer for any JSON value", () => {
  fc.assert(
    fc.property(anyKind, fc.jsonValue(), (kind, value) => {
      const schema = schemas.get(kind) ?? z.never();
      const answer = schema.safeParse(value).success;
      expect(fitsOf(schema)(value)).toBe(answer);
      expect(askZod(schema)(value)).toBe(answer);
    }),
  );
});

test.each([...schemasByName])("zod compiles the schema of %s", (_name, schema) => {
  expect(() => z.compile(schema, { strict: true })).not.toThrow();
});

test("of a schema of another kind nothing is sure to fit, and zod tells", () => {
  const even = z.object({ n: z.number().multipleOf(2), pair: z.tuple([z.string(), z.number()]) });
  const fitting = { n: 4, pair: ["a", 1] };
  expect(fitsOf(even)(fitting)).toBe(false);
  expect(problemsOf(even, fitting)).toEqual([]);
  expect(problemsOf(even, { n: 3, pair: ["a", 1] }).map(({ path }) => path)).toEqual(["n"]);
  expect(problemsOf(even, { n: 4, pair: [1, "a"] }).map(({ path }) => path)).toEqual(["pair.0"]);
});

test("an entry is judged by what the build made of the schemas as by zod, with the same problems", () => {
  fc.assert(
    fc.property(damaged, (entry) => {
      expect(checkEntry(entry)).toEqual(checkEntry(entry, "always"));
    }),
    { numRuns: 2000 },
  );
});
