import { defineConfig } from "vitest/config";

// Run by `npm run test:consumers`, which installs the runtimes beforehand; one folder with the packed package serves all.
export default defineConfig({
  test: {
    name: "consumers",
    include: ["test/consumers/*.test.ts"],
    globalSetup: "test/consumers/consumer-folder.ts",
    // Only ends what hangs: compilers and bundlers share the machine with others.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
