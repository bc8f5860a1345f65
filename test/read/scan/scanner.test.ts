import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { schemas } from "../../../schemas/kinds.js";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("the scanner", () => {
  it.each([
    ["absent", undefined],
    [
      "forbidden",
      {
        Module: class {
          constructor() {
            throw new Error("refused by the page's policy");
          }
        },
      },
    ],
  ])("is the one in JavaScript where WebAssembly is %s", async (_name, global) => {
    vi.stubGlobal("WebAssembly", global);
    const { openWasmScanner, scanning } = await import("../../../src/read/scan/scanner.js");
    expect(openWasmScanner()).toBeNull();
    const scanner = scanning.open();
    expect(scanner.scanLines(scanner.bytes.length - 1, scanner.bytes.length - 1, 16, 0, 0, 0, 0, 0, 0, 0, 0)).toBe(0);
  });

  it("is used again by the next read, unless it has grown large", async () => {
    const { createScanning, openScriptScanner } = await import("../../../src/read/scan/scanner.js");
    const scanning = createScanning(openScriptScanner);
    const first = scanning.open();
    const second = scanning.open();
    expect(second).not.toBe(first);
    scanning.giveBack(first);
    expect(scanning.open()).toBe(first);
    second.grow(64 * 1024 * 1024);
    scanning.giveBack(second);
    expect(scanning.open()).not.toBe(second);
  });

  it("finds where a line begins, wherever the newlines stand", async () => {
    const { openScriptScanner, openWasmScanner } = await import("../../../src/read/scan/scanner.js");
    const begin = 100_000;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0x0a, 0x61, 0x62, 0x63), { minLength: 1, maxLength: 120 }),
        fc.nat(),
        (bytes, pick) => {
          const at = pick % bytes.length;
          const expected = begin + bytes.slice(0, at).lastIndexOf(0x0a) + 1;
          for (const scanner of [openScriptScanner(), openWasmScanner()]) {
            scanner?.bytes.fill(0x0a, begin - 40, begin);
            scanner?.bytes.set(bytes, begin);
            expect(scanner?.finder.lineStart(begin, begin + at)).toBe(expected);
          }
        },
      ),
    );
  });

  it("leaves whole every word that a schema knows", () => {
    const kinds = [...schemas.keys()];
    expect(Math.max(...kinds.map((kind) => kind.length))).toBeLessThan(256);
  });
});
