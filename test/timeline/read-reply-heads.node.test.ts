import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openMemberLines } from "../../src/read/scan/member-lines.js";
import { bytesOf, readAll } from "../read/read-all.js";
import { sharedFolder } from "../shared.js";
import { anyFile, memberHeads, parsedHeads, plainRow } from "./reply-members.js";

const shared = sharedFolder();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("the heads of replies", () => {
  it("are the same where members are read in place and where all is parsed, in pieces of any length", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFile, { minLength: 1, maxLength: 3 }),
        fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 5000 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (files, lengths) => {
          expect(await memberHeads(lengths)(files)).toEqual(await parsedHeads(files));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it("are the same wherever a piece ends", async () => {
    const rows = [plainRow(1), '{"type":"user","note":["assistant"]}', plainRow(2), `${plainRow(3)}${plainRow(4)}`];
    const bytes = bytesOf(`${rows.join("\r\n")}\n${plainRow(5)}`);
    const expected = await parsedHeads([bytes]);
    expect(expected.map(({ messageId }) => messageId)).toEqual(["msg_1", "msg_2", "msg_3", "msg_4", "msg_5"]);
    for (let end = 1; end < bytes.length; end++)
      expect(isDeepStrictEqual(await memberHeads([end, bytes.length])([bytes]), expected), `${end}`).toBe(true);
  });

  it("are the same of lines that are longer than a piece, or than what is held", async () => {
    for (const length of [300_000, 1_000_000, 5_000_000, 20_000_000]) {
      const long = plainRow(2, { note: "n".repeat(length) });
      const bytes = bytesOf(`${plainRow(1)}\n${long}\n${plainRow(3)}\n`);
      const heads = await memberHeads([100_000])([bytes]);
      expect(isDeepStrictEqual(heads, await parsedHeads([bytes])), `${length}`).toBe(true);
      expect(heads.map(({ messageId }) => messageId)).toEqual(["msg_1", "msg_2", "msg_3"]);
    }
  });

  it("are the same of more rows than are read at a time", async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, at) => `{"type":"assistant","uuid":"${at}","message":{"id":"m${at}"}}`,
    );
    const bytes = bytesOf(rows.join("\n"));
    const heads = await memberHeads([1_000_000])([bytes]);
    expect(isDeepStrictEqual(heads, await parsedHeads([bytes]))).toBe(true);
    expect(heads.at(-1)?.place.line).toBe(3000);
  });

  it("are the same of a document that is one array, and after a byte-order mark", async () => {
    for (const text of [`[${plainRow(1)},\n${plainRow(2)}]`, `\ufeff${plainRow(1)}\n${plainRow(2)}\n`, "", "\n"]) {
      const bytes = bytesOf(text);
      expect(await memberHeads([7])([bytes])).toEqual(await parsedHeads([bytes]));
    }
  });

  it("are none of a line in which a backslash stands before a character beyond ASCII", async () => {
    const sound = plainRow(1, { note: "\\é" });
    const bytes = bytesOf(`${sound}\n${sound.replace("row-1", "row-2").replace("Done", "caf\\é")}\n`);
    for (const read of [parsedHeads, memberHeads([999])])
      expect((await read([bytes])).map(({ place }) => place.line)).toEqual([1]);
    const { entries, lines } = await readAll(bytes);
    expect([entries.length, lines.unreadable]).toEqual([1, 1]);
  });

  it("are parsed where WebAssembly is absent", async () => {
    const bytes = bytesOf(`${plainRow(1)}\n${plainRow(2)}\n`);
    const expected = await memberHeads([999])([bytes]);
    vi.stubGlobal("WebAssembly", undefined);
    vi.resetModules();
    const fresh = await import("./reply-members.js");
    expect(await fresh.memberHeads([999])([bytes])).toEqual(expected);
    const { openMemberLines: open } = await import("../../src/read/scan/member-lines.js");
    expect(open('"assistant"', { type: 0 })).toBeNull();
  });
});

describe("the members of a line", () => {
  const wanted = { type: 0, uuid: 1, message: { slot: 2, members: { id: 3, tokens: 4 } } };

  function linesOf(text: string | Uint8Array) {
    const lines = openMemberLines('"assistant"', wanted);
    if (lines === null) throw new Error("WebAssembly with SIMD does not run here");
    const bytes = typeof text === "string" ? bytesOf(text) : text;
    lines.room()?.set(bytes);
    lines.take(bytes.length);
    lines.take(0);
    return lines;
  }

  it("are read where they stand", () => {
    const lines = linesOf('{}\n{"type":"assistant","message":{"id":"m","x":[{"id":1}],"tokens":120},"uuid":7}\n');
    expect(lines.next()).toBe(true);
    expect(lines.isRead()).toBe(true);
    expect([lines.line(), lines.offset()]).toEqual([2, 3]);
    expect(lines.is(0, '"assistant"')).toBe(true);
    expect(lines.isObject(2)).toBe(true);
    expect([lines.string(3), lines.string(1), lines.number(4), lines.number(3)]).toEqual(["m", null, 120, null]);
    expect(lines.next()).toBe(false);
  });

  it("are read of every row that is written as usual", () => {
    const lines = linesOf(Array.from({ length: 50 }, (_, at) => plainRow(at)).join("\n"));
    let read = 0;
    while (lines.next()) read += Number(lines.isRead());
    expect(read).toBe(50);
  });

  it.each([
    ["a member comes twice", '{"type":"assistant","type":"assistant"}'],
    ["a name has an escape", '{"type":"assistant","uui\\u0064":"a"}'],
    ["a value has an escape", '{"type":"assistant","uuid":"\\u0061"}'],
    ["a value is not ASCII", '{"type":"assistant","uuid":"é"}'],
    ["it is nested deep", `{"type":"assistant","deep":${"[".repeat(70)}${"]".repeat(70)}}`],
    ["it is no JSON", '{"type":"assistant",}'],
  ])("are not read where %s", (_why, line) => {
    const lines = linesOf(line);
    expect(lines.next()).toBe(true);
    expect(lines.isRead()).toBe(false);
    expect(new TextDecoder().decode(lines.piece().bytes)).toBe(line);
  });

  it("are only read of what is JSON", () => {
    const row = bytesOf(plainRow(1));
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.nat({ max: row.length - 1 }), fc.constantFrom(...bytesOf('"\\,:{}[]0-+.eEu/tn \t\r\u0001é'))),
          {
            minLength: 1,
            maxLength: 2,
          },
        ),
        (changes) => {
          const bytes = row.slice();
          for (const [at, byte] of changes) bytes[at] = byte;
          const lines = linesOf(bytes);
          while (lines.next()) if (lines.isRead()) JSON.parse(new TextDecoder().decode(lines.piece().bytes));
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe.skipIf(shared === null)(`real transcripts${shared === null ? " (skipped: no ../shared folder)" : ""}`, () => {
  it("have the same heads of replies", async () => {
    for (const folder of ["corpus", "cases", "records/newest"].map((name) => join(shared ?? "", name)))
      for (const name of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
        const bytes = readFileSync(join(folder, name));
        const heads = await memberHeads([262_144, 70_001])([bytes]);
        expect(isDeepStrictEqual(heads, await parsedHeads([bytes])), name).toBe(true);
      }
  });
});
