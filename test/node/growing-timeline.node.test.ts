import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growingTimeline } from "../../src/node/growing-timeline.js";
import { readTimeline, type Timeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { temporaryFolder } from "./temporary-folder.js";

const small = () => transcript({ cliVersion: "2.1.285" }).prompt("naïve 🌊").reply("Done.").compact();

const entry = (uuid: number, timestamp = "2026-10-01T09:00:00Z"): string =>
  JSON.stringify({ type: "user", uuid: `${uuid}`, timestamp, message: { role: "user", content: "hi" } });
const anyEntry = fc
  .tuple(fc.nat({ max: 9 }), fc.constantFrom("2026-10-01T09:00:00Z", "soon"))
  .map(([uuid, timestamp]) => entry(uuid, timestamp));
const anyArray = fc
  .tuple(fc.array(anyEntry, { maxLength: 4 }), fc.constantFrom(undefined, 1, "\t"))
  .map(([entries, indent]) =>
    JSON.stringify(
      entries.map((one) => JSON.parse(one)),
      null,
      indent,
    ),
  );
/** What begins with a bracket, or seems to, and lines behind it. */
const anyBeginning = fc
  .tuple(
    fc.constantFrom("", "", "\n", " \r\n", "\ufeff", "[", "[\n ", `[${" \n".repeat(520)}`),
    fc.array(
      fc.oneof(
        anyEntry,
        anyArray,
        anyEntry.map((one) => `${one}\n`),
        fc.constantFrom(
          "[",
          "{",
          "]",
          "},",
          ",",
          "\n",
          "\n",
          " ",
          '[{"type":"us',
          '[{"a":[{}],',
          '"x"',
          "17",
          "[1,2]\n",
        ),
      ),
      { maxLength: 8 },
    ),
  )
  .map(([before, parts]) => before + parts.join(""));

describe("a growing timeline", () => {
  test("equals the timeline of the file at every moment, wherever the writer stops", async () => {
    const folder = temporaryFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession({
          maxSteps: 12,
          faults: [
            "stray-session",
            "torn-line",
            "late-flush",
            "detour",
            "wrong-field",
            "no-newline",
            "incomplete-tail",
          ],
        }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (session, fractions) => {
          const bytes = Buffer.from(session.toString());
          const cuts = [...fractions.map((fraction) => Math.floor(fraction * bytes.length)), bytes.length];
          const path = join(folder, `${run++}.jsonl`);
          const growing = growingTimeline(path, {});
          let written = 0;
          let last: Timeline | undefined;
          for (const cut of cuts.sort((a, b) => a - b)) {
            appendFileSync(path, bytes.subarray(written, cut));
            last = (await growing.next())?.timeline ?? last;
            expect(last).toEqual(await readTimeline(bytes.subarray(0, cut)));
            written = cut;
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("equals the timeline of the file at every moment, where it is one array, or begins as if it were", async () => {
    const folder = temporaryFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        anyBeginning,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (text, fractions) => {
          const bytes = Buffer.from(text);
          const cuts = [...fractions.map((fraction) => Math.floor(fraction * bytes.length)), bytes.length];
          const path = join(folder, `${run++}.jsonl`);
          const growing = growingTimeline(path, {});
          let written = 0;
          let last: Timeline | undefined;
          for (const cut of cuts.sort((a, b) => a - b)) {
            appendFileSync(path, bytes.subarray(written, cut));
            last = (await growing.next())?.timeline ?? last;
            expect(last).toEqual(await readTimeline(bytes.subarray(0, cut)));
            written = cut;
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each([
    ["is part of an element", '[{"type":"us', 'er","uuid":"u1"}]\n', { entry: 2 }],
    ["is no array after all", '[{"a":[{}],', '"x"\n', { entry: 1, unreadable: 1 }],
    ["is a bracket alone", "[\n ", `${entry(1)}]\n`, { entry: 2, blank: 1 }],
    ["is white space", "\n", `[${entry(1)}]\n`, { entry: 2, blank: 1 }],
  ])("gives each line its class anew where what it saw first %s", async (_what, first, then, lines) => {
    const path = join(temporaryFolder(), "a.jsonl");
    writeFileSync(path, first);
    const growing = growingTimeline(path, {});
    await growing.next();
    appendFileSync(path, `${then}${entry(2)}\n`);
    const timeline = (await growing.next())?.timeline;
    const counts = Object.entries(timeline?.files[0]?.lines ?? {}).filter(([, count]) => count > 0);
    expect(Object.fromEntries(counts)).toEqual(lines);
    expect(timeline?.issues.map(({ code }) => code)).not.toContain("incomplete-tail");
  });

  test("takes a whole last line at once, and counts it once when its newline comes", async () => {
    const path = join(temporaryFolder(), "a.jsonl");
    const text = small().toString();
    writeFileSync(path, text.slice(0, -1));
    const growing = growingTimeline(path, {});
    expect((await growing.next())?.timeline).toEqual(await readTimeline(text.slice(0, -1)));
    appendFileSync(path, "\n");
    expect((await growing.next())?.timeline).toEqual(await readTimeline(text));
  });

  test("replaces a whole last line that becomes part of something longer", async () => {
    const path = join(temporaryFolder(), "a.jsonl");
    const text = small().toString();
    const joined = `${text.slice(0, -1)}${small().lines()[0]}\n`;
    writeFileSync(path, text.slice(0, -1));
    const growing = growingTimeline(path, {});
    await growing.next();
    writeFileSync(path, joined);
    const grown = await growing.next();
    expect(grown?.timeline).toEqual(await readTimeline(joined));
    expect(grown?.timeline.issues.map((issue) => issue.code)).toContain("joined-line");
  });

  test.each([
    ["lines", small().toString()],
    ["an array", `[${entry(1)},{`],
    ["nothing", ""],
  ])("of %s gives nothing where nothing was written, and where the file is away", async (_what, text) => {
    const path = join(temporaryFolder(), "a.jsonl");
    writeFileSync(path, text);
    const growing = growingTimeline(path, {});
    await growing.next();
    expect(await growing.next()).toBeNull();
    rmSync(path);
    expect(await growing.next()).toBeNull();
  });

  test("leaves out the events before the cursor it was started with", async () => {
    const path = join(temporaryFolder(), "a.jsonl");
    const text = small().toString();
    const first = text.indexOf("\n") + 1;
    writeFileSync(path, text);
    const { cursor } = (await readTimeline(text.slice(0, first))).files[0] as { cursor: { offset: number } };
    expect(cursor.offset).toBe(Buffer.byteLength(text.slice(0, first)));
    const grown = await growingTimeline(path, {}, cursor as never).next();
    const whole = await readTimeline(text);
    expect(grown?.timeline.events.map(({ place }) => place)).toEqual(
      whole.events.map(({ place }) => place).filter(({ line }) => line > 1),
    );
  });

  test.each([
    ["cut", "truncated-file", transcript({ cliVersion: "2.1.285", seed: 2 }).prompt("Short.").toString()],
    ["cut, after a last line that was whole", "truncated-file", entry(7), small().toString().slice(0, -1)],
    ["replaced, an array by another", "rewritten-file", `[${entry(8)}, ${entry(9)}]`, `[${entry(1)},${entry(2)}]`],
    ["replaced", "rewritten-file", small().prompt("x".repeat(3000)).toString().replaceAll("naïve", "naive")],
  ])("starts again where the file was %s, and says so", async (_, code, content, first = small().toString()) => {
    const path = join(temporaryFolder(), "a.jsonl");
    writeFileSync(path, first);
    const growing = growingTimeline(path, {});
    const before = (await growing.next())?.timeline;
    writeFileSync(path, content);
    const grown = await growing.next();
    expect(grown?.from).toBe(0);
    expect(grown?.timeline.events).toEqual((await readTimeline(content)).events);
    expect(grown?.timeline.issues.map((issue) => issue.code)).toContain(code);
    expect(before?.events).toEqual((await readTimeline(first)).events);
  });

  test("an entry of another session that finds its parent later is no stray any more", async () => {
    const path = join(temporaryFolder(), "a.jsonl");
    const lines = transcript({ cliVersion: "2.1.285" }).prompt("One.").reply("Two.").fault("stray-session").lines();
    const stray = JSON.parse(lines.at(-1) as string);
    const parent = { ...stray, uuid: stray.parentUuid, parentUuid: null };
    writeFileSync(path, `${lines.join("\n")}\n`);
    const growing = growingTimeline(path, {});
    expect((await growing.next())?.timeline.chains.map(({ chain }) => chain)).toContain("stray");
    appendFileSync(path, `${JSON.stringify(parent)}\n`);
    const timeline = (await growing.next())?.timeline;
    expect(timeline?.chains.map(({ chain }) => chain)).toEqual(["main"]);
    expect(timeline).toEqual(await readTimeline([...lines, JSON.stringify(parent), ""].join("\n")));
  });
});
