import { defineConfig } from "tsup";

const doors = {
  index: "src/index.ts",
  node: "src/node.ts",
  schemas: "schemas/index.ts",
  testing: "src/testing.ts",
};

export default defineConfig({
  entry: { ...doors, cli: "src/cli/main.ts" },
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
});
