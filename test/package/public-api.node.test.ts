import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { doors } from "./doors.js";

const listFile = fileURLToPath(new URL("public-api.json", import.meta.url));

interface Names {
  /** Functions, constants, schemas: what exists at run time. */
  values: string[];
  /** What the type checker knows as a type; a schema and its type share one name and stand in both lists. */
  types: string[];
}

function isType(checker: ts.TypeChecker, exported: ts.Symbol): boolean {
  const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  return (target.flags & ts.SymbolFlags.Type) !== 0;
}

/** The names each built door offers, sorted. */
async function publicApi(): Promise<Record<string, Names>> {
  const program = ts.createProgram(
    doors.map((door) => door.types),
    { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, noLib: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const api: Record<string, Names> = {};
  for (const { specifier, module, types } of doors) {
    const values = Object.keys(await import(module)).sort();
    const source = program.getSourceFile(types);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (!symbol) throw new Error(`${types} is not a module; run npm run build`);
    const typeNames = checker
      .getExportsOfModule(symbol)
      .filter((exported) => isType(checker, exported))
      .map((exported) => exported.name);
    api[specifier] = { values, types: typeNames.sort() };
  }
  return api;
}

test("the doors offer exactly the listed names (UPDATE=1 rewrites the list)", async () => {
  const api = await publicApi();
  if (process.env.UPDATE) writeFileSync(listFile, `${JSON.stringify(api, null, 2)}\n`);
  expect(api).toEqual(JSON.parse(readFileSync(listFile, "utf8")));
});

test("the node door offers everything that the main door offers", async () => {
  const api = await publicApi();
  expect(api["tidemark/node"]?.values).toEqual(expect.arrayContaining(api.tidemark?.values ?? [""]));
  expect(api["tidemark/node"]?.types).toEqual(expect.arrayContaining(api.tidemark?.types ?? [""]));
});
