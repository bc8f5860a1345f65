import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { sharedFolder } from "../../shared.js";
import { essence, inReusedChunks, readAll } from "../read-all.js";
import { readLazily, scannings } from "./lazy-reading.js";

const shared = sharedFolder();
const files =
  shared === null ? [] : ["corpus", "cases", "records/newest"].flatMap((folder) => linesIn(join(shared, folder)));

function linesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name));
}

describe.skipIf(shared === null)(`real transcripts${shared === null ? " (skipped: no ../shared folder)" : ""}`, () => {
  it.each(scannings)("read the same with lazy bodies in $name", async ({ scanning }) => {
    let cut = 0;
    for (const [at, file] of files.entries()) {
      const bytes = readFileSync(file);
      const whole = await readAll(bytes);
      // Every longest value but 256 is below what a transcript has in mind; 40 is above every id.
      const longest = at % 2 === 0 ? 256 : 40;
      const lengths = at % 3 === 0 ? [262_144] : [70_000 + at, 12_345, 9];
      const { reading, cutEntries } = await readLazily(scanning, longest, inReusedChunks(bytes, lengths));
      expect(isDeepStrictEqual(essence(reading), essence(whole)), file).toBe(true);
      expect(isDeepStrictEqual(reading.fieldIssues, whole.fieldIssues), file).toBe(true);
      cut += cutEntries;
    }
    expect(cut).toBeGreaterThan(1000);
  });
});
