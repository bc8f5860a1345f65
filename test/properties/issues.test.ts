import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cursor, type Issue, type IssueCode, readTimeline } from "../../src/index.js";
import { readEntries } from "../../src/read/entries.js";
import { building } from "../../src/timeline/read-timeline.js";
import { inReusedChunks, readAll } from "../read/read-all.js";

/** Codes of what is wrong with a line itself, and not with links or pairs. */
const ofLines: ReadonlySet<IssueCode> = new Set([
  "unreadable-line",
  "torn-line",
  "joined-line",
  "nul-padding",
  "not-an-entry",
  "incomplete-tail",
  "oversize-line",
  "invalid-entry",
  "invalid-time",
]);

const row = (uuid: number, timestamp: string, content: unknown): string =>
  JSON.stringify({ type: "user", uuid: `${uuid}`, timestamp, message: { role: "user", content } });
const anyRow = fc
  .tuple(
    fc.nat({ max: 40 }),
    fc.constantFrom("2026-10-01T09:00:00Z", "soon", "2026-02-30T09:00:00Z"),
    fc.constantFrom<unknown>("hi", "é".repeat(200), 5),
  )
  .map((parts) => row(...parts));
const anyLine = fc.oneof(
  { weight: 4, arbitrary: anyRow },
  { weight: 2, arbitrary: fc.array(anyRow, { minLength: 2, maxLength: 3 }).map((rows) => rows.join("")) },
  { weight: 1, arbitrary: fc.tuple(anyRow, anyRow).map(([torn, whole]) => torn.slice(0, 50) + whole) },
  fc.constantFrom("{", "17", "[1,2", "", "\0\0"),
  anyRow.map((line) => `\0${line}`),
);
const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyLine, { maxLength: 12 }).map((lines) => lines.join("\n")) },
  fc
    .tuple(fc.array(anyRow, { minLength: 1, maxLength: 6 }), fc.constantFrom(",", ",\n", " , "))
    .map(([rows, comma]) => `[${rows.join(comma)}]`),
);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const chunkLengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 });
const codesOf = (issues: readonly Issue[]) => issues.map(({ code, place }) => [place.line, code]);

describe("issues of a timeline", () => {
  test("stand in the order of their lines, the same for any chunks and bodies", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, chunkLengths, fc.boolean(), async (text, lengths, terminated) => {
        const bytes = bytesOf(terminated ? `${text}\n` : text);
        const { issues } = await readTimeline(bytes);
        const lines = issues.filter(({ code }) => ofLines.has(code)).map(({ place }) => place.line);
        expect(lines).toEqual([...lines].sort((a, b) => a - b));
        for (const bodies of ["lazy", "whole"] as const)
          expect((await readTimeline(inReusedChunks(bytes, lengths), { bodies })).issues).toEqual(issues);
      }),
      { numRuns: 300 },
    );
  });

  test("of a time that is none come after those of the lines before it", async () => {
    const time = row(2, "soon", "hi");
    const { issues } = await readTimeline(
      [row(1, "2026-10-01T09:00:00Z", 5), time, "{", `${time}${time}`, ""].join("\n"),
    );
    expect(codesOf(issues)).toEqual([
      [1, "invalid-entry"],
      [2, "invalid-time"],
      [3, "unreadable-line"],
      [4, "joined-line"],
      [4, "replayed-entry"],
      [4, "replayed-entry"],
    ]);
  });

  test("begin with why the file was read again from its start", async () => {
    const bytes = bytesOf([row(1, "soon", 5), "{", row(2, "soon", 5), ""].join("\n"));
    const cursor: Cursor = { ...(await readAll(bytes)).cursor, hash: "of another file" };
    for (const length of [10, bytes.length]) {
      const { builder, read } = building({});
      builder.file(null, "main");
      for await (const batch of readEntries(inReusedChunks(bytes, [length]), { ...read, cursor })) builder.add(batch);
      expect(codesOf(builder.finish().issues)).toEqual([
        [4, "rewritten-file"],
        [1, "invalid-entry"],
        [1, "invalid-time"],
        [2, "unreadable-line"],
        [3, "invalid-entry"],
        [3, "invalid-time"],
      ]);
    }
  });
});
