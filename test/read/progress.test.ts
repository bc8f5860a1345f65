import { describe, expect, test } from "vitest";
import { readEntries, readTimeline } from "../../src/index.js";
import type { ReadProgress } from "../../src/read/entry-batch.js";
import { transcript } from "../../src/testing.js";
import { readSession } from "../../src/timeline/read-timeline.js";

const text = transcript({ cliVersion: "2.1.285", cwd: "/home/dev/tide" }).prompt("Go on.").reply("Yes.").toString();
const bytes = new TextEncoder().encode(text);
const long = Array.from({ length: 3000 }, () => text).join("");

async function progressOf(source: Parameters<typeof readTimeline>[0]): Promise<ReadProgress[]> {
  const told: ReadProgress[] = [];
  await readTimeline(source, { onProgress: (progress) => told.push(progress) });
  return told;
}

describe("onProgress", () => {
  test("the last word is all bytes, of as many where the source says how many there are", async () => {
    const all = { bytes: bytes.length, total: bytes.length };
    expect((await progressOf(bytes)).at(-1)).toEqual(all);
    expect((await progressOf(bytes.slice().buffer)).at(-1)).toEqual(all);
    expect((await progressOf(new Blob([bytes]))).at(-1)).toEqual(all);
    const response = new Response(text, { headers: { "content-length": String(bytes.length) } });
    expect((await progressOf(response)).at(-1)).toEqual(all);
  });

  test("where the source does not say, or says too little, the total is not known", async () => {
    const unknown = { bytes: bytes.length, total: null };
    expect((await progressOf(text)).at(-1)).toEqual(unknown);
    expect((await progressOf([text])).at(-1)).toEqual(unknown);
    const packed = { "content-length": "10", "content-encoding": "gzip" };
    expect((await progressOf(new Response(text, { headers: packed }))).at(-1)).toEqual(unknown);
    const growing = {
      open: async function* () {
        yield bytes;
      },
      size: () => 1,
    };
    expect((await progressOf(growing)).at(-1)).toEqual(unknown);
  });

  test("bytes never become fewer, and are told on the way", async () => {
    const told = await progressOf(new Blob([long]));
    const counts = told.map((progress) => progress.bytes);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.length).toBeGreaterThan(1);
  });

  test("a read that is ended with its last word is ended", async () => {
    const ended = new AbortController();
    const onProgress = ({ bytes: read, total }: ReadProgress): void => {
      if (read === total) ended.abort(new Error("enough"));
    };
    await expect(readTimeline(bytes, { signal: ended.signal, onProgress })).rejects.toThrow("enough");
  });

  test("from a cursor the bytes before it count", async () => {
    let cursor: { offset: number; line: number; hash: string } | undefined;
    for await (const batch of readEntries(bytes)) cursor = batch.cursor;
    const told: ReadProgress[] = [];
    const more = new TextEncoder().encode(text + text);
    for await (const _ of readEntries(more, { cursor, onProgress: (progress) => told.push(progress) }));
    expect(told.at(-1)).toEqual({ bytes: more.length, total: more.length });
  });

  test("the files of one session are one progress", async () => {
    const told: ReadProgress[] = [];
    const parts = ["main", "a1"].map((chain) => ({ source: bytes, name: `${chain}.jsonl`, chain }));
    await readSession(parts, { onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ bytes: 2 * bytes.length, total: 2 * bytes.length });
  });
});

describe("a long read", () => {
  test("timers have their turn while text is read, and can end it", async () => {
    const aborted = new AbortController();
    setTimeout(() => aborted.abort(new Error("enough")), 1);
    let entries = 0;
    const read = async (): Promise<void> => {
      for await (const batch of readEntries(long, { signal: aborted.signal })) entries += batch.entries.length;
    };
    await expect(read()).rejects.toThrow("enough");
    expect(entries).toBeLessThan(6000);
  });
});
