/** Leaves out what is loaded when it is needed, such as zod and the schemas, and the tokenizer of very long lines. */
const whatLoadsFirst = (config) => ({
  ...config,
  plugins: [
    {
      name: "what-loads-first",
      setup({ onResolve }) {
        onResolve({ filter: /./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : null));
      },
    },
  ],
});

const first = { modifyEsbuildConfig: whatLoadsFirst };
const door = "dist/index.js";
const answer = { path: door, import: "{ readTimeline, returned }" };

// docs/sizes.md has the same rows; a test holds both together.
export default [
  { name: "tidemark", path: door, limit: "142.5 kB" },
  { name: "tidemark, at first", path: door, ...first, limit: "99.2 kB" },
  { name: "one answer", ...answer, limit: "90.6 kB" },
  { name: "one answer, at first", ...answer, ...first, limit: "47 kB" },
  { name: "boundaries, at first", path: door, import: "{ readTimeline, boundaries }", ...first, limit: "42.8 kB" },
  { name: "entries, at first", path: door, import: "{ readEntries }", ...first, limit: "30.2 kB" },
  { name: "tidemark/node", path: "dist/node.js", ignore: ["node:*"], limit: "162.5 kB" },
  { name: "tidemark/notebook", path: "dist/notebook.js", ignore: ["node:*"], limit: "168.8 kB" },
  { name: "tidemark/systems", path: "dist/systems.js", ignore: ["node:*"], limit: "231.5 kB" },
  { name: "tidemark/plots", path: "dist/plots.js", ignore: ["@observablehq/plot"], limit: "12 kB" },
  { name: "tidemark/worker", path: "dist/worker.js", ignore: ["./worker-thread.js"], limit: "1.4 kB" },
  { name: "tidemark/worker-thread", path: "dist/worker-thread.js", limit: "123 kB" },
  { name: "tidemark/schemas", path: "dist/schemas.js", limit: "54 kB" },
  { name: "tidemark/testing", path: "dist/testing.js", limit: "13.4 kB" },
];
