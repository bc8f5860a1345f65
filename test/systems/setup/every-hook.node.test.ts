import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hookSystems } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

const hooks = hookSystems.flatMap(({ hooks, statusLine }) => [...hooks, ...(statusLine ? [statusLine] : [])]);

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
});
