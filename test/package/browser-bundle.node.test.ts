import { isBuiltin } from "node:module";
import vm from "node:vm";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { doors, root } from "./doors.js";

/** What a page has beyond the language itself; `process`, `Buffer`, `require` and `global` are not among it. */
const pageGlobals = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "File",
  "ReadableStream",
  "Response",
  "TextDecoder",
  "TextDecoderStream",
  "TextEncoder",
  "TransformStream",
  "URL",
  "WritableStream",
  "clearTimeout",
  "console",
  "crypto",
  "performance",
  "queueMicrotask",
  "setTimeout",
  "structuredClone",
] as const;

/** Bundles one door as a page would load it. */
async function bundle(module: string) {
  const { outputFiles, metafile, warnings } = await build({
    entryPoints: [module],
    bundle: true,
    format: "iife",
    globalName: "tidemark",
    platform: "browser",
    target: "es2022",
    // A script has no place of its own, from which a worker could be started.
    define: { "import.meta.url": '""' },
    metafile: true,
    write: false,
    absWorkingDir: root,
    logLevel: "silent",
  });
  const imports = Object.entries(metafile.inputs).flatMap(([importer, input]) =>
    input.imports.map(({ path, kind }) => ({ importer, path, kind })),
  );
  return { code: outputFiles[0]?.text ?? "", nodeImports: imports.filter(({ path }) => isBuiltin(path)), warnings };
}

/** stream-chain loads Node's string decoder by `import()` where it finds itself in Node, and goes without it elsewhere. */
function isGuarded({ importer, path, kind }: { importer: string; path: string; kind: string }): boolean {
  return (
    importer === "node_modules/stream-chain/src/utils/fixUtf8Stream.js" &&
    path === "node:string_decoder" &&
    kind === "dynamic-import"
  );
}

/** Runs the bundle in a context that has the globals of a page only, then an expression that may use `tidemark`. */
function runInPage(code: string, expression: string): unknown {
  const page = Object.fromEntries(pageGlobals.map((name) => [name, globalThis[name as keyof typeof globalThis]]));
  const context = vm.createContext(page);
  vm.runInContext(code, context);
  return vm.runInContext(expression, context);
}

const nodeOnly = ["tidemark/node", "tidemark/notebook", "tidemark/systems"];

describe.each(doors.filter((door) => !nodeOnly.includes(door.specifier)))("$specifier in a browser", ({ module }) => {
  test("the bundle imports nothing of Node and gives no warning", async () => {
    const { nodeImports, warnings } = await bundle(module);
    expect(nodeImports.filter((found) => !isGuarded(found))).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("the bundle loads where no global of Node exists", async () => {
    const { code } = await bundle(module);
    expect(runInPage(code, "[typeof process, typeof Buffer, typeof require, typeof tidemark].join()")).toBe(
      "undefined,undefined,undefined,object",
    );
    expect(runInPage(code, "Object.keys(tidemark).length")).toBeGreaterThan(0);
  });
});

test.each(nodeOnly)("%s cannot be bundled for a browser, so the check above can fail", async (name) => {
  const node = doors.find((door) => door.specifier === name);
  await expect(bundle(node?.module ?? "")).rejects.toThrow(/Could not resolve "node:/);
});

test("a page reads a transcript and asks for its boundaries", async () => {
  const { code } = await bundle(doors[0]?.module ?? "");
  const entry = {
    type: "user",
    uuid: "u1",
    parentUuid: null,
    sessionId: "s1",
    message: { role: "user", content: "hi" },
  };
  const boundary = {
    type: "system",
    subtype: "compact_boundary",
    uuid: "b1",
    parentUuid: null,
    logicalParentUuid: "u1",
    sessionId: "s1",
    compactMetadata: { trigger: "manual", preTokens: 1000 },
  };
  const text = [entry, boundary].map((line) => `${JSON.stringify(line)}\n`).join("");
  const program = `tidemark.readTimeline(new Blob([${JSON.stringify(text)}]))
    .then((timeline) => JSON.stringify(tidemark.boundaries(timeline)))`;
  const rows = JSON.parse(String(await runInPage(code, program)));
  expect(rows).toMatchObject([{ boundary: 1, uuid: "b1", trigger: "manual", preTokens: 1000 }]);
});
