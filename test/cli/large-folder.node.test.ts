import { expect, test, vi } from "vitest";
import { demoEntries, demoTranscript, linesOf } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const asked = vi.hoisted(() => ({ listed: [] as string[], opened: [] as string[] }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return {
    ...fs,
    readdirSync: (...args: Parameters<typeof fs.readdirSync>) => {
      asked.listed.push(String(args[0]));
      return fs.readdirSync(...args);
    },
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      asked.opened.push(String(args[0]));
      return fs.openSync(...args);
    },
  };
});

const numbers = Array.from({ length: 9 }, (_, at) => at);
const agentEntries = demoEntries()
  .slice(0, 2)
  .map((entry) => ({ ...entry, isSidechain: true, agentId: "a1" }));
const files = Object.fromEntries(
  numbers.flatMap((at) => [
    [`${at}.jsonl`, demoTranscript()],
    [`agent-${at}.jsonl`, linesOf(agentEntries)],
  ]),
);

const times = (all: string[], name: string): number => all.filter((one) => one.endsWith(name)).length;

test.each(["as a folder", "by their names"])(
  "sessions named %s: the folder is listed once, and no file is read more than twice for its id and its lines",
  async (how) => {
    await inFolder(files, async (path) => {
      asked.listed.length = 0;
      asked.opened.length = 0;
      const paths = how === "as a folder" ? [path] : numbers.map((at) => `${path}/${at}.jsonl`);
      const { code, out, err } = await runCaptured(["boundaries", ...paths, "--json"]);
      expect([code, err, JSON.parse(out).length]).toEqual([0, "", numbers.length]);
      expect(times(asked.listed, path)).toBe(1);
      const mains = numbers.map((at) => times(asked.opened, `/${at}.jsonl`));
      expect(Math.max(...mains)).toBeLessThanOrEqual(2);
      // Each session of this folder has the same id, so that every session reads the lines of every subagent.
      const ids = numbers.map((at) => times(asked.opened, `/agent-${at}.jsonl`) - numbers.length);
      expect(Math.max(...ids)).toBeLessThanOrEqual(1);
    });
  },
);
