import asc from "assemblyscript/asc";
import type { Plugin } from "esbuild";
import { defineConfig } from "tsup";
import { shapesModule } from "./schemas/shapes/generate.js";

const doors = {
  index: "src/index.ts",
  node: "src/node.ts",
  schemas: "schemas/index.ts",
  testing: "src/testing.ts",
};

/**
 * The module `src/read/scan/wasm-bytes.ts`: the scanner in WebAssembly, compiled from its source. The build takes it from
 * here; the committed file is for what runs from the sources, and a test tells when it is out of date.
 */
export async function wasmBytesModule(): Promise<string> {
  let code: Uint8Array = new Uint8Array(0);
  const sources = ["scan", "lengths", "hash", "texts", "find"].map((name) => `src/read/scan/assembly/${name}.ts`);
  const options = "-O3 --enable simd --runtime stub --noAssert --initialMemory 16 --outFile scan.wasm".split(" ");
  const { error, stderr } = await asc.main([...sources, ...options], {
    writeFile(_name, contents) {
      code = contents as Uint8Array;
    },
  });
  if (error !== null) throw new Error(`The scanner does not compile: ${stderr.toString()}`);
  const hex = Buffer.from(code).toString("hex");
  return `// Written by \`npm run scanner\` from assembly/.\nexport const wasmHex =\n  "${hex}";\n`;
}

export default defineConfig({
  entry: { ...doors, cli: "src/cli/main.ts", "message-worker": "src/node/message-worker.ts" },
  dts: { entry: doors },
  format: "esm",
  target: "node20",
  splitting: true,
  // The modules only declare things, so an import that nothing is taken from can go.
  treeshake: { moduleSideEffects: false },
  sourcemap: true,
  clean: true,
  silent: true,
  // tsup would shorten `node:fs` to `fs`; the prefix is what Deno needs and what the browser test looks for.
  removeNodeProtocol: false,
  esbuildPlugins: [made(/scan[\\/]wasm-bytes\.ts$/, wasmBytesModule), made(/shapes[\\/]text\.ts$/, shapesModule)],
});

/** Takes a module from what it is made of, not from the committed file. */
function made(filter: RegExp, make: () => string | Promise<string>): Plugin {
  return {
    name: "made-modules",
    setup(build) {
      build.onLoad({ filter }, async () => ({ contents: await make(), loader: "ts" }));
    },
  };
}
