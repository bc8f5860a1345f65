import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, essence, inReusedChunks, joinBytes, physicalLines, readAll } from "./read-all.js";

const uuid = fc.uuid();
const entryText = fc
  .record({
    type: fc.constantFrom("user", "assistant", "mode", "future-kind"),
    uuid,
    text: fc.string({ unit: "binary", maxLength: 40 }),
  })
  .map((value) => JSON.stringify({ ...value, text: value.text.replaceAll("\n", " ") }));
const oddText = fc.oneof(
  fc.constantFrom(
    "",
    "  ",
    "\t",
    "[1,2]",
    "null",
    '"text"',
    "{}",
    "12",
    "// comment",
    "not json",
    "\u0000\u0000\u0000",
    "}{",
    "\\",
  ),
  entryText.map((text) => text.slice(0, Math.floor(text.length / 2))),
  entryText.map((text) => `\u0000\u0000${text}\u0000`),
  fc.tuple(entryText, entryText).map(([first, second]) => first + second),
  fc.tuple(entryText, entryText).map(([first, second]) => first.slice(0, -5) + second),
);
const lineText = fc.oneof({ weight: 2, arbitrary: entryText }, oddText);
const document = fc
  .tuple(fc.array(lineText, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"), fc.boolean(), fc.boolean())
  .map(([lines, end, closed, bom]) =>
    bytesOf((bom ? "\ufeff" : "") + lines.join(end) + (closed && lines.length > 0 ? end : "")),
  );
const chunkLengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });

describe("lines", () => {
  it("every physical line falls in exactly one class (R1)", async () => {
    await fc.assert(
      fc.asyncProperty(document, async (bytes) => {
        expect((await readAll(bytes)).lineCount).toBe(physicalLines(bytes));
      }),
    );
  });

  it("any bytes at all are read without an error, and every line is counted (R1)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 100 }),
        async (bytes, maxLineBytes) => {
          expect((await readAll(bytes, { maxLineBytes })).lineCount).toBe(physicalLines(bytes));
        },
      ),
    );
  });

  it("JSON-like bytes are read without an error, and every line is counted (R1)", async () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      '{"type":"a"}',
      '"',
      "\\",
      ",",
      ":",
      "\n",
      " ",
      "1",
      "\u0000",
      '{"parentUuid":null',
    );
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => bytesOf(pieces.join("")));
    await fc.assert(
      fc.asyncProperty(text, chunkLengths, fc.integer({ min: 1, max: 60 }), async (bytes, lengths, maxLineBytes) => {
        const reading = await readAll(inReusedChunks(bytes, lengths), { maxLineBytes });
        expect(reading.lineCount).toBe(physicalLines(bytes));
        expect(essence(await readAll(bytes, { maxLineBytes }))).toEqual(essence(reading));
      }),
      { numRuns: 1000 },
    );
  });

  it("unreadable lines put anywhere change nothing but line numbers, offsets and their own issues (R2)", async () => {
    const bad = fc.constantFrom(
      "not json",
      '{"type":"user","uuid":',
      "\u0000",
      "// x",
      '{"type":"a"',
      "}",
      '["',
      '[{"a":1',
      '[{"a":',
      '[{"a":"x',
      '[{"a":1},',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(entryText, { minLength: 1, maxLength: 8 }),
        bad,
        fc.nat(),
        async (texts, badText, spot) => {
          const at = spot % (texts.length + 1);
          const clean = await readAll(bytesOf(`${texts.join("\n")}\n`));
          const dirty = await readAll(bytesOf(`${[...texts.slice(0, at), badText, ...texts.slice(at)].join("\n")}\n`));
          const known = dirty.entries.filter(({ raw }) => "text" in raw);
          expect(known.map(({ raw }) => raw)).toEqual(clean.entries.map(({ raw }) => raw));
          expect(dirty.lineCount).toBe(clean.lineCount + 1);
        },
      ),
    );
  });

  it("a read of a prefix and a read from its cursor give together what one read gives (R3)", async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.nat(), chunkLengths, async (bytes, spot, lengths) => {
        const cut = spot % (bytes.length + 1);
        const first = await readAll(inReusedChunks(bytes.slice(0, cut), lengths));
        expect(first.cursor.offset).toBe(bytes.slice(0, cut).lastIndexOf(10) + 1);
        const rest = await readAll(bytes, { cursor: JSON.parse(JSON.stringify(first.cursor)) });
        const whole = await readAll(bytes);
        const final = first.entries.filter(({ unterminated }) => unterminated !== true);
        expect([...final, ...rest.entries]).toEqual(whole.entries);
        expect(rest.cursor).toEqual(whole.cursor);
        expect(rest.batches.some(({ restarted }) => restarted)).toBe(false);
        const tail = first.cursor.offset < cut ? 1 : 0;
        expect(first.lineCount - tail + rest.lineCount).toBe(whole.lineCount);
        expect(essence(await readAll(inReusedChunks(bytes, lengths), { cursor: first.cursor }))).toEqual(essence(rest));
      }),
    );
  });

  it("the size of the chunks changes nothing (R4)", async () => {
    await fc.assert(
      fc.asyncProperty(document, chunkLengths, async (bytes, lengths) => {
        expect(essence(await readAll(inReusedChunks(bytes, lengths)))).toEqual(essence(await readAll(bytes)));
      }),
    );
  });

  it("CRLF and LF give the same entries, and a carriage return is no part of the line (R4)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entryText, { maxLength: 8 }), async (texts) => {
        const unix = await readAll(bytesOf(texts.map((text) => `${text}\n`).join("")));
        const dos = await readAll(bytesOf(texts.map((text) => `${text}\r\n`).join("")));
        const withoutOffset = ({ raw, bytes, place: { line } }: (typeof unix.entries)[number]) => ({
          raw,
          bytes,
          line,
        });
        expect(dos.entries.map(withoutOffset)).toEqual(unix.entries.map(withoutOffset));
      }),
    );
  });

  it("separators other than 0x0A stay inside their line (R5)", async () => {
    const separators = ["\u2028", "\u2029", "\u0085", "\u000b", "\u000c", "\u001c", "\u001d", "\u001e", "\u001f"];
    for (const separator of separators) {
      const raw = { type: "user", text: `a${separator}b` };
      const { entries } = await readAll(`${JSON.stringify(raw)}\n${JSON.stringify({ type: "mode" })}\n`);
      expect(entries.map(({ place }) => place.line)).toEqual([1, 2]);
      expect(entries[0]?.raw).toEqual(raw);
    }
    const verbatim = '{"type":"user","text":"a\u2028b\u2029c\u0085d"}\n{"type":"mode"}\n';
    expect((await readAll(verbatim)).entries.map(({ place }) => place.line)).toEqual([1, 2]);
  });

  it("a lone surrogate costs no entry, escaped or not (R6)", async () => {
    const escaped = await readAll('{"type":"user","text":"a\\ud83db"}\n');
    expect(escaped.entries[0]?.raw.text).toBe("a\ud83db");
    const verbatim = await readAll('{"type":"user","text":"a\ud83db"}\n{"type":"mode"}\n');
    expect(verbatim.entries.map(({ raw }) => raw.text)).toEqual(["a\ufffdb", undefined]);
  });

  it("the bytes of the file at an entry's place spell the entry", async () => {
    await fc.assert(
      fc.asyncProperty(document, async (bytes) => {
        for (const { raw, place, bytes: length } of (await readAll(bytes)).entries) {
          const own = new TextDecoder().decode(bytes.subarray(place.offset, place.offset + length));
          expect(JSON.stringify(JSON.parse(own))).toBe(JSON.stringify(raw));
          expect(bytes.subarray(0, place.offset).reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 1)).toBe(
            place.line,
          );
        }
      }),
    );
  });

  it("bytes that are no UTF-8 cost no entry", async () => {
    const bytes = joinBytes(bytesOf('{"type":"user","text":"a'), new Uint8Array([0xff, 0xc3]), bytesOf('b"}\n'));
    expect((await readAll(bytes)).entries).toHaveLength(1);
  });

  it("a chain of 200,000 links and nesting 100,000 deep are read without recursion (R7)", async () => {
    const links = Array.from(
      { length: 200_000 },
      (_, at) => `{"type":"mode","uuid":"${at + 1}","parentUuid":"${at}"}\n`,
    );
    expect((await readAll(links.join(""))).entries).toHaveLength(200_000);
    const deep = `{"type":"future-kind","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`;
    const { entries, lines } = await readAll(`${deep}{"type":"mode"}\n`);
    expect(entries).toHaveLength(2);
    expect(lines.unreadable).toBe(0);
  });
});
