import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { manifest, root } from "./doors.js";

const packageOf = (path: string): string => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;

/** The packages that a built file loads before it runs: by what it imports, not by what it asks for later. */
async function packagesAtFirst(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(root, "dist", file)],
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: imported, kind, external } of metafile.inputs[path]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (external) packages.add(packageOf(imported));
      else visit(imported);
    }
  };
  visit(`dist/${file}`);
  return [...packages];
}

describe("zod and the tokenizer of very long lines are loaded when an entry needs them", () => {
  test.each(["index.js", "node.js", "testing.js", "session-worker.js"])("not by %s", async (file) => {
    expect((await packagesAtFirst(file)).filter((name) => /^(zod|stream-)/.test(name))).toEqual([]);
  });

  test("but by the door of the schemas", async () => {
    expect(await packagesAtFirst("schemas.js")).toEqual(["zod"]);
  });
});

describe("the program", () => {
  const folder = join(root, "dist", "cli");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const named = (asking: RegExp): string[] =>
    [...new Set(texts.flatMap((text) => Array.from(text.matchAll(asking), ([, name]) => name as string)))].sort();

  test("is CommonJS, and holds the packages that it requires, but for the reader of YAML", () => {
    expect(named(/^(import|export) /gm)).toEqual([]);
    expect(named(/\brequire\('([^'.][^']*)'\)/g).filter((name) => !isBuiltin(name))).toEqual(["yaml"]);
  });

  test("asks for optional packages, and for the tokenizer of very long lines, when it needs them", () => {
    const packages = named(/\bimport\('([^']*)'\)/g).map(packageOf);
    const bundled = "@observablehq/plot";
    const optional = Object.keys(manifest.peerDependencies).filter((name) => name !== bundled);
    expect([...new Set(packages)].sort()).toEqual([...optional, "stream-chain", "stream-json"].sort());
  });

  test("comes with the licences of the packages that it holds", () => {
    const licences = readFileSync(join(root, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8");
    const texts = licences.split(`\n${"-".repeat(78)}\n\n`);
    const named = /^(\S+) [\d.]+ \((?:MIT|ISC|Apache-2[.]0|BSD-3-Clause|Unlicense)\)\n/;
    const packages = texts.map((text) => named.exec(text)?.[1]);
    expect(packages).toEqual(
      expect.arrayContaining(["@date-fns/tz", "@observablehq/plot", "commander", "d3", "date-fns", "p-map", "zod"]),
    );
    expect(packages).not.toContain(undefined);
    for (const text of texts)
      expect(text).toMatch(/Permission (is hereby granted|to use, copy)|Redistribution and use/);
  });
});
