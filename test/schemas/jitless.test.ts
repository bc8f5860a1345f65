import { expect, test } from "vitest";
import * as z from "zod";
import { user } from "./entries.js";

// Asked once, when the first schema is made.
z.config({ jitless: true });
const { compiled } = await import("../../schemas/compiled.js");
const { checkEntry } = await import("../../schemas/entry.js");
const { UserEntry } = await import("../../schemas/user.js");

test("where zod may not make code of text, the schemas check as they are", () => {
  expect(compiled(UserEntry)).toBe(UserEntry);
  expect(checkEntry(user("hi"), "always").problems).toEqual([]);
  expect(checkEntry(user("hi", { isMeta: "yes" }), "always").problems.map(({ path }) => path)).toEqual(["isMeta"]);
});
