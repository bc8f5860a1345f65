import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { branches, context, hooks, messages, readTimeline, type Timeline, tools, turns } from "../../src/index.js";
import { transcript } from "../../src/testing.js";
import { answers, inserted, read } from "./answers.js";
import { anySession } from "./compacted-session.js";

const runs = { numRuns: 60 };
const badLine = fc.constantFrom(
  "{",
  "not json",
  '{"type":"user","message":',
  "[1,2",
  "\u0000\u0000",
  "",
  "   ",
  '"a text"',
  "17",
  "null",
);
/** A lone surrogate is the only thing that makes a text ill-formed. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Every string that an event or a row holds. */
function textsIn(value: object): string[] {
  const texts: string[] = [];
  JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === "string") texts.push(one);
    return one;
  });
  return texts;
}

describe("reading", () => {
  test("R2: a line that can't be read changes no answer but line numbers and issues", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), badLine, fc.double({ min: 0, max: 1, noNaN: true }), async (session, line, at) => {
        const whole = await read(session.lines());
        expect(answers(await read(inserted(session.lines(), line, at)))).toEqual(answers(whole));
      }),
      runs,
    );
  });

  test("R5: only 0x0A ends a line, and a line's number counts those before it", async () => {
    const unit = fc.constantFrom(
      "\u2028",
      "\u2029",
      "\u0085",
      "\u000b",
      "\u000c",
      "\u001c",
      "\u001f",
      "\r",
      "\n",
      "a",
      "é",
    );
    const saying = fc.string({ unit, minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(saying, { minLength: 1, maxLength: 8 }), anySession(), async (texts, session) => {
        if (session.lastUuid === null) return;
        session.resume();
        for (const text of texts) session.prompt(text).reply(text);
        const whole = session.toString();
        const bytes = new TextEncoder().encode(whole);
        const timeline = await readTimeline(bytes);
        for (const { place } of timeline.events) {
          const before = bytes.subarray(0, place.offset).reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 0);
          expect(place.line).toBe(before + 1);
        }
        const said = (kind: string) =>
          timeline.events.flatMap((event) => (event.kind === kind && "text" in event ? [event.text] : []));
        expect(said("prompt").slice(-texts.length)).toEqual(texts);
        expect(said("reply").slice(-texts.length)).toEqual(texts);
      }),
      runs,
    );
  });

  test("R6: a lone surrogate loses no record, and text that is well-formed comes through unchanged", async () => {
    const unit = fc.constantFrom("\ud83d", "\ude00", "\ud83c\udf0a", "a", "é", " ");
    const saying = fc.string({ unit, minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(saying, { minLength: 1, maxLength: 8 }), fc.boolean(), async (texts, escaped) => {
        const session = transcript({ cliVersion: "2.1.285" });
        for (const text of texts) session.prompt(`q ${text}`).reply(`a ${text}`).tool("Bash", { command: text }, text);
        // `JSON.stringify` escapes lone surrogates; a writer that does not leaves what no UTF-8 can hold.
        const lines = session.toString();
        const bytes = new TextEncoder().encode(
          escaped
            ? lines
            : lines.replaceAll(/\\u(d[89ab]..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        );
        const timeline = await readTimeline(bytes);
        expect(timeline.files[0]?.lines).toMatchObject({ unreadable: 0, recovered: 0 });
        const said = (kind: string) =>
          timeline.events.flatMap((event) => (event.kind === kind && "text" in event ? [String(event.text)] : []));
        expect(said("prompt")).toHaveLength(texts.length);
        for (const [at, text] of texts.entries()) {
          if (!isWellFormed(text)) continue;
          expect(said("prompt")[at]).toBe(`q ${text}`);
          expect(said("reply").filter((one) => one !== "")[at]).toBe(`a ${text}`);
        }
        const rows = [messages, turns, tools, context].flatMap((query): object[] => query(timeline));
        expect(isWellFormed(JSON.stringify(rows))).toBe(true);
      }),
      runs,
    );
  });

  test("R6: the head of a long text does not end in half a character", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3 }), async (pad) => {
        const long = `${"a".repeat(pad)}${"🌊".repeat(600)}`;
        const session = transcript({ cliVersion: "2.1.285" })
          .prompt("go")
          .tool("Bash", { command: long }, long)
          .reply("Done.");
        const timeline = await readTimeline(session.toString());
        for (const event of timeline.events) for (const text of textsIn(event)) expect(isWellFormed(text)).toBe(true);
      }),
    );
  });

  test("R7: a limit for lines affects the lines above it only", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), fc.integer({ min: 300, max: 3_000 }), async (session, maxLineBytes) => {
        const lines = session.lines();
        const whole = await readTimeline(session.toString());
        const limited = await readTimeline(session.toString(), { maxLineBytes });
        const above = new Set<number>();
        for (const [at, line] of lines.entries())
          if (new TextEncoder().encode(line).length > maxLineBytes) above.add(at + 1);
        const below = (timeline: Timeline) => timeline.events.filter((event) => !above.has(event.place.line));
        expect(below(limited)).toEqual(below(whole));
        expect(limited.events.map((event) => event.kind)).toEqual(whole.events.map((event) => event.kind));
        const oversize = limited.issues.filter((issue) => issue.code === "oversize-line");
        expect(oversize.map((issue) => issue.place.line)).toEqual([...above]);
      }),
      runs,
    );
  });

  test("R7: a chain of 200,000 links is read and asked without recursion", async () => {
    const hook = { type: "hook_success", hookName: "Stop", hookEvent: "Stop", command: "check" };
    const lines = Array.from({ length: 200_000 }, (_, at) =>
      JSON.stringify({
        uuid: `${at}`,
        timestamp: "2026-10-01T09:00:00.000Z",
        parentUuid: at === 0 ? null : `${at - 1}`,
        ...(at === 0
          ? { type: "user", message: { role: "user", content: "go" } }
          : { type: "attachment", attachment: at === 199_999 ? hook : { type: "date", date: "today" } }),
      }),
    );
    const timeline = await read(lines);
    expect(timeline.events).toHaveLength(200_000);
    expect(timeline.issues).toEqual([]);
    expect(hooks(timeline)).toMatchObject([{ ownerRule: "parentUuid", owner: "0", line: 200_000 }]);
    expect(turns(timeline)).toMatchObject([{ prompt: "go", state: "open" }]);
    expect(branches(timeline)).toEqual([]);
  });

  test("R8: a field of another type costs no event", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession(),
        fc.nat(),
        fc.constantFrom("timestamp", "cwd", "version", "gitBranch", "sessionId"),
        async (session, pick, field) => {
          const rows = session.rows();
          const whole = await read(rows.map((row) => JSON.stringify(row)));
          const at = pick % rows.length;
          const changed = rows.map((row, index) =>
            JSON.stringify(index === at && field in row ? { ...row, [field]: 12 } : row),
          );
          const bent = await read(changed, whole.sessionId ?? undefined);
          expect(bent.events.map((event) => event.kind)).toEqual(whole.events.map((event) => event.kind));
        },
      ),
      runs,
    );
  });

  test("P2: file order is the order, whatever the timestamps say", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession(),
        fc.array(fc.integer({ min: 0, max: 2_000_000_000_000 }), { minLength: 1 }),
        async (session, times) => {
          const rows = session.rows();
          const whole = await read(rows.map((row) => JSON.stringify(row)));
          const shaken = rows.map((row, index) =>
            JSON.stringify(
              "timestamp" in row
                ? { ...row, timestamp: new Date(times[index % times.length] as number).toISOString() }
                : row,
            ),
          );
          const timeline = await read(shaken);
          const order = (of: typeof whole) => of.events.map((event) => [event.kind, event.place.uuid, event.segment]);
          expect(order(timeline)).toEqual(order(whole));
        },
      ),
      runs,
    );
  });
});
