import { join, relative } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { namesBelow } from "../../src/node/names-below.js";

const part = fc.constantFrom("a", "b c", "..", ".", "x.jsonl", "");
const parts = fc.array(part, { minLength: 1, maxLength: 4 }).map((all) => all.join("/"));

test("names what was found below a folder as its path relative to it", () => {
  fc.assert(
    fc.property(parts, fc.boolean(), parts, (folder, isAbsolute, below) => {
      const root = isAbsolute ? `/${folder}` : folder;
      const path = join(root, below, "f.jsonl");
      // What is found below a folder does not lie beside it, nor above it, where the root of the disk ends the way up.
      fc.pre(![join(below, "f.jsonl"), relative(root, path)].some((way) => way.startsWith("..")));
      expect(namesBelow(root)(path)).toBe(relative(root, path));
    }),
  );
});

test("names any other file, and the folder itself, too", () => {
  expect(namesBelow("/a/b")("/a/c.jsonl")).toBe("../c.jsonl");
  expect(namesBelow("/a/x.jsonl")("/a/x.jsonl")).toBe("");
});
