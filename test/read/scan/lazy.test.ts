import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashPrefix } from "../../../src/read/cursor.js";
import { readEntries, readWith } from "../../../src/read/entries.js";
import type { EntryBatch, ReadEntry, ReadOptions } from "../../../src/read/entry-batch.js";
import { fingerprint } from "../../../src/read/fingerprint.js";
import { arbitrarySession } from "../../testing/arbitrary-session.js";
import { bytesOf, essence, inReusedChunks, joinBytes, readAll } from "../read-all.js";
import {
  escapedText,
  firstEntry,
  mixedText,
  pad,
  readLazily,
  resultLine,
  scannings,
  shortLine,
  strings,
  textsOf,
} from "./lazy-reading.js";

const odd = [
  resultLine("a".repeat(256), "b".repeat(257), "c".repeat(255)),
  resultLine("\\\\".repeat(300), '\\"'.repeat(300), `${"x".repeat(300)}\\\\`),
  resultLine("\\ud83d".repeat(100), "\\uD83D\\uDE42".repeat(100), "🙂".repeat(200), "\\u001b[31m".repeat(90)),
  resultLine("\u2028\u2029\u0085".repeat(200), "żółć".repeat(200), "\\/\\b\\f\\n\\r\\t".repeat(100)),
  resultLine(`${"x".repeat(400)}\\x${"y".repeat(400)}`),
  resultLine(`${"x".repeat(400)}\\u12g4${"y".repeat(400)}`),
  resultLine(`${"x".repeat(400)}\t${"y".repeat(400)}`),
  resultLine(`${"x".repeat(400)}\0${"y".repeat(400)}`),
  `{"type":"user","timestamp":"t","message":{"content":[{"type":"tool_result","tool_use_id":"x"}]},"${"key".repeat(300)}":"${pad}","${"k".repeat(900)}"  : 1}`,
  `{"type":"user","timestamp":"t","uuid":"${pad}","message":{"content":[{"type":"tool_result","tool_use_id":"x","content":[[["${pad}",["${pad}"]],{"a":["${pad}"]}]]}]}}`,
  `${resultLine("1".repeat(900))}${resultLine("2".repeat(900))}`,
  `{"parentUuid":null,"x":"${pad}${resultLine("3".repeat(900))}`,
  resultLine("4".repeat(900)).slice(0, -40),
  `\0\0\0${resultLine("5".repeat(900))}\0\0`,
  `${resultLine("6".repeat(900))}\r`,
  `{"type":"${"t".repeat(900)}","a":"${pad}"}`,
  `{"type":"user","timestamp":"t","isMeta":"no","message":{"role":"user","content":"<command-name>${pad}"}}`,
  `{"type":"user","timestamp":"t","message":{"content":[{"type":"text","text":"[Request interrupted by user${pad}"}]}}`,
  `{"type":"user","timestamp":"t","message":{"role":7,"content":[{"type":"tool_result","tool_use_id":"x","content":"${pad}"}]}}`,
  `{"type":"progress","timestamp":"t","data":{"type":"${"future".repeat(90)}","output":"${pad}"}}`,
  `{"type":"assistant","timestamp":"t","message":{"content":[{"type":"${"block".repeat(90)}","x":"${pad}"}]}}`,
  `{"type":"assistant","timestamp":"t","__proto__":{"a":"${pad}"},"message":{"content":"${pad}"},"message":{"content":[]}}`,
  `["${pad}"]`,
  `"${pad}"`,
  `// "${pad}"`,
  "",
  "   ",
  `{"type":"a" "b":"${pad}"}`,
  `{"type":\\"${pad}\\"}`,
];
const invalidUtf8 = [
  [0xff, 0x80, 0x80],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x99],
  [0xed, 0xa0, 0x80],
  [0xc0, 0xaf],
  [0xf4, 0x90, 0x80, 0x80],
].map((bytes) =>
  joinBytes(
    bytesOf(resultLine(pad).slice(0, -4)),
    ...Array(3)
      .fill([Uint8Array.from(bytes), bytesOf("é")])
      .flat(),
    bytesOf('"}'),
  ),
);

const lineOf = fc.oneof(
  fc.array(mixedText, { minLength: 1, maxLength: 3 }).map((texts) => bytesOf(resultLine(...texts))),
  escapedText.map((text) => bytesOf(shortLine(text))),
  fc.array(escapedText, { minLength: 1, maxLength: 3 }).map((texts) => bytesOf(resultLine(...texts))),
  fc.constantFrom(...odd).map(bytesOf),
  fc.constantFrom(...invalidUtf8),
  fc.constantFrom(...odd).chain((line) => fc.nat(line.length).map((end) => bytesOf(line.slice(0, end)))),
);
const document = fc
  .tuple(fc.boolean(), fc.array(lineOf, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([mark, lines, end, terminated]) =>
    joinBytes(
      bytesOf(mark ? "\ufeff" : ""),
      ...lines.flatMap((line, at) => [line, bytesOf(at < lines.length - 1 || terminated ? end : "")]),
    ),
  );
const chunkLengths = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 });

describe.each(scannings)("reading with lazy bodies in $name", ({ scanning }) => {
  async function expectSame(bytes: Uint8Array, longest: number, lengths: number[], options: ReadOptions = {}) {
    const whole = await readAll(bytes, options);
    const { reading, cutEntries } = await readLazily(scanning, longest, inReusedChunks(bytes, lengths), options);
    expect(essence(reading)).toEqual(essence(whole));
    expect(reading.fieldIssues).toEqual(whole.fieldIssues);
    return cutEntries;
  }

  it("gives what reading whole gives, for odd lines in any chunks", async () => {
    await fc.assert(
      fc.asyncProperty(document, chunkLengths, fc.constantFrom(32, 64, 256), async (bytes, lengths, longest) => {
        await expectSame(bytes, longest, lengths);
      }),
      { numRuns: 150 },
    );
  });

  it("gives what reading whole gives where a chunk holds more characters beyond ASCII than there is room for escapes", async () => {
    const dense = resultLine(...Array<string>(30).fill("漢字é🙂".repeat(9)), "z".repeat(300));
    const sparse = resultLine(...Array<string>(30).fill("plain …".repeat(9)), "z".repeat(300));
    for (const line of [dense, sparse]) {
      const bytes = bytesOf(`${Array<string>(200).fill(line).join("\n")}\n`);
      expect(await expectSame(bytes, 256, [bytes.length])).toBe(scanning === scannings[0]?.scanning ? 200 : 0);
    }
  });

  it("gives what reading whole gives, for values of more text than is read at once, wherever it is parted", async () => {
    for (let shift = 0; shift < 8; shift++) {
      const start = "x".repeat(31_990 + shift);
      const parted = ["\\ud83d\\ude42🙂\\n", "\\u00e9é漢", '\\\\\\"'].map((odd) => start + odd.repeat(9_000));
      const bytes = bytesOf(`${resultLine(...parted)}\n`);
      expect(await expectSame(bytes, 256, [bytes.length])).toBe(1);
    }
    const broken = joinBytes(
      bytesOf(resultLine("x".repeat(70_000)).slice(0, -4)),
      Uint8Array.of(0xff, 0xe2),
      bytesOf('"}'),
    );
    await expectSame(broken, 256, [broken.length]);
  });

  it("gives what reading whole gives, for sessions", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(), chunkLengths, async (session, lengths) => {
        await expectSame(bytesOf(`${session.lines().join("\n")}\n`), 40, lengths);
      }),
      { numRuns: 40 },
    );
  });

  it("gives what reading whole gives where lines are too long, and from a cursor", async () => {
    await fc.assert(
      fc.asyncProperty(
        document,
        chunkLengths,
        fc.integer({ min: 1, max: 4000 }),
        async (bytes, lengths, maxLineBytes) => {
          await expectSame(bytes, 32, lengths, { maxLineBytes });
          const { cursor } = await readAll(bytes.subarray(0, maxLineBytes));
          await expectSame(bytes, 32, lengths, { cursor });
        },
      ),
      { numRuns: 80 },
    );
  });

  it("cuts values of more bytes than the longest, and no others", async () => {
    await firstEntry(scanning, odd[0] + pad.replace(/./g, " ".repeat(12)), (read) => {
      const [exact, longer, shorter] = textsOf(read);
      expect(exact).toBe("a".repeat(256));
      expect(shorter).toBe("c".repeat(255));
      expect(longer).not.toBe("b".repeat(257));
      expect(read.cuts?.text(longer ?? "")).toBe("b".repeat(257));
    });
  });

  it("cuts every long value out of a sound line, and tells where it lies", async () => {
    const lines = fc.array(fc.array(mixedText, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lines, chunkLengths, async (texts, lengths) => {
        const bytes = bytesOf(texts.map((line) => `${resultLine(...line)}\n`).join(""));
        const spelled: string[] = [];
        const source = inReusedChunks(bytes, lengths);
        for await (const { entries } of readWith(scanning, 32, source, { bodies: "lazy" })) {
          for (const read of entries) {
            for (const marker of textsOf(read)) {
              const { offset, length } = read.cuts?.span(marker) ?? { offset: 0, length: 0 };
              spelled.push(new TextDecoder().decode(bytes.subarray(offset, offset + length)));
            }
          }
        }
        expect(spelled).toEqual(texts.flat());
      }),
      { numRuns: 60 },
    );
  });

  it("leaves the names of members, and everything in entries that carry context", async () => {
    const payload = `${odd[8]?.replace(',"key', ',"toolUseResult":{"key')}}`;
    const lines = [payload, odd[8], odd[16], odd[17]].map((line) => `${line}${" ".repeat(9000)}`);
    const reading = await readAll(lines.join("\n"));
    for (const [at, line] of lines.entries()) {
      await firstEntry(scanning, line, (read) => {
        expect(Object.keys(read.raw)).toEqual(Object.keys(reading.entries[at]?.raw ?? {}));
        expect(read.cuts === undefined).toBe(at > 0);
        if (at > 0) expect(read.raw).toEqual(reading.entries[at]?.raw);
      });
    }
  });

  it("answers heads, lengths and spans as the whole text and its bytes have them", async () => {
    const texts = ["🙂é\\u00e9\\n\\ud83d\\ude42x\\ud83d", "żółć", "plain text "].map((text) => text.repeat(200));
    const bytes = joinBytes(
      bytesOf(`\n${resultLine(...texts)}`.padEnd(9000)),
      bytesOf("\n"),
      invalidUtf8[0] as Uint8Array,
      bytesOf(`${" ".repeat(9000)}\n`),
    );
    const whole = (await readAll(bytes)).entries;
    const batches = readWith(scanning, 64, bytes, { bodies: "lazy" });
    const { entries } = (await batches.next()).value as EntryBatch;
    let cut = 0;
    for (const [at, read] of entries.entries()) {
      const wanted = strings(whole[at]?.raw);
      for (const [index, value] of strings(read.raw).entries()) {
        const text = wanted[index] ?? "";
        const { cuts } = read;
        if (cuts === undefined) throw new Error("nothing was cut");
        expect(cuts.chars(value)).toBe(text.length);
        expect(cuts.fingerprint(value)).toBe(fingerprint(text));
        for (const chars of [0, 1, 2, 3, 7, 8, 9, 10, 11, 150, text.length, text.length + 5]) {
          const head = cuts.head(value, chars);
          const halved = /[\ud800-\udbff]$/.test(text.slice(0, chars)) && /^[\udc00-\udfff]/.test(text.slice(chars));
          expect(head).toBe(text.slice(0, halved ? chars - 1 : chars));
        }
        const span = cuts.span(value);
        if (span === null) {
          expect(value).toBe(text);
          continue;
        }
        cut += 1;
        expect([bytes[span.offset - 1], bytes[span.offset + span.length]]).toEqual([0x22, 0x22]);
        const spelled = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          bytes.subarray(span.offset, span.offset + span.length),
        );
        expect(JSON.parse(`"${spelled}"`)).toBe(text);
      }
    }
    expect(cut).toBeGreaterThan(4);
    await batches.return(undefined);
  });

  it("tells where a value lies beyond 4 GB", async () => {
    const blank = bytesOf(" ".repeat(1024));
    const offset = 5_000_000_000;
    const line = bytesOf(resultLine("far".repeat(3000)));
    const source = {
      async *open(from: number) {
        yield blank;
        if (from > 0) yield line;
      },
    };
    const cursor = { offset, line: 7, hash: hashPrefix(blank, blank) };
    const batches = readWith(scanning, 256, source, { bodies: "lazy", cursor });
    const [read] = ((await batches.next()).value as EntryBatch).entries;
    expect(read?.place).toMatchObject({ line: 8, offset });
    const marker = read === undefined ? "" : (textsOf(read)[0] ?? "");
    expect(read?.cuts?.span(marker)).toEqual({ offset: offset + line.indexOf(0x66, 120), length: 9000 });
    await batches.return(undefined);
  });

  it("answers a string that only looks like a marker as it is", async () => {
    await firstEntry(scanning, `${resultLine("z".repeat(9000))}`, (read) => {
      const marker = textsOf(read)[0] ?? "";
      const { cuts } = read;
      expect(cuts?.text(marker)).toBe("z".repeat(9000));
      for (const value of [
        `${marker} `,
        marker.slice(1),
        marker.toLowerCase().replace(/^./, "~"),
        `${marker.slice(0, -1)}z`,
        "",
      ]) {
        expect([cuts?.text(value), cuts?.chars(value), cuts?.span(value)]).toEqual([value, value.length, null]);
      }
    });
  });

  it("refuses a value that is asked for after its batch", async () => {
    const line = bytesOf(`${resultLine("y".repeat(9000))}\n`);
    const batches = readWith(scanning, 256, [line, line], { bodies: "lazy" });
    const first = ((await batches.next()).value as EntryBatch).entries[0] as ReadEntry;
    const marker = textsOf(first)[0] ?? "";
    await batches.next();
    expect(() => first.cuts?.text(marker)).toThrow(/before the next batch/);
    await batches.return(undefined);
    expect(() => first.cuts?.text(marker)).toThrow(/before the next batch/);
  });

  it("keeps two reads at the same time apart", async () => {
    const linesOf = (letter: string) =>
      Array.from({ length: 30 }, (_, at) => bytesOf(`${resultLine(`${letter}${at}`.repeat(4000))}\n`));
    const [a, b] = ["a", "b"].map((letter) => readWith(scanning, 256, linesOf(letter), { bodies: "lazy" }));
    for (let at = 0; at < 30; at++) {
      const batches = [await a?.next(), await b?.next()].map((result) => result?.value as EntryBatch);
      const texts = batches.map(({ entries }) => entries[0]?.cuts?.text(textsOf(entries[0])[0] ?? ""));
      expect(texts).toEqual([`a${at}`.repeat(4000), `b${at}`.repeat(4000)]);
    }
    await Promise.all([a?.return(undefined), b?.return(undefined)]);
  });

  it("reads lines longer than its memory, small ones after them, and one chunk of any size", async () => {
    const giant = resultLine("g\\n".repeat(2_000_000));
    const lines = [odd[0], giant, odd[1], giant, ...Array(400).fill(odd[2]), ...Array(9000).fill(""), odd[3]];
    const bytes = bytesOf(`${lines.join("\n")}\n`);
    const whole = await readAll([bytes]);
    for (const source of [[bytes], bytes]) {
      const { reading, cutEntries } = await readLazily(scanning, 256, source);
      expect(reading.entries).toEqual(whole.entries);
      expect(reading.lines).toEqual(whole.lines);
      expect(cutEntries).toBeGreaterThanOrEqual(2);
    }
  });
});

it("refuses bodies that are neither whole nor lazy", async () => {
  const options = { bodies: "none" } as unknown as ReadOptions;
  await expect(readEntries("", options).next()).rejects.toMatchObject({ code: "wrong-option" });
});
