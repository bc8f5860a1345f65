import { defineConfig } from "vitest/config";

// The time limits only end a test that hangs; they are wide because property tests share the machine with others.
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

/** What is installed for its own command and run by it. */
const elsewhere = ["**/node_modules/**", "test/consumers/**"];

const common = { include: ["test/**/*.test.ts"], setupFiles: "test/property-runs.ts", ...limits };

export default defineConfig({
  test: {
    // By itself vitest leaves one processor free, which of two is half.
    maxWorkers: "100%",
    projects: [
      { test: { name: "node", environment: "node", exclude: elsewhere, ...common } },
      {
        test: {
          name: "edge",
          environment: "edge-runtime",
          exclude: [...elsewhere, "test/**/*.node.test.ts"],
          ...common,
        },
      },
    ],
  },
});
