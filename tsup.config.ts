import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";
import { defineConfig, type Options } from "tsup";
import { licences } from "./bundled-licences.js";
import { asCommonJs } from "./common-js.js";
import { shapesModule } from "./schemas/shapes/generate.js";
import { made, viewPage } from "./view-page.js";

const doors = {
  index: "src/index.ts",
  node: "src/node.ts",
  notebook: "src/notebook.ts",
  plots: "src/plots.ts",
  schemas: "schemas/index.ts",
  systems: "src/systems.ts",
  testing: "src/testing.ts",
  worker: "src/worker.ts",
  "worker-thread": "src/worker/thread.ts",
};

/**
 * The module `src/read/scan/wasm-bytes.ts`: the scanner in WebAssembly, compiled from its source. The build takes it from
 * here; the committed file is for what runs from the sources, and a test tells when it is out of date.
 */
export const wasmBytesModule = () => compiled("wasmHex", ["scan", "lengths", "hash", "texts", "find"]);

/** The same for `src/read/scan/members-bytes.ts`, which only what runs in Node loads. */
export const membersBytesModule = () => compiled("membersHex", ["members"]);

async function compiled(name: string, sources: string[]): Promise<string> {
  let code: Uint8Array = new Uint8Array(0);
  const paths = sources.map((source) => `src/read/scan/assembly/${source}.ts`);
  const options = "-O3 --enable simd --runtime stub --noAssert --initialMemory 16 --outFile scan.wasm".split(" ");
  const { error, stderr } = await asc.main([...paths, ...options], {
    writeFile(_name, contents) {
      code = contents as Uint8Array;
    },
  });
  if (error !== null) throw new Error(`The scanner does not compile: ${stderr.toString()}`);
  const hex = Buffer.from(code).toString("hex");
  return `// Written by \`npm run scanner\` from assembly/.\nexport const ${name} =\n  "${hex}";\n`;
}

/** The module `src/node/build-id.ts`: a hash of all sources. */
function buildIdModule(): string {
  const hash = createHash("sha256");
  const sources = ["src", "schemas"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const path of ["package.json", ...sources.sort()]) hash.update(`${path}\0`).update(readFileSync(path));
  return `export const buildId = "${hash.digest("hex").slice(0, 16)}";`;
}

const common = {
  format: "esm",
  target: "node20",
  splitting: true,
  silent: true,
  // tsup would shorten `node:fs` to `fs`; the prefix is what Deno needs and what the browser test looks for.
  removeNodeProtocol: false,
  esbuildPlugins: [
    made("src/read/scan/wasm-bytes", wasmBytesModule),
    made("src/read/scan/members-bytes", membersBytesModule),
    made("schemas/shapes/text", shapesModule),
    made("src/node/build-id", buildIdModule),
  ],
} satisfies Options;

const worker = "src/node/session-worker.ts";

const library: Options = {
  ...common,
  entry: { ...doors, "session-worker": worker },
  dts: { entry: doors },
  // The modules only declare things, so an import that nothing is taken from can go.
  treeshake: { moduleSideEffects: false },
  sourcemap: true,
};

const modules = "node_modules/.cache/tidemark/program";

/** The program starts faster from few files, so it holds the packages that it needs; what few answers need stays outside. */
const program: Options = {
  ...common,
  entry: { main: "src/cli/main.ts", "session-worker": worker },
  outDir: modules,
  clean: true,
  noExternal: ["commander", "date-fns", "@date-fns/tz", "p-map", "zod", "@observablehq/plot"],
  esbuildPlugins: [...common.esbuildPlugins, licences("dist/THIRD-PARTY-LICENSES.txt")],
  async onSuccess() {
    await asCommonJs({ main: `${modules}/main.js`, "session-worker": `${modules}/session-worker.js` }, "dist/cli");
    chmodSync("dist/cli/main.js", 0o755);
    mkdirSync("dist/man");
    writeFileSync("dist/man/tidemark.1", execFileSync(process.execPath, ["dist/cli/main.js", "manual"]));
  },
};

export default defineConfig(async () => {
  // Not by `clean`: each of the two would remove what the other one wrote.
  rmSync("dist", { recursive: true, force: true });
  mkdirSync("dist");
  writeFileSync("dist/view.html", await viewPage(common.esbuildPlugins));
  return [library, program];
});
