import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedFolder } from "../shared.js";
import { inChunks, physicalLines, readAll } from "./read-all.js";

const shared = sharedFolder();
const bytesOfCase = (name: string) => new Uint8Array(readFileSync(join(shared ?? "", "cases", `${name}.jsonl`)));
const texts = (entries: { raw: Record<string, unknown> }[]) =>
  entries.map(({ raw }) => {
    const content = (raw.message as { content?: unknown } | undefined)?.content;
    return typeof content === "string" ? content : (content as { text?: string }[] | undefined)?.[0]?.text;
  });

describe.skipIf(shared === null)("cases of the shared folder (skipped where ../shared is absent)", () => {
  it("B001 recovers the whole entry behind a cut-off stub and says how many bytes were dropped", async () => {
    const bytes = bytesOfCase("B001");
    const { entries, issues, lines } = await readAll(bytes);
    expect(texts(entries)).toEqual([
      "Draft the release notes",
      "Working on it.",
      "Keep them short",
      "Done, six lines.",
    ]);
    expect(lines).toMatchObject({ entry: 3, recovered: 1 });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({
      code: "torn-line",
      place: { line: 3, uuid: "b0010000-0000-4000-8000-000000000003" },
    });
    expect(issues[0]?.message).toContain("82 bytes");
    const thirdLine = new TextDecoder().decode(bytes).split("\n")[2] ?? "";
    expect((entries[2]?.bytes ?? 0) + 82).toBe(thirdLine.length);
  });

  it("B002 counts two unreadable lines and invents no entry from them", async () => {
    const { entries, issues, lines } = await readAll(bytesOfCase("B002"));
    expect(entries).toHaveLength(6);
    expect(lines).toMatchObject({ entry: 6, unreadable: 2 });
    expect(issues.map(({ code, place }) => [code, place.line])).toEqual([
      ["unreadable-line", 3],
      ["unreadable-line", 6],
    ]);
    const newest = entries
      .map(({ raw }) => String(raw.timestamp))
      .sort()
      .at(-1);
    expect(newest).toBe("2026-09-22T10:00:07.000Z");
  });

  it("B003 takes a cut last line as incomplete and goes on from before it", async () => {
    const bytes = bytesOfCase("B003");
    const { entries, issues, lines, cursor } = await readAll(bytes);
    expect(entries).toHaveLength(2);
    expect(lines).toMatchObject({ entry: 2, "incomplete-tail": 1 });
    expect(issues.map(({ code }) => code)).toEqual(["incomplete-tail"]);
    expect(cursor.offset).toBe(bytes.lastIndexOf(10) + 1);
    const whole = new Uint8Array([...bytes, ...new TextEncoder().encode('"}\n')]);
    const rest = await readAll(whole, { cursor });
    const once = await readAll(whole);
    expect([...entries, ...rest.entries]).toEqual(once.entries);
  });

  it("B004 removes NUL bytes around an entry, counts a line of NUL bytes as padding, and names how many", async () => {
    const { entries, issues, lines } = await readAll(bytesOfCase("B004"));
    expect(texts(entries)).toEqual(["First question", "First answer.", "Second question"]);
    expect(lines).toMatchObject({ entry: 2, recovered: 1, padding: 1 });
    expect(issues.map(({ code, place }) => [code, place.line])).toEqual([
      ["nul-padding", 2],
      ["nul-padding", 4],
    ]);
    expect(issues[0]?.message).toContain("900");
    expect(issues[1]?.message).toContain("1500");
  });

  it("B010 ends lines at 0x0A only and keeps U+2028, U+2029 and U+0085 in the text", async () => {
    const bytes = bytesOfCase("B010");
    const { entries, issues, lineCount } = await readAll(bytes);
    expect(entries.map(({ place }) => place.line)).toEqual([1, 2, 3, 4]);
    expect(lineCount).toBe(4);
    expect(issues).toEqual([]);
    for (const character of ["\u2028", "\u2029", "\u0085"]) expect(texts(entries)[0]).toContain(character);
    const third = entries[2];
    expect(bytes[(third?.place.offset ?? 0) + (third?.bytes ?? 0)]).toBe(13);
  });

  it("B013 gives the same entries, lines and offsets for every chunk size", async () => {
    const bytes = bytesOfCase("B013");
    const whole = await readAll(bytes);
    expect(whole.entries).toHaveLength(3);
    expect(JSON.stringify(whole.entries)).not.toContain("\ufffd");
    const third = texts(whole.entries)[2] ?? "";
    expect([...third]).toHaveLength(50);
    expect(new TextEncoder().encode(third)).toHaveLength(150);
    for (const size of [1, 2, 3, 5, 7, 64, 1024]) {
      expect((await readAll(inChunks(bytes, [size]))).entries).toEqual(whole.entries);
    }
  });

  it("B016 keeps all lines whole without a limit, and with one only the long line loses its payload", async () => {
    const bytes = bytesOfCase("B016");
    const whole = await readAll(bytes);
    expect(whole.entries).toHaveLength(4);
    expect(whole.issues).toEqual([]);
    const limited = await readAll(bytes, { maxLineBytes: 50_000 });
    expect(limited.entries.map(({ salvaged }) => salvaged)).toEqual([undefined, undefined, true, undefined]);
    for (const index of [0, 1, 3]) expect(limited.entries[index]).toEqual(whole.entries[index]);
    expect(limited.entries[2]?.place).toEqual(whole.entries[2]?.place);
    expect(limited.issues.map(({ code, place }) => [code, place.line])).toEqual([["oversize-line", 3]]);
    expect(limited.issues[0]?.message).toContain(String(whole.entries[2]?.bytes));
  });

  it("B023 keeps every entry with odd fields as it is, and counts other JSON apart", async () => {
    const { entries, issues, lines } = await readAll(bytesOfCase("B023"));
    expect(entries).toHaveLength(9);
    expect(lines).toMatchObject({ "non-object": 4, unreadable: 0 });
    expect(lines.entry + lines["unknown-entry"]).toBe(9);
    expect(issues.map(({ code, place }) => [code, place.line])).toEqual(
      [10, 11, 12, 13].map((line) => ["not-an-entry", line]),
    );
    expect(entries[6]?.raw.message).toMatchObject({ usage: { output_tokens: "12", input_tokens: 1 } });
    expect(entries[6]?.raw.timestamp).toBeNull();
  });

  it("B024 keeps unknown kinds and counts only the line that is not JSON as unreadable", async () => {
    const { entries, issues, lines } = await readAll(bytesOfCase("B024"));
    expect(entries).toHaveLength(11);
    expect(lines.unreadable).toBe(1);
    expect(lines.entry + lines["unknown-entry"]).toBe(11);
    expect(issues.map(({ code, place }) => [code, place.line])).toEqual([["unreadable-line", 12]]);
    const unknown = entries.filter(({ known }) => !known).map(({ raw }) => raw.type);
    expect(unknown).toEqual([
      "futr-latch",
      "history-futuristics",
      "futr-history-delta",
      "futr-state",
      "attachment",
      "system",
      "future-kind",
    ]);
  });
});

const corpus = join(shared ?? "", "corpus");

describe.skipIf(shared === null || !existsSync(corpus))(
  "real transcripts (skipped where ../shared/corpus is absent)",
  () => {
    it("puts every physical line into one class, and what is one JSON value is kept as JSON.parse gives it", async () => {
      const files = readdirSync(corpus).filter((name) => name.endsWith(".jsonl"));
      expect(files.length).toBeGreaterThan(0);
      for (const name of files) {
        const bytes = readFileSync(join(corpus, name));
        const { entries, lineCount } = await readAll(bytes);
        expect(lineCount, name).toBe(physicalLines(bytes));
        const byLine = new Map(entries.map((entry) => [entry.place.line, entry]));
        for (const [index, text] of bytes.toString("utf8").split("\n").entries()) {
          const whole = parsed(text);
          if (whole !== undefined) expect(byLine.get(index + 1)?.raw, `${name}:${index + 1}`).toEqual(whole);
        }
        for (const { raw, place, bytes: length } of entries) {
          const own = bytes.subarray(place.offset, place.offset + length).toString("utf8");
          expect(JSON.stringify(JSON.parse(own)), `${name}:${place.line}`).toBe(JSON.stringify(raw));
        }
      }
    });
  },
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
