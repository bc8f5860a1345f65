import { defineConfig } from "vitest/config";

// The time limits only end a test that hangs; they are wide because property tests share the machine with others.
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "node", environment: "node", include: ["test/**/*.test.ts"], ...limits } },
      {
        test: {
          name: "edge",
          environment: "edge-runtime",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "test/**/*.node.test.ts"],
          ...limits,
        },
      },
    ],
  },
});
