import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hookSystems } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

const hooks = hookSystems.flatMap(({ hooks, statusLine }) => [...hooks, ...(statusLine ? [statusLine] : [])]);

// What a hook writes must not lie among what the user of this machine has.
beforeEach(() => {
  for (const name of ["CLAUDE_CONFIG_DIR", "XDG_STATE_HOME"]) vi.stubEnv(name, temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

/** What goes wrong with a hook; none of it may stop a session. */
const faults: Record<string, { args?: string[]; input: (folder: string) => unknown }> = {
  "an option that it does not know": { args: ["--no-such-option"], input: () => ({}) },
  "an option with a value that is none": { args: ["--max", "many", "--wait", "long", "--at", "x"], input: () => ({}) },
  "no transcript named": { input: () => ({ session_id: "5e55" }) },
  "a transcript that is not there": { input: (folder) => ({ session_id: "5e55", transcript_path: join(folder, "x") }) },
  "a folder in its place": { input: (folder) => ({ session_id: "5e55", transcript_path: folder }) },
  "input that is a list": { input: () => [] },
  "fields of other types": { input: () => ({ session_id: 7, transcript_path: {}, cwd: [], trigger: null }) },
};

describe.each(hooks.map(({ args }) => args))("tidemark %s", (args) => {
  for (const [fault, { args: more = [], input }] of Object.entries(faults))
    test(`with ${fault} ends with 0`, async () => {
      const folder = temporaryFolder();
      const words = [...args.split(" "), ...more];
      const { code, err } = await runCaptured(words, { input: [JSON.stringify(input(folder))] });
      expect([code, err.trimEnd().split("\n").length]).toEqual([0, 1]);
    });

  test("tells no secret that stands in the path of a transcript", async () => {
    const token = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    const input = { session_id: "5e55", transcript_path: join(temporaryFolder(), `${token}.jsonl`) };
    const { out, err } = await runCaptured(args.split(" "), { input: [JSON.stringify(input)] });
    expect(out + err).not.toContain(token);
  });
});
