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

  it("leaves whole every word that a schema knows", () => {
    const kinds = [...schemas.keys()];
    expect(Math.max(...kinds.map((kind) => kind.length))).toBeLessThan(256);
  });
});
