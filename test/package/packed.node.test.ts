import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { manifest, root } from "./doors.js";

interface Packed {
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** What `npm pack` would put into the package. */
const [packed]: [Packed] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" }),
);
const paths = new Set(packed.files.map(({ path }) => path));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const ending = (...endings: string[]) => [...paths].filter((path) => endings.some((end) => path.endsWith(end)));

/** All that may be in the package. */
const expected = [
  /^(CHANGELOG|CONTRIBUTING|README|SECURITY)[.]md$|^LICENSE$|^package[.]json$/,
  /^docs\/([\w-]+\/)*[\w-]+[.]md$/,
  /^docs\/pictures\/\w+[.]svg$/,
  /^fixtures\/demo\/session([.]jsonl|\/subagents\/[\w-]+[.]jsonl)$/,
  /^schemas\/json\/\w+[.]json$/,
  /^dist\/[\w-]+[.](js|js[.]map|d[.]ts)$/,
  /^dist\/cli\/([\w-]+[.]js|package[.]json)$/,
  /^dist\/(view[.]html|man\/tidemark[.]1)$/,
  /^dist\/THIRD-PARTY-LICENSES[.]txt$/,
];

describe("the package as npm would publish it", () => {
  test("it holds the build, the pages with their drawings, the demo, the JSON Schemas and the usual papers, and nothing else", () => {
    expect([...paths].filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
    expect([...paths].filter((path) => path.includes("node_modules"))).toEqual([]);
    const used = expected.filter((pattern) => [...paths].some((path) => pattern.test(path)));
    expect(used).toEqual(expected);
  });

  test("every file that package.json names is there", () => {
    const named = JSON.stringify([manifest.bin, manifest.exports]).match(/dist\/[\w./-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !paths.has(path))).toEqual([]);
  });

  test("every file that a module or a declaration imports, or loads by its address, is there", () => {
    const imported = ending(".js", ".d.ts").flatMap((path) =>
      [...read(path).matchAll(/(?:from|import|import\(|require\(|new URL\()\s*["'](\.{1,2}\/[\w./-]+)["']/g)].map(
        (found) => join(dirname(path), found[1] as string),
      ),
    );
    expect(imported.length).toBeGreaterThan(100);
    const there = (path: string) => paths.has(path) || paths.has(path.replace(/[.]js$/, ".d.ts"));
    expect(imported.filter((path) => !there(path))).toEqual([]);
  });

  test("what imports an optional package stands behind the doors that say so", () => {
    const needs = new RegExp(`from ["'](${Object.keys(manifest.peerDependencies).join("|")})["']`);
    const behind = (path: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(path) || !paths.has(path)) return seen;
      seen.add(path);
      for (const [, next] of read(path).matchAll(/(?:from|import)\s*["']([.]{1,2}\/[\w./-]+)["']/g)) {
        const target = join(dirname(path), next as string);
        behind(path.endsWith(".d.ts") ? target.replace(/[.]js$/, ".d.ts") : target, seen);
      }
      return seen;
    };
    const doorsWith = (ending: string) =>
      Object.keys(manifest.exports)
        .filter((door) => door !== "./package.json")
        .filter((door) =>
          [...behind(`dist/${door === "." ? "index" : door.slice(2)}${ending}`)].some((path) => needs.test(read(path))),
        );
    expect(doorsWith(".js")).toEqual(["./plots"]);
    expect(doorsWith(".d.ts")).toEqual(["./notebook", "./plots"]);
  });

  test("what a page or the program names is there; screenshots, notebooks and the benchmark stay in the repository", () => {
    const linked = ending(".md").flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map((found) => join(dirname(path), found[1] as string))
        .filter((target) => !/[.](png|ipynb)$|^test[/]bench[/]peers/.test(target)),
    );
    const named = ending(".js").flatMap((path) => read(path).match(/\bdocs\/[\w/-]+[.]md\b/g) ?? []);
    expect(named).toContain("docs/lint.md");
    const isThere = (path: string) =>
      paths.has(path) || (path.endsWith("/") && [...paths].some((one) => one.startsWith(path)));
    expect([...linked, ...named].filter((path) => !isThere(path))).toEqual([]);
  });

  test("a source map brings its sources, so that none of them has to be there", () => {
    const without = ending(".js.map").filter((path) => {
      const { sources, sourcesContent = [] } = JSON.parse(read(path));
      return sources.length !== sourcesContent.length || sourcesContent.includes(null);
    });
    expect(without).toEqual([]);
  });

  test("it stays small: 2.4 MB to load, 10 MB on the disk", () => {
    expect(packed.size).toBeLessThan(2_400_000);
    expect(packed.unpackedSize).toBeLessThan(10_000_000);
  });
});
