/** Leaves out what is loaded when it is needed, such as zod and the schemas, and the tokenizer of very long lines. */
const whatLoadsFirst = (config) => ({
  ...config,
  plugins: [
    {
      name: "what-loads-first",
      setup({ onResolve }) {
        onResolve({ filter: /^[.]/ }, ({ kind, path }) =>
          kind === "dynamic-import" ? { path, external: true } : null,
        );
      },
    },
  ],
});

const answer = { path: "dist/index.js", import: "{ readTimeline, returned }" };
const entries = { path: "dist/index.js", import: "{ readEntries }" };

export default [
  { name: ".", path: "dist/index.js", limit: "131 kB" },
  { name: ". at first", path: "dist/index.js", modifyEsbuildConfig: whatLoadsFirst, limit: "100 kB" },
  { name: ". for one answer", ...answer, limit: "85 kB" },
  { name: ". for one answer, at first", ...answer, modifyEsbuildConfig: whatLoadsFirst, limit: "53.5 kB" },
  { name: ". for entries, at first", ...entries, modifyEsbuildConfig: whatLoadsFirst, limit: "34.5 kB" },
  { name: "./node", path: "dist/node.js", ignore: ["node:*"], limit: "146 kB" },
  { name: "./systems", path: "dist/systems.js", ignore: ["node:*"], limit: "214 kB" },
  { name: "./plots", path: "dist/plots.js", ignore: ["@observablehq/plot"], limit: "12 kB" },
  { name: "./schemas", path: "dist/schemas.js", limit: "47 kB" },
  { name: "./testing", path: "dist/testing.js", limit: "13.4 kB" },
];
