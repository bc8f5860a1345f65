import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { root } from "../package/doors.js";
import { askModule } from "./ask-module.js";
import { doors } from "./doors.js";

const folder = join(inject("folder"), "types");

/** The compiler that the repository is built with, and the newest one. */
const compilers = {
  "TypeScript 5.9": join(root, "node_modules", "typescript", "bin", "tsc"),
  "TypeScript 7.0": fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url)),
};

interface Consumer {
  module: string;
  moduleResolution?: string;
  lib: string[];
  types: string[];
  files: string[];
  skipLibCheck?: boolean;
}

const consumers: Record<string, Consumer> = {
  "node16, Node's types": { module: "node16", lib: ["es2022"], types: ["node"], files: ["ask.mts", "import.cts"] },
  "nodenext, Node's types": { module: "nodenext", lib: ["es2022"], types: ["node"], files: ["ask.mts", "ask.cts"] },
  "bundler, types of a page": {
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom"],
    types: [],
    files: ["ask.ts"],
  },
  // The declarations of Observable Plot don't pass by themselves.
  "bundler, types of a page, the doors that draw": {
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom"],
    types: [],
    files: ["ask-all.ts"],
    skipLibCheck: true,
  },
  "bundler, types of a worker": {
    module: "preserve",
    moduleResolution: "bundler",
    lib: ["es2022", "webworker"],
    types: [],
    files: ["ask.ts"],
  },
};

/** What the compiler has against these files, one error a line. */
function errorsOf(compiler: string, name: string, consumer: Consumer) {
  const { files, module, moduleResolution = module, lib, types, skipLibCheck = false } = consumer;
  const config = join(folder, `${name.replace(/\W+/g, "-")}.json`);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck, exactOptionalPropertyTypes: true, target: "es2022" },
    ...{ noUncheckedIndexedAccess: true, module, moduleResolution, lib, types },
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  return new Promise<string[]>((resolve) =>
    execFile(process.execPath, [compiler, "-p", config], { cwd: folder }, (_error, out, err) =>
      resolve(`${out}${err}`.split("\n").filter((line) => line !== "")),
    ),
  );
}

beforeAll(() => {
  mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
  const require = createRequire(join(root, "package.json"));
  symlinkSync(join(require.resolve("@types/node/package.json"), ".."), join(folder, "node_modules", "@types", "node"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const withoutPeers = doors.filter(({ peers }) => peers === undefined);
  for (const file of ["ask.ts", "ask.mts", "ask.cts"])
    writeFileSync(join(folder, file), askModule(withoutPeers, "typed"));
  writeFileSync(join(folder, "ask-all.ts"), askModule(doors, "typed"));
  const imports = withoutPeers.map(({ specifier }) => `  import("${specifier}"),`);
  writeFileSync(join(folder, "import.cts"), `export const doors = Promise.all([\n${imports.join("\n")}\n]);\n`);
  writeFileSync(join(folder, "require.cts"), 'import { readTimeline } from "tidemark";\nexport { readTimeline };\n');
  writeFileSync(
    join(folder, "wrong.ts"),
    'import { boundaries, readTimeline } from "tidemark";\n' +
      "export const rows = boundaries(readTimeline(1));\n" +
      'export const names: number[] = boundaries(await readTimeline("")).map((row) => row.trigger);\n',
  );
});

describe.each(Object.entries(compilers))("%s", (_compiler, path) => {
  test.each(Object.entries(consumers))("%s: nothing is wrong", async (name, consumer) => {
    expect(await errorsOf(path, name, consumer)).toEqual([]);
  });
});

describe("the checks above can fail", () => {
  const path = compilers["TypeScript 7.0"];

  test("wrong use is an error", async () => {
    const consumer = { ...(consumers["bundler, types of a page"] as Consumer), files: ["wrong.ts"] };
    const errors = await errorsOf(path, "wrong use", consumer);
    expect(errors.map((error) => /^wrong[.]ts\(\d+,\d+\): error TS\d+/.exec(error)?.[0]).filter(Boolean)).toEqual([
      expect.stringContaining("(2,"),
      expect.stringContaining("(2,"),
      expect.stringContaining("(3,"),
    ]);
  });

  test("node16 tells a CommonJS module to import the package another way, since it doesn't know require() of one", async () => {
    const consumer = { ...(consumers["node16, Node's types"] as Consumer), files: ["require.cts"] };
    expect(await errorsOf(path, "node16 require", consumer)).toEqual([
      expect.stringMatching(/^require[.]cts\(1,\d+\): error TS1479/),
    ]);
  });
});
