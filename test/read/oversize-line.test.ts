import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fullTextLength, longestKeptText } from "../../src/read/cut-text.js";
import { bytesOf, essence, inReusedChunks, readAll } from "./read-all.js";

const assistant = (payload: unknown) => ({
  parentUuid: "u-1",
  isSidechain: false,
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "a-model",
    content: [{ type: "tool_use", id: "toolu_1", name: "Write", input: { file_path: "/a", content: payload } }],
    usage: { input_tokens: 3, output_tokens: 5, cache_creation: { ephemeral_5m_input_tokens: 7 } },
  },
  type: "assistant",
  uuid: "u-2",
  timestamp: "2026-09-20T10:00:00.000Z",
  sessionId: "s-1",
  version: "2.1.100",
});
const short = '{"type":"mode","mode":"normal","sessionId":"s-1"}';
const limit = { maxLineBytes: 1000 };

describe("a line longer than maxLineBytes", () => {
  it("keeps its envelope and all small values; a long text is cut and says how long it was", async () => {
    const payload = 'żółć 🙂 "quoted"\n'.repeat(500);
    const whole = assistant(payload);
    const { entries, issues } = await readAll(`${short}\n${JSON.stringify(whole)}\n${short}\n`, limit);
    expect(entries.map(({ salvaged }) => salvaged)).toEqual([undefined, true, undefined]);
    const { raw } = entries[1] as (typeof entries)[number];
    const message = raw.message as ReturnType<typeof assistant>["message"];
    const cut = message.content[0]?.input.content as string;
    expect(payload.startsWith(cut.slice(0, longestKeptText - 1))).toBe(true);
    expect(fullTextLength(cut)).toBe(payload.length);
    expect(raw).toEqual(assistant(cut));
    expect(Object.keys(raw)).toEqual(Object.keys(whole));
    expect(issues.map(({ code, place }) => [code, place.line])).toEqual([["oversize-line", 2]]);
    expect(issues[0]?.message).toContain(`message.content.0.input.content (${payload.length} characters)`);
    expect(entries[1]?.bytes).toBe(bytesOf(JSON.stringify(whole)).length);
  });

  it("is given whole where no text in it is long", async () => {
    const values = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(values, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), async (value, lengths) => {
        const text = JSON.stringify({ ...value, type: "mode" });
        const { entries } = await readAll(inReusedChunks(bytesOf(`${text}\n`), lengths), { maxLineBytes: 4 });
        expect(JSON.stringify(entries[0]?.raw)).toBe(text);
      }),
    );
  });

  it("gives the same in every chunk size", async () => {
    const bytes = bytesOf(`${short}\n${JSON.stringify(assistant("x🙂".repeat(9000)))}\r\n${short}`);
    const whole = await readAll(bytes, limit);
    for (const size of [1, 7, 999, 4096])
      expect(essence(await readAll(inReusedChunks(bytes, [size]), limit))).toEqual(essence(whole));
  });

  it("exactly at the limit is not oversize, one byte more is (R7)", async () => {
    const length = bytesOf(short).length;
    for (const end of ["\n", "\r\n", ""]) {
      const at = await readAll(inReusedChunks(bytesOf(short + end), [3]), { maxLineBytes: length });
      expect(at.entries[0]?.salvaged).toBeUndefined();
      const above = await readAll(inReusedChunks(bytesOf(short + end), [3]), { maxLineBytes: length - 1 });
      expect(above.entries[0]).toMatchObject({ salvaged: true, bytes: length, raw: JSON.parse(short) });
    }
  });

  it("keeps the fields after a payload of very many values, and says how many were left out", async () => {
    const whole = {
      type: "user",
      toolUseResult: { rows: Array.from({ length: 200_000 }, (_, at) => at) },
      uuid: "u-9",
    };
    const { entries, issues } = await readAll(`${JSON.stringify(whole)}\n`, limit);
    const raw = entries[0]?.raw as typeof whole;
    expect(raw.uuid).toBe("u-9");
    const kept = raw.toolUseResult.rows.length;
    expect(kept).toBeLessThan(200_000);
    expect(raw.toolUseResult.rows).toEqual(whole.toolUseResult.rows.slice(0, kept));
    expect(issues[0]?.message).toContain(`${200_000 - kept} values left out`);
  });

  it("broken inside is kept up to the break where its type was seen, else it is unreadable", async () => {
    const filler = "x".repeat(40_000);
    const { entries, lines, issues } = await readAll(
      `{"type":"user","a":"${filler}","b":oops}\n{"a":"${filler}","type":oops}\n${short}\n`,
      limit,
    );
    expect(entries.map(({ raw }) => raw.type)).toEqual(["user", "mode"]);
    expect(entries[0]?.salvaged).toBe(true);
    expect(lines).toMatchObject({ recovered: 1, unreadable: 1, entry: 1 });
    expect(issues.map(({ code }) => code)).toEqual(["oversize-line", "unreadable-line"]);
  });

  it("cut off at the end of the source is an incomplete tail, and blank or NUL lines stay what they are", async () => {
    const text = `${" ".repeat(2000)}\n${"\0".repeat(2000)}\n{"type":"user","a":"${"x".repeat(2000)}`;
    const { entries, lines } = await readAll(text, limit);
    expect(entries).toEqual([]);
    expect(lines).toMatchObject({ blank: 1, padding: 1, "incomplete-tail": 1 });
  });

  it("holds a key `__proto__` as a plain key", async () => {
    const text = `{"type":"mode","__proto__":{"polluted":true},"a":"${"x".repeat(2000)}"}\n`;
    const raw = (await readAll(text, limit)).entries[0]?.raw as Record<string, unknown>;
    expect(Object.keys(raw)).toEqual(["type", "__proto__", "a"]);
    expect(raw.polluted).toBeUndefined();
  });
});
