import { describe, expect, it } from "vitest";
import { readEntries } from "../../src/read/entries.js";
import type { ByteSource, Source } from "../../src/read/source.js";
import { TranscriptError } from "../../src/read/transcript-error.js";
import { bytesOf, essence, inChunks, inReusedChunks, readAll } from "./read-all.js";

const text = Array.from({ length: 40 }, (_, at) => `{"type":"mode","uuid":"u-${at}","text":"żółć 🙂 ${at}"}\n`).join(
  "",
);
const bytes = bytesOf(text);

async function* asynchronously<Chunk>(chunks: Iterable<Chunk>): AsyncGenerator<Chunk> {
  yield* chunks;
}

function streamOf(chunks: Iterable<Uint8Array | string>): ReadableStream<Uint8Array | string> {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

const opening: ByteSource = { open: (from) => asynchronously(inReusedChunks(bytes.slice(from), [100])) };
const forms: [string, () => Source][] = [
  ["a string", () => text],
  ["bytes", () => bytes],
  ["an ArrayBuffer", () => bytes.slice().buffer],
  ["a Blob", () => new Blob([bytes.slice()])],
  ["a Response", () => new Response(text)],
  ["a stream of bytes", () => streamOf(inChunks(bytes, [7]))],
  ["a stream of strings", () => streamOf(text.match(/[\s\S]{1,5}/g) ?? [])],
  ["chunks", () => inChunks(bytes, [64])],
  ["strings that cut surrogate pairs", () => text.split("")],
  ["asynchronous chunks", () => asynchronously(inChunks(bytes, [64]))],
  ["a source that opens anywhere", () => opening],
];

describe("readEntries", () => {
  it.each(forms)("reads %s as it reads the string", async (_name, source) => {
    expect(essence(await readAll(source()))).toEqual(essence(await readAll(text)));
  });

  it.each(forms)("reads %s on from a cursor", async (_name, source) => {
    const half = text.indexOf('{"type":"mode","uuid":"u-20"');
    const { cursor } = await readAll(text.slice(0, half));
    const { entries, batches } = await readAll(source(), { cursor });
    expect(entries.map(({ place }) => [place.line, place.uuid])).toEqual(
      Array.from({ length: 20 }, (_, at) => [at + 21, `u-${at + 20}`]),
    );
    expect(batches[0]?.restarted).toBeUndefined();
  });

  it.each([
    ["chunks that come once", (content: string) => inReusedChunks(bytesOf(content), [50])],
    ["bytes that open anywhere", (content: string) => bytesOf(content)],
  ] as [string, (content: string) => Source][])(
    "starts again where %s changed before the cursor",
    async (_name, source) => {
      const { cursor } = await readAll(text);
      for (const [content, code] of [
        [text.replace("u-0", "v-0"), "rewritten-file"],
        [text.replace("u-39", "v-39"), "rewritten-file"],
        [text.slice(0, 200), "truncated-file"],
        ["", "truncated-file"],
      ] as const) {
        const reading = await readAll(source(content), { cursor });
        const fresh = await readAll(content);
        expect(reading.entries).toEqual(fresh.entries);
        expect(reading.cursor).toEqual(fresh.cursor);
        expect(reading.issues[0]?.code).toBe(code);
        expect(reading.batches.map(({ restarted }) => restarted === true)).toEqual(
          reading.batches.map((_, at) => at === 0),
        );
      }
    },
  );

  it("gives one empty batch with a cursor for an empty source", async () => {
    const { batches, lineCount, cursor } = await readAll("");
    expect(batches).toHaveLength(1);
    expect(lineCount).toBe(0);
    expect(cursor).toMatchObject({ offset: 0, line: 0 });
  });

  it("tolerates a byte-order mark at the file's start, and counts it in offsets", async () => {
    const { entries, issues } = await readAll(`\ufeff{"type":"mode"}\n{"type":"mode"}\n`);
    expect(entries.map(({ place }) => place.offset)).toEqual([3, 19]);
    expect(issues).toEqual([]);
  });

  it("flags a whole last line without newline, and reads it again from the cursor", async () => {
    const { entries, cursor, lines } = await readAll('{"type":"mode"}\n{"type":"mode"}');
    expect(entries.map(({ unterminated }) => unterminated)).toEqual([undefined, true]);
    expect(lines.entry).toBe(2);
    expect(cursor).toMatchObject({ offset: 16, line: 1 });
  });

  it("puts the file's name into every place", async () => {
    const { entries, issues } = await readAll('{"type":"mode"}\nbad\n', { file: "a.jsonl" });
    expect(entries[0]?.place.file).toBe("a.jsonl");
    expect(issues[0]?.place.file).toBe("a.jsonl");
  });

  it("recovers several whole entries from one line, each at its own bytes", async () => {
    const line = '{"type":"a","x":"}{"}{"type":"b","y":{"type":"c"}} {"type":"d"}';
    const { entries, lines, issues } = await readAll(`${line}\n`);
    expect(
      entries.map(({ raw, place, bytes: length }) => [raw.type, line.slice(place.offset, place.offset + length)]),
    ).toEqual([
      ["a", '{"type":"a","x":"}{"}'],
      ["b", '{"type":"b","y":{"type":"c"}}'],
      ["d", '{"type":"d"}'],
    ]);
    expect(lines.recovered).toBe(1);
    expect(issues.map(({ code }) => code)).toEqual(["joined-line"]);
  });

  it("invents no entry from the inner objects of a cut line", async () => {
    const { entries, lines } = await readAll('{"parentUuid":null,"message":{"content":[{"type":"text","text":"a"}\n');
    expect(entries).toEqual([]);
    expect(lines.unreadable).toBe(1);
  });

  it("ends the search on a hostile line, and says so", async () => {
    const hostile = `x${'{"type":'.repeat(100_000)}x`;
    const { issues, lines } = await readAll(`${hostile}\n{"type":"mode"}\n`);
    expect(lines).toMatchObject({ unreadable: 1 });
    expect(issues[0]?.message).toContain("search for a later entry on the line was ended");
  });

  it("takes a line that begins with // as unreadable", async () => {
    expect((await readAll('// {"type":"mode"}\n')).lines.unreadable).toBe(1);
  });

  it("throws the first issue where that is asked for", async () => {
    const reading = readAll('{"type":"mode"}\nbad\nworse\n', { onIssue: "throw" });
    const error = await reading.catch((caught: unknown) => caught);
    expect(TranscriptError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: "unreadable-line", issue: { place: { line: 2 } } });
  });

  it("calls a function with each issue, in order", async () => {
    const lines: number[] = [];
    await readAll("bad\nworse\n", { onIssue: ({ place }) => lines.push(place.line) });
    expect(lines).toEqual([1, 2]);
  });

  it("ends with the signal's reason, between batches and before the first", async () => {
    const controller = new AbortController();
    const batches = readEntries(inChunks(bytes, [100]), { signal: controller.signal });
    await batches.next();
    controller.abort(new Error("enough"));
    await expect(batches.next()).rejects.toThrow("enough");
    await expect(readAll(text, { signal: controller.signal })).rejects.toThrow("enough");
  });

  it("closes the source when the reader stops early", async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const _batch of readEntries(stream)) break;
    expect(cancelled).toBe(true);
  });

  it.each([
    ["null", null],
    ["undefined", undefined],
    ["a number", 12],
    ["a plain object", {}],
    ["a promise", Promise.resolve("")],
    ["a list of numbers", [1, 2]],
    ["a list of parsed entries", [{ type: "user" }]],
  ])("refuses %s and says what to pass", async (_name, source) => {
    const error = await readAll(source as unknown as Source).catch((caught: unknown) => caught);
    expect(TranscriptError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: "wrong-source" });
  });

  it("refuses a Response or stream that was used already", async () => {
    const response = new Response(text);
    await response.text();
    await expect(readAll(response)).rejects.toMatchObject({ code: "wrong-source" });
    const stream = streamOf([bytes]);
    stream.getReader();
    await expect(readAll(stream)).rejects.toMatchObject({ code: "wrong-source" });
  });

  it("refuses a limit or cursor that can't be one", async () => {
    for (const maxLineBytes of [0, -1, 1.5, Number.NaN, 2 ** 40]) {
      await expect(readAll(text, { maxLineBytes })).rejects.toMatchObject({ code: "wrong-option" });
    }
    await expect(readAll(text, { cursor: { offset: -1, line: 0, hash: "" } })).rejects.toMatchObject({
      code: "wrong-option",
    });
  });
});
