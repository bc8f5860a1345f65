import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cacheFolder } from "../../src/node/cache-folder.js";
import { sessionEnd } from "../../src/node/session-end.js";
import { configFolder } from "../../src/node/standard-folder.js";
import { telemetryFile } from "../../src/systems/telemetry/telemetry-file.js";
import { transcript } from "../../src/testing.js";
import { temporaryFolder } from "./temporary-folder.js";

beforeEach(() => {
  for (const name of ["XDG_CACHE_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR"]) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

test.skipIf(process.platform === "win32").each(["", "relative"])(
  "where HOME is %j nothing is kept below the folder that the program runs in",
  (home) => {
    vi.stubEnv("HOME", home);
    for (const place of [() => cacheFolder(null), configFolder, telemetryFile])
      expect(place).toThrow(`The home folder is not known: HOME is "${home}"; set it to an absolute path`);
    expect(cacheFolder("/given")).toBe("/given");
  },
);

test("without a home folder the end of a large session is read all the same", async () => {
  vi.stubEnv("HOME", "");
  const session = transcript({ cliVersion: "2.1.285" }).prompt("x".repeat(2 * 1024 * 1024));
  const path = `${temporaryFolder([["session.jsonl", session.toString()]])}/session.jsonl`;
  const { timeline } = await sessionEnd(path);
  expect(timeline.events.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
});
