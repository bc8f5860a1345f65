import { appendFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Cursor, followTimeline, openTimeline, readEntries, readTimeline, type Timeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { temporaryFolder } from "./temporary-folder.js";

const session = transcript({ cliVersion: "2.1.285" })
  .prompt("naïve 🌊")
  .reply("Done.")
  .compact()
  .prompt("On.")
  .reply("Yes.");
const bytes = Buffer.from(session.toString());

/** Follows until a timeline fits. */
async function until(path: string, fits: (timeline: Timeline) => boolean, options = {}): Promise<Timeline> {
  for await (const timeline of followTimeline(path, options)) if (fits(timeline)) return timeline;
  throw new Error("The following ended.");
}

test("a transcript that is written in pieces while it is followed ends as the whole one", async () => {
  const path = join(temporaryFolder(), `${session.sessionId}.jsonl`);
  writeFileSync(path, "");
  const followed = until(path, ({ files }) => files[0]?.cursor?.offset === bytes.length);
  for (let at = 0; at < bytes.length; at += 997) {
    appendFileSync(path, bytes.subarray(at, at + 997));
    if (at % 3 === 0) await setTimeout(1);
  }
  expect(await followed).toEqual(await openTimeline(path));
});

test("the first timeline comes at once, and the following ends with its signal", async () => {
  const path = join(temporaryFolder(), "a.jsonl");
  writeFileSync(path, bytes);
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const timeline of followTimeline(path, { signal: stop.signal })) {
    seen.push(timeline.events.length);
    void setTimeout(5).then(() => stop.abort());
  }
  expect(seen).toEqual([(await readTimeline(bytes)).events.length]);
});

test("a following whose signal was aborted before gives nothing", async () => {
  const path = join(temporaryFolder(), "a.jsonl");
  writeFileSync(path, bytes);
  for await (const _ of followTimeline(path, { signal: AbortSignal.abort() })) expect.unreachable();
});

test("a file that is replaced by another one is followed on", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.jsonl");
  const other = transcript({ cliVersion: "2.1.285", seed: 2 })
    .prompt("Other.")
    .reply("Words.".repeat(10_000))
    .toString();
  writeFileSync(path, bytes);
  let replaced = false;
  const last = await until(path, ({ issues }) => {
    if (!replaced) writeFileSync(join(folder, "new"), other);
    if (!replaced) renameSync(join(folder, "new"), path);
    replaced = true;
    return issues.some(({ code }) => code === "rewritten-file");
  });
  expect(last.events).toEqual((await readTimeline(other)).events);
});

describe("a change in the middle of a file is seen", () => {
  const long = transcript({ cliVersion: "2.1.285" }).prompt("p".repeat(5_000)).reply("one").reply("r".repeat(5_000));
  const before = long.toString();
  const after = before.replace('"one"', '"two"');
  const more = long.prompt("More.").reply("r".repeat(5_000)).toString().slice(before.length);

  const ways: [string, (path: string) => void, string][] = [
    ["in place", (path) => writeFileSync(path, after, { flag: "r+" }), after],
    ["in another file that takes its place", (path) => replace(path, after), after],
    ["in another file that is longer, too", (path) => replace(path, after + more), after + more],
  ];
  function replace(path: string, content: string): void {
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }

  test.each(ways)("%s", async (_, change, content) => {
    expect(after).not.toBe(before);
    const path = join(temporaryFolder(), "a.jsonl");
    writeFileSync(path, before);
    let seen = 0;
    const last = await until(path, () => {
      // Later than the file system's clock can tell apart.
      if (seen++ === 0) void setTimeout(50).then(() => change(path));
      return seen === 2;
    });
    expect(last.events).toEqual((await readTimeline(content)).events);
  });

  test("from a saved cursor on", async () => {
    const path = join(temporaryFolder(), "a.jsonl");
    writeFileSync(path, before + more);
    const { files } = await readTimeline(before);
    const cursor = files[0]?.cursor as Cursor;
    let seen = 0;
    const last = await until(
      path,
      () => {
        if (seen++ === 0) void setTimeout(50).then(() => replace(path, before + more.replace("More.", "Less.")));
        return seen === 2;
      },
      { cursor },
    );
    expect(last.events.map((event) => (event.kind === "prompt" ? event.text : ""))).toContain("Less.");
    expect(Math.min(...last.events.map(({ place }) => place.offset))).toBe(Buffer.byteLength(before));
  });
});

test("wrong use says what to write", async () => {
  const path = join(temporaryFolder([["a.jsonl", bytes]]), "a.jsonl");
  const cursor = null as unknown as Cursor;
  await expect(followTimeline(path, { cursor }).next()).rejects.toThrow(/`cursor` is no cursor; .* leave it out/);
  await expect(readEntries(bytes, { cursor }).next()).rejects.toThrow(/`cursor` is no cursor; .* leave it out/);
  for (const pollMs of [0, Number.POSITIVE_INFINITY, 2 ** 31])
    await expect(followTimeline(path, { pollMs }).next()).rejects.toThrow(/`pollMs` is .*; pass milliseconds above 0/);
});

test("a file that goes away is waited for", async () => {
  const path = join(temporaryFolder(), "a.jsonl");
  writeFileSync(path, bytes.subarray(0, 100));
  let seen = 0;
  const last = await until(path, ({ files }) => {
    if (seen++ === 0) rmSync(path);
    if (seen === 1) void setTimeout(30).then(() => writeFileSync(path, bytes));
    return files[0]?.cursor?.offset === bytes.length;
  });
  expect(last.events).toEqual((await readTimeline(bytes)).events);
});

test("goes on from a saved cursor", async () => {
  const path = join(temporaryFolder(), "a.jsonl");
  const half = bytes.indexOf("\n", bytes.length / 2) + 1;
  writeFileSync(path, bytes.subarray(0, half));
  const cursor = (await openTimeline(path)).files[0]?.cursor as Cursor;
  appendFileSync(path, bytes.subarray(half));
  const rest = await until(path, () => true, { cursor });
  const whole = await openTimeline(path);
  expect(rest.events.map(({ place }) => place)).toEqual(
    whole.events.map(({ place }) => place).filter(({ offset }) => offset >= half),
  );
  expect(rest.files[0]?.cursor).toEqual(whole.files[0]?.cursor);
});

test("wrong use is an error that says what to do", async () => {
  const folder = temporaryFolder();
  await expect(followTimeline(join(folder, "none.jsonl")).next()).rejects.toThrow(/none\.jsonl: no such file; check/);
  await expect(followTimeline(folder).next()).rejects.toThrow(/is a folder; name a file in it/);
  await expect(followTimeline("a", { pollMs: 0 }).next()).rejects.toThrow(/`pollMs` is 0; pass/);
});
