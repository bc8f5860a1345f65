import { expect, test, vi } from "vitest";
import * as z from "zod";
import { user } from "./entries.js";

// Asked once, when the first schema is made.
z.config({ jitless: true });
const { checkEntry } = await import("../../schemas/entry.js");

test("where zod may not make code of text, it checks without", () => {
  const made = vi.fn();
  vi.stubGlobal("Function", made);
  expect(checkEntry(user("hi"), "always").problems).toEqual([]);
  expect(checkEntry(user("hi", { isMeta: "yes" }), "always").problems.map(({ path }) => path)).toEqual(["isMeta"]);
  vi.unstubAllGlobals();
  expect(made).not.toHaveBeenCalled();
});
