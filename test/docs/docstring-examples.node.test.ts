import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import * as tidemark from "../../src/node.js";
import * as notebook from "../../src/notebook.js";
import * as plots from "../../src/plots.js";
import * as systems from "../../src/systems.js";
import * as testing from "../../src/testing.js";
import { transcriptWorker } from "../../src/worker.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const demo = join(root, "fixtures", "demo", "session.jsonl");

interface Example {
  name: string;
  lines: string[];
}

/** The `@example` blocks of a source file, without their comment stars. */
function examplesOf(file: string): Example[] {
  const blocks = readFileSync(file, "utf8").match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return blocks.flatMap((block, index) => {
    const at = block.indexOf("@example");
    if (at < 0) return [];
    const lines = block
      .slice(at + "@example".length, -2)
      .split("\n")
      .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
      .filter((line) => line !== "");
    return [{ name: `${file.slice(root.length)}${index === 0 ? "" : ` (${index + 1})`}`, lines }];
  });
}

const sources = ["src", "schemas"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(root, folder, file)),
);

// biome-ignore lint/complexity/useArrowFunction: the constructor of async functions has no name of its own
const AsyncFunction = async function () {}.constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<unknown[][]>;

/** Runs an example over the demo transcript; each `expression; // => value` is checked. */
async function run(lines: string[]): Promise<unknown[][]> {
  const body = lines.map((line) => {
    const [code = "", value] = line.split("// =>");
    if (value === undefined) return code;
    const [, declared, expression = ""] = /^(?:(const \w+ = ))?(.*?);?\s*$/.exec(code) ?? [];
    return declared === undefined
      ? `pairs.push([${expression}, ${value}]);`
      : `${code}\npairs.push([${declared.slice(6, -3)}, ${value}]);`;
  });
  const scope: Record<string, unknown> = {
    ...notebook,
    ...tidemark,
    ...testing,
    ...systems,
    ...plots,
    // Node's global scope has no Worker: here the built one is started by hand.
    transcriptWorker: () => transcriptWorker(new Worker(join(root, "dist", "worker-thread.js"))),
    text: readFileSync(demo, "utf8"),
    timeline: await tidemark.openTimeline(demo),
    path: demo,
  };
  const used = Object.keys(scope).filter((name) => !body.some((line) => new RegExp(`const ${name}\\b`).test(line)));
  return new AsyncFunction(...used, `const pairs = [];\n${body.join("\n")}\nreturn pairs;`)(
    ...used.map((name) => scope[name]),
  );
}

describe("examples of docstrings, over the demo transcript", () => {
  for (const { name, lines } of sources.flatMap(examplesOf))
    test(name, async () => {
      const pairs = await run(lines);
      expect(pairs.length, "an example shows at least one value with // =>").toBeGreaterThan(0);
      for (const [actual, expected] of pairs) expect(actual).toEqual(expected);
    });
});

const query = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:async )?function (\w+)\([^)]*\): (?:Promise<)?\w+Row\[\]/g;

/** The docstring and the name of each function of a file that gives rows, and that a door gives. */
const queriesOf = (file: string): { name: string; docstring: string }[] =>
  [...readFileSync(file, "utf8").matchAll(query)].flatMap(([, docstring = "", name = ""]) =>
    name in tidemark ? [{ name, docstring }] : [],
  );

describe("the docstring of a query", () => {
  const folder = join(root, "src", "queries");
  const queries = readdirSync(folder).flatMap((file) => (file.endsWith(".ts") ? queriesOf(join(folder, file)) : []));
  test.each(queries)("$name has an example and names its known gaps", ({ docstring }) => {
    expect(docstring).toContain("@example");
    expect(docstring).toContain("Known gaps:");
  });
});
