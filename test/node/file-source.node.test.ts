import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { describe, expect, test } from "vitest";
import { type Cursor, fileSource, followTimeline, openTimeline, readEntries } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { readAll } from "../read/read-all.js";
import { temporaryFolder } from "./temporary-folder.js";

test("other work has its turn while a large file is read, and can end the reading", async () => {
  const folder = mkdtempSync(join(tmpdir(), "file-source-"));
  try {
    const path = join(folder, "session.jsonl");
    const line = transcript({ cliVersion: "2.1.285" }).prompt("word ".repeat(200_000)).toString();
    writeFileSync(path, line.repeat(12));
    const asked = new AbortController();
    setImmediate(() => asked.abort(new Error("enough")));
    await expect(openTimeline(path, { signal: asked.signal })).rejects.toThrow("enough");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.skipIf(process.platform === "win32")("a pipe", () => {
  const text = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").toString();
  const pipeIn = (folder: string): string => {
    const path = join(folder, "pipe.jsonl");
    execFileSync("mkfifo", [path]);
    return path;
  };

  test("is opened as a file of the same content is", async () => {
    const folder = temporaryFolder([["file.jsonl", text]]);
    const path = pipeIn(folder);
    const [timeline] = await Promise.all([openTimeline(path), pipeline([text], createWriteStream(path))]);
    expect(timeline).toEqual(await openTimeline(join(folder, "file.jsonl")));
  });

  test("can't be read from a cursor on, and says so", async () => {
    const folder = temporaryFolder([["file.jsonl", text]]);
    let cursor: Cursor | undefined;
    for await (const batch of readEntries(fileSource(join(folder, "file.jsonl")))) cursor = batch.cursor;
    const path = pipeIn(folder);
    const writing = pipeline([text], createWriteStream(path)).catch(() => undefined);
    await expect(readEntries(fileSource(path), { cursor }).next()).rejects.toThrow(
      /is a pipe or a device, which is read once and from its start; leave the cursor out/,
    );
    await writing;
  });

  test("can't be followed, and says so at once", async () => {
    const path = pipeIn(temporaryFolder());
    await expect(followTimeline(path).next()).rejects.toThrow(/is no regular file, which alone can be followed/);
  });
});

test("a device is read as a stream", async () => {
  expect((await openTimeline("/dev/null")).events).toEqual([]);
});

test.each(["whole", "lazy"] as const)(
  "files that are read at the same time keep apart, with %s bodies",
  async (bodies) => {
    const written = (words: string) => transcript({ cliVersion: "2.1.285" }).prompt(words).reply("Done.").toString();
    const texts = Array.from({ length: 24 }, (_, at) => {
      const lines = `${written(`file ${at}`)}${written(`${at} `.repeat(400))}`;
      if (at % 4 === 1) return lines.trimEnd();
      if (at % 4 === 2) return `[\n${lines.trim().split("\n").join(",\n")}\n]`;
      return at % 4 === 3 ? `\n\n${lines}{"type":"user"` : lines;
    });
    const folder = temporaryFolder(texts.map((text, at) => [`${at}.jsonl`, text]));
    const options = { bodies, maxLineBytes: 2000 };
    const alone = await Promise.all(texts.map((text) => readAll(text, options)));
    const together = await Promise.all(texts.map((_, at) => readAll(fileSource(join(folder, `${at}.jsonl`)), options)));
    expect(together).toEqual(alone);
  },
);
