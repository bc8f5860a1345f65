import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Generators that are made anew each time the function around them runs, as `path:line`. */
function inner(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, within: boolean): void => {
    if (within && "asteriskToken" in node && node.asteriskToken !== undefined && !ts.isYieldExpression(node))
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    node.forEachChild((child) => visit(child, within || ts.isFunctionLike(node)));
  };
  visit(source, false);
  return found;
}

// V8 makes a shape for the generators of each closure. It lies among old objects and keeps what the closure sees, here all of
// a session, until the next full collection: timelines that were dropped made reading a folder a fifth slower.
test("no generator of a reading is made within a function", () => {
  const files = ["src/read", "src/timeline"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(inner)).toEqual([]);
});
