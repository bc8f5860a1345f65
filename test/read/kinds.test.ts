import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEntries, type Source } from "../../src/index.js";
import { readWith } from "../../src/read/entries.js";
import type { ReadEntry, ReadOptions } from "../../src/read/entry-batch.js";
import { transcript } from "../../src/testing.js";
import { compactedSession } from "../properties/compacted-session.js";
import { bytesOf, inReusedChunks, readAll } from "./read-all.js";
import { type Scannings, scannings } from "./scan/lazy-reading.js";

const boundary = "system/compact_boundary";

async function found(scanning: Scannings, source: Source, options: ReadOptions) {
  const entries: ReadEntry[] = [];
  const issues: unknown[] = [];
  let lines = 0;
  for await (const batch of readWith(scanning, 256, source, options)) {
    entries.push(...batch.entries);
    issues.push(...batch.issues);
    for (const count of Object.values(batch.lines)) lines += count;
  }
  return { entries: entries.map(({ raw, kind, place }) => ({ raw, kind, place })), issues, lines };
}

async function expected(source: string | Uint8Array, kinds: readonly string[]) {
  const { entries } = await readAll(source);
  return entries.filter(({ kind }) => kinds.includes(kind)).map(({ raw, kind, place }) => ({ raw, kind, place }));
}

describe.each(scannings)("entries of some kinds in $name", ({ scanning }) => {
  it("are those that reading everything finds, with their places, in any chunks", async () => {
    await fc.assert(
      fc.asyncProperty(
        compactedSession(),
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 }),
        fc.subarray([boundary, "assistant", "attachment/file", "attachment/hook_success", "system/turn_duration"], {
          minLength: 1,
        }),
        fc.boolean(),
        async (session, lengths, kinds, terminated) => {
          const text = `${session.lines().join("\n")}${terminated ? "\n" : ""}`;
          const { entries } = await found(scanning, inReusedChunks(bytesOf(text), lengths), { kinds });
          expect(entries).toEqual(await expected(text, kinds));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("are found where the JSON is spaced, after a byte-order mark, and before CRLF", async () => {
    const lines = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").compact().lines();
    const spaced = lines.map((line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll("\n", " "));
    const text = `\ufeff${spaced.join("\r\n")}\r\n`;
    const { entries } = await found(scanning, text, { kinds: [boundary] });
    expect(entries).toHaveLength(1);
    expect(entries).toEqual(await expected(text, [boundary]));
  });

  it("are found in a document that is one array", async () => {
    const lines = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").compact().lines();
    const text = `[${lines.join(",\n")}]`;
    expect((await found(scanning, text, { kinds: [boundary] })).entries).toEqual(await expected(text, [boundary]));
  });

  it("are told by the entry, not by the word alone", async () => {
    const quoted = JSON.stringify({
      type: "user",
      uuid: "u",
      message: { role: "user", content: '"compact_boundary"' },
    });
    const inside = JSON.stringify({ type: "user", uuid: "v", timestamp: "t", note: ["compact_boundary"], message: {} });
    const { entries, lines } = await found(scanning, `${quoted}\n${inside}\n`, { kinds: [boundary] });
    expect(entries).toEqual([]);
    expect(lines).toBe(0);
  });

  it("leave damaged lines without the word alone, and tell what is wrong with one that has it", async () => {
    const torn = '{"type":"system","subtype":"compact_boundary","uuid":"a';
    const { entries, issues } = await found(scanning, `{"type":"us\n${torn}\n{"type":"x`, { kinds: [boundary] });
    expect(entries).toEqual([]);
    expect(issues).toMatchObject([{ code: "unreadable-line", place: { line: 2 } }]);
  });
});

it.each([[[]], [["user/prompt"]], [["system/a b"]], [Array<string>(17).fill("assistant")]])(
  "refuses %j, and says why",
  async (kinds) => {
    await expect(readEntries("", { kinds }).next()).rejects.toMatchObject({ code: "wrong-option" });
  },
);
