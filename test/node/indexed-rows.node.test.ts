import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readIndex, writeIndex } from "../../src/node/index-file.js";
import { storedNames as names } from "../../src/node/indexed-folder.js";
import {
  boundaries,
  check,
  type IndexedQuery,
  type IndexedRowsOptions,
  indexedRows,
  openTimeline,
  session,
  transcriptFiles,
} from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { put, temporaryFolder } from "./temporary-folder.js";

const queries = { boundaries, check, session };
const demo = transcript({ cliVersion: "2.1.285" })
  .prompt("A private word.")
  .reply("Done.")
  .compact({ summary: "A private summary." })
  .subagent("Look.", (agent) => agent.prompt("Look.").reply("Seen."));

async function indexed(query: IndexedQuery, root: string, options: IndexedRowsOptions) {
  const answers = [];
  for await (const answer of indexedRows(query, root, options)) answers.push(answer);
  return answers;
}

async function direct(query: IndexedQuery, root: string) {
  const answers = [];
  for (const file of await transcriptFiles(root))
    answers.push({ file, rows: queries[query](await openTimeline(file)) });
  return answers;
}

/** So long ago that a later write is sure to have another time. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 120));
const indexFile = (cache: string): string => join(cache, readdirSync(cache)[0] as string);

/** What happens to a folder between two questions. */
type Act = {
  kind: "append" | "rewrite" | "delete" | "touch" | "damage" | "agent" | "sibling";
  file: number;
  text: string;
  at: number;
};

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom("append", "rewrite", "delete", "touch", "damage", "agent", "sibling"),
  file: fc.nat({ max: 3 }),
  text: arbitrarySession({ maxSteps: 4 }).map((one) => one.toString()),
  at: fc.nat(),
});

interface Question {
  act: Act;
  query: IndexedQuery;
  /** Whether the files are old enough for the index when it is asked. */
  settled: boolean;
}

const question: fc.Arbitrary<Question> = fc.record({
  act,
  query: fc.constantFrom<IndexedQuery>("boundaries", "check", "session"),
  settled: fc.boolean(),
});

function perform({ kind, file, text, at }: Act, folder: string, cache: string): void {
  const path = join(folder, "p", `${file}.jsonl`);
  if (kind === "damage") {
    for (const name of readdirSync(cache)) {
      const bytes = readFileSync(join(cache, name));
      const place = at % bytes.length;
      bytes[place] = (bytes[place] as number) ^ (1 << (at % 8));
      writeFileSync(join(cache, name), bytes);
    }
  } else if (kind === "delete") rmSync(path, { force: true });
  else if (kind === "agent") put(join(folder, "p", `${file}`, "subagents", "agent-a1.jsonl"), text);
  else if (kind === "sibling") put(join(folder, "p", "agent-b2.jsonl"), file < 2 ? demo.toString() : text);
  else if (kind === "append") put(path, `${read(path)}${text}`);
  else if (kind === "touch") {
    // Another content of the same size, with the old time put back.
    const before = read(path);
    if (before === "") return;
    const { atime, mtime } = statSync(path);
    put(path, before.replace("Begin.", "Began!"));
    utimesSync(path, atime, mtime);
  } else put(path, text);
}

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

describe("indexed rows", () => {
  test("equal the direct rows after any appends, rewrites, deletions and damage", async () => {
    const root = temporaryFolder();
    let runs = 0;
    const play = async (acts: Question[]) => {
      const run = runs++;
      const [folder, cache] = [join(root, `${run}`), join(root, `cache-${run}`)];
      put(join(folder, "p", "0.jsonl"), demo.toString());
      put(join(cache, "none"), "x");
      const options = { index: cache, onError: () => undefined };
      for (const { act, query, settled } of acts) {
        perform(act, folder, cache);
        if (settled) await settle();
        expect(await indexed(query, folder, options)).toEqual(await direct(query, folder));
      }
    };
    const programs = fc.array(fc.array(question, { maxLength: 8 }), { minLength: 10, maxLength: 10 });
    // Several at a time, because most of the time is waiting.
    await fc.assert(
      fc.asyncProperty(programs, async (all) => void (await Promise.all(all.map(play)))),
      { numRuns: 5 },
    );
  });

  test("come from the index where nothing has changed, and from the file where it has", async () => {
    const folder = temporaryFolder([...demo.files()]);
    const cache = temporaryFolder();
    await settle();
    const first = await indexed("boundaries", folder, { index: cache });
    expect(first).toEqual(await direct("boundaries", folder));
    // An index in which another answer stands, under a right checksum, shows where the rows come from.
    const index = readIndex(indexFile(cache), folder, names);
    expect([...index.sessions.keys()]).toEqual([`${demo.sessionId}.jsonl`]);
    const known = [...index.sessions.values()][0];
    if (known) known.answers[names.indexOf("boundaries")] = "[]";
    writeIndex(indexFile(cache), folder, names, index);
    expect(await indexed("boundaries", folder, { index: cache })).toEqual([{ file: first[0]?.file, rows: [] }]);
    expect(await indexed("boundaries", folder, { index: false })).toEqual(first);
    put(first[0]?.file as string, `${demo.toString()}\n`);
    expect(await indexed("boundaries", folder, { index: cache })).toEqual(await direct("boundaries", folder));
  });

  test("every byte of the index counts: a changed one makes it worth nothing", async () => {
    const folder = temporaryFolder([...demo.files()]);
    const cache = temporaryFolder();
    await settle();
    await indexed("session", folder, { index: cache });
    const path = indexFile(cache);
    const whole = readFileSync(path);
    const sessions = () => readIndex(path, folder, names).sessions.size;
    expect(sessions()).toBe(1);
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 7 }), (at, bit) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ (1 << bit);
        writeFileSync(path, bytes);
        expect(sessions()).toBe(0);
        writeFileSync(path, whole.subarray(0, at));
        expect(sessions()).toBe(0);
      }),
    );
  });

  test("the index is for its owner alone, and holds no word of the conversation", async () => {
    const folder = temporaryFolder([...demo.files()]);
    const cache = join(temporaryFolder(), "deep", "cache");
    await settle();
    await indexed("session", folder, { index: cache });
    expect(statSync(indexFile(cache)).mode & 0o777).toBe(0o600);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(readFileSync(indexFile(cache), "utf8")).not.toMatch(/private/);
  });

  test("neither reads nor writes an index where that is asked", async () => {
    const before = process.env.XDG_CACHE_HOME;
    process.env.XDG_CACHE_HOME = temporaryFolder();
    try {
      const folder = temporaryFolder([...demo.files()]);
      await settle();
      await indexed("session", folder, { index: false });
      expect(readdirSync(process.env.XDG_CACHE_HOME)).toEqual([]);
      await indexed("session", folder, {});
      expect(readdirSync(join(process.env.XDG_CACHE_HOME, "tidemark"))).toHaveLength(1);
    } finally {
      if (before === undefined) delete process.env.XDG_CACHE_HOME;
      else process.env.XDG_CACHE_HOME = before;
    }
  });

  test("an index that can't be written costs no answer", async () => {
    const folder = temporaryFolder([...demo.files()]);
    const cache = temporaryFolder([["file", ""]]);
    await settle();
    expect(await indexed("session", folder, { index: join(cache, "file") })).toEqual(await direct("session", folder));
  });

  test("callers that write at the same time leave a whole index", async () => {
    const sessions = Array.from({ length: 6 }, (_, seed) => transcript({ cliVersion: "2.1.285", seed }).prompt("Go."));
    const folder = temporaryFolder(sessions.flatMap((one) => [...one.files()]));
    const cache = temporaryFolder();
    await settle();
    const expected = await direct("check", folder);
    const answers = await Promise.all([1, 2, 3, 4].map(() => indexed("check", folder, { index: cache })));
    for (const answer of answers) expect(answer).toEqual(expected);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(readIndex(indexFile(cache), folder, names).sessions.size).toBe(6);
  });

  test("a session that is left out by its time stays in the index", async () => {
    const folder = temporaryFolder([...demo.files()]);
    const cache = temporaryFolder();
    await settle();
    await indexed("session", folder, { index: cache });
    const before = readFileSync(indexFile(cache));
    expect(await indexed("session", folder, { index: cache, since: Date.now() + 60_000 })).toEqual([]);
    expect(readFileSync(indexFile(cache))).toEqual(before);
  });

  test("an unknown query is wrong use", async () => {
    await expect(indexed("usage" as never, temporaryFolder(), {})).rejects.toThrow(/No index answers "usage"; ask/);
  });
});
