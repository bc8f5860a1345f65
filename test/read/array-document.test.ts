import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, essence, inReusedChunks, physicalLines, readAll } from "./read-all.js";

const element = fc.record({
  type: fc.constantFrom("user", "mode"),
  uuid: fc.uuid(),
  text: fc.string({ unit: "binary", maxLength: 20 }),
  nested: fc.array(fc.record({ type: fc.constant("text"), text: fc.string({ maxLength: 5 }) }), { maxLength: 3 }),
});
const elements = fc.array(element, { minLength: 1, maxLength: 6 });
const indent = fc.constantFrom(undefined, 0, 1, 2, "\t");
const after = fc.constantFrom("", "\n", "\r\n", "\n\n");
const chunkLengths = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 5 });
const spelled = (values: unknown[], space: string | number | undefined, end: string) =>
  bytesOf(JSON.stringify(values, null, space) + end);

describe("one JSON array as a document", () => {
  it("gives its elements in order, each at its own line and byte, however it is printed and chunked", async () => {
    await fc.assert(
      fc.asyncProperty(elements, indent, after, chunkLengths, async (values, space, end, lengths) => {
        const bytes = spelled(values, space, end);
        const reading = await readAll(inReusedChunks(bytes, lengths));
        expect(reading.entries.map(({ raw }) => JSON.stringify(raw))).toEqual(
          values.map((value) => JSON.stringify(value)),
        );
        expect(reading.lineCount).toBe(physicalLines(bytes));
        expect(reading.issues).toEqual([]);
        for (const { raw, place, bytes: length } of reading.entries) {
          const own = new TextDecoder().decode(bytes.subarray(place.offset, place.offset + length));
          expect(JSON.parse(own)).toEqual(raw);
          expect(bytes.subarray(0, place.offset).reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 1)).toBe(
            place.line,
          );
        }
        expect(essence(await readAll(bytes))).toEqual(essence(reading));
      }),
    );
  });

  it("can be read on from a cursor at any cut", async () => {
    await fc.assert(
      fc.asyncProperty(elements, indent, after, fc.nat(), chunkLengths, async (values, space, end, spot, lengths) => {
        const bytes = spelled(values, space, end);
        const first = await readAll(inReusedChunks(bytes.slice(0, spot % (bytes.length + 1)), lengths));
        const rest = await readAll(bytes, { cursor: first.cursor });
        const final = first.entries.filter(({ unterminated }) => unterminated !== true);
        expect([...final, ...rest.entries].map(({ raw }) => raw)).toEqual(values);
      }),
    );
  });

  it("keeps every element of every limit, cut where it is longer", async () => {
    await fc.assert(
      fc.asyncProperty(
        elements,
        indent,
        chunkLengths,
        fc.integer({ min: 1, max: 300 }),
        async (values, space, lengths, maxLineBytes) => {
          const bytes = spelled(values, space, "\n");
          const { entries, lineCount } = await readAll(inReusedChunks(bytes, lengths), { maxLineBytes });
          expect(entries.map(({ raw }) => raw.uuid)).toEqual(values.map(({ uuid }) => uuid));
          expect(entries.map(({ salvaged }) => salvaged === true)).toEqual(
            entries.map(({ bytes: length }) => length > maxLineBytes),
          );
          expect(lineCount).toBe(physicalLines(bytes));
        },
      ),
    );
  });

  it("counts a line as its first element, and lines without a beginning as blank", async () => {
    const { lines } = await readAll('[\n  {\n    "type": "mode"\n  },\n  {"type": "mode"}, {"type": "mode"}\n]\n');
    expect(lines).toMatchObject({ entry: 2, blank: 4 });
  });

  it("an array in the middle or an array of other values is a line that is no entry", async () => {
    const { entries, lines } = await readAll('[1,2]\n{"type":"mode"}\n[{"type":"mode"}]\n{"type":"mode"}\n');
    expect(entries).toHaveLength(2);
    expect(lines).toMatchObject({ entry: 2, "non-object": 2 });
  });

  it("lines after the closing bracket are read as lines", async () => {
    const { entries, issues } = await readAll(
      '[{"type":"mode"}]\n{"type":"user","uuid":"a"}\n{"type":"user","uuid":"b"}\n',
    );
    expect(entries.map(({ place }) => [place.line, place.uuid])).toEqual([
      [1, null],
      [2, "a"],
      [3, "b"],
    ]);
    expect(issues).toEqual([]);
  });

  it("an array that ends early is an incomplete tail, with the elements before it", async () => {
    const { entries, lines, issues } = await readAll('[\n  {"type": "mode"},\n  {\n    "type": "us');
    expect(entries).toHaveLength(1);
    expect(lines).toMatchObject({ entry: 1, blank: 2, "incomplete-tail": 1 });
    expect(issues.map(({ code }) => code)).toEqual(["incomplete-tail"]);
  });

  it("an element without a type is named, and costs no other", async () => {
    const { entries, issues } = await readAll('[{"a":1},{"type":"mode"}]');
    expect(entries).toHaveLength(1);
    expect(issues.map(({ code, place }) => [code, place.offset])).toEqual([["not-an-entry", 1]]);
  });
});
