import { describe, expect, test } from "vitest";
import { optionalPeer } from "../../src/node/optional-peer.js";

const failing = (code: string) => (): Promise<never> => Promise.reject(Object.assign(new Error("no"), { code }));

describe("a package that only some need", () => {
  test("is named with the command that installs it where it is not there", async () => {
    await expect(optionalPeer("@duckdb/node-api", failing("ERR_MODULE_NOT_FOUND"))).rejects.toMatchObject({
      name: "TranscriptError",
      message:
        "This needs the package @duckdb/node-api; install it with: npm install @duckdb/node-api (with -g where tidemark was installed with it)",
    });
  });

  test("shows its own fault where it can't be loaded", async () => {
    await expect(optionalPeer("@duckdb/node-api", failing("ERR_DLOPEN_FAILED"))).rejects.toThrow("no");
  });
});
