import { appendFileSync, existsSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { demoEntries, demoTranscript, linesOf } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const opened = vi.hoisted(() => [] as string[]);

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return {
    ...fs,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      opened.push(String(args[0]));
      return fs.openSync(...args);
    },
  };
});

const agent = linesOf(
  demoEntries()
    .slice(0, 2)
    .map((entry) => ({ ...entry, isSidechain: true, agentId: "a1f00d" })),
);
const files = {
  "p/1-good.jsonl": demoTranscript(),
  "p/2-torn.jsonl": `${demoTranscript()}{"type":"user","uu\n`,
  "p/3-bad.jsonl": "no\njson\n",
  "p/4-empty.jsonl": "",
  "p/5-short.jsonl": linesOf(demoEntries().slice(0, 2)),
  "p/agent-a1f00d.jsonl": agent,
  "p/1-good/subagents/agent-b1.jsonl": agent,
};

/** A folder whose files are so old that a later write is sure to have another time, and an index of its own. */
const inSettled = (ask: (folder: string, cache: string) => Promise<void>) =>
  inFolder(files, async (path) => {
    const before = process.env.XDG_CACHE_HOME;
    process.env.XDG_CACHE_HOME = join(path, "cache");
    try {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await ask(join(path, "p"), join(path, "cache", "tidemark"));
    } finally {
      process.env.XDG_CACHE_HOME = before;
    }
  });

const verbs = ["boundaries", "check", "session"];
const ways = [...verbs.flatMap((verb) => [verb, `${verb} --json`]), "check --all"];

test.each(ways)("%s prints the same without an index, while it is made, and from it", async (way) => {
  await inSettled(async (folder, cache) => {
    const [verb = "", ...options] = way.split(" ");
    const without = await runCaptured([verb, folder, ...options, "--no-index"]);
    expect(existsSync(cache)).toBe(false);
    expect(without.code).toBe(2);
    expect(without.err.trimEnd().split("\n")).toEqual([
      `tidemark: ${folder}/3-bad.jsonl: not a transcript, no line is an entry; name a *.jsonl file that Claude Code wrote`,
      `tidemark: ${folder}/4-empty.jsonl: the file is empty; name a transcript that Claude Code has written`,
    ]);
    expect(await runCaptured([verb, folder, ...options])).toEqual(without);
    opened.length = 0;
    expect(await runCaptured([verb, folder, ...options])).toEqual(without);
    // What is no transcript is asked for its first bytes, which say what it is.
    expect(opened.filter((path) => path.endsWith(".jsonl"))).toEqual([`${folder}/3-bad.jsonl`]);
  });
});

test("a question makes the index for all verbs that use one, and only what has changed is read again", async () => {
  await inSettled(async (folder) => {
    await runCaptured(["session", folder]);
    appendFileSync(join(folder, "5-short.jsonl"), linesOf(demoEntries().slice(2)));
    opened.length = 0;
    const { out } = await runCaptured(["boundaries", folder, "--json"]);
    expect(JSON.parse(out)).toHaveLength(3);
    const transcripts = opened.filter((path) => path.endsWith(".jsonl"));
    const names = new Set(transcripts.map((path) => basename(path)));
    expect(names).toEqual(new Set(["5-short.jsonl", "agent-a1f00d.jsonl", "3-bad.jsonl"]));
  });
});

test("what is named by files, and what no index answers, makes none", async () => {
  await inSettled(async (folder, cache) => {
    await runCaptured(["boundaries", join(folder, "1-good.jsonl")]);
    await runCaptured(["returned", folder]);
    expect(existsSync(cache)).toBe(false);
  });
});

test("--no-index does not read the index", async () => {
  await inSettled(async (folder) => {
    await runCaptured(["boundaries", folder]);
    opened.length = 0;
    await runCaptured(["boundaries", folder, "--no-index"]);
    expect(opened).toContain(join(folder, "1-good.jsonl"));
  });
});

test("where the index can't be written, the answer is the same", async () => {
  await inSettled(async (folder) => {
    const without = await runCaptured(["boundaries", folder, "--no-index"]);
    process.env.XDG_CACHE_HOME = join(folder, "1-good.jsonl");
    expect(await runCaptured(["boundaries", folder])).toEqual(without);
  });
});
