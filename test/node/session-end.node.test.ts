import { appendFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownBoundaries } from "../../src/node/known-boundaries.js";
import { fileSource, forecast, readTimeline, sessionEnd, type Timeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { put, temporaryFolder } from "./temporary-folder.js";

const compacted = (times: number) => {
  const session = transcript({ cliVersion: "2.1.285" });
  for (let at = 1; at <= times; at++) session.prompt(`Question ${at}`).reply(`Answer ${at}`).compact();
  return session.prompt("Last question").reply("Last answer");
};

/** What an event is and where it stands; ordinals and segments count from the first line read. */
const seen = ({ events }: Timeline, from: number) =>
  events.filter(({ place }) => place.offset >= from).map(({ kind, place, chain, at }) => ({ kind, place, chain, at }));

const boundaryPlaces = ({ events }: Timeline) =>
  events.flatMap((event) => (event.kind === "boundary" && event.chain === "main" ? event.place : []));

const boundaryLines = (timeline: Timeline) => boundaryPlaces(timeline).map(({ line }) => line);

describe("the end of a session", () => {
  test("is the whole file where it has fewer than two boundaries", async () => {
    for (const times of [0, 1]) {
      const text = compacted(times).toString();
      const path = join(temporaryFolder([["a.jsonl", text]]), "a.jsonl");
      const { timeline, ...end } = await sessionEnd(path, { cache: false });
      expect(timeline).toEqual(await readTimeline(text));
      const lines = [{ from: 1, to: text.split("\n").length - 1 }];
      expect(end).toEqual({ earlier: 0, lines, complete: true, bytes: Buffer.byteLength(text) });
    }
  });

  test("is the same with what was remembered of a file that another one took the place of", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.jsonl");
    const cache = join(folder, "cache");
    const session = transcript({ cliVersion: "2.1.285" });
    for (let at = 1; at <= 4; at++) session.prompt(`Question ${at}`).reply("long ".repeat(80_000)).compact();
    const text = session.prompt("Last question").reply("Last answer").toString();
    put(path, text);
    expect(await sessionEnd(path, { cache })).toEqual(await sessionEnd(path, { cache: false }));
    const at = text.indexOf('"compact_boundary"', text.length / 3);
    put(`${path}.new`, `${text.slice(0, at)}"compact_bounded_"${text.slice(at + 18)}`);
    renameSync(`${path}.new`, path);
    const found = await sessionEnd(path, { cache: false });
    expect(found.earlier + boundaryLines(found.timeline).length).toBe(3);
    expect(await sessionEnd(path, { cache })).toEqual(found);
    expect(await sessionEnd(path, { cache })).toEqual(found);
  });

  test("starts at the last boundary but one, and tells how many were before", async () => {
    const text = compacted(4).toString();
    const path = join(temporaryFolder([["a.jsonl", text]]), "a.jsonl");
    const whole = await readTimeline(text);
    const { timeline, earlier, lines } = await sessionEnd(path, { cache: false });
    const [, , third] = boundaryLines(whole);
    expect([earlier, lines]).toEqual([2, [{ from: third, to: text.split("\n").length - 1 }]]);
    expect(boundaryLines(timeline)).toEqual(boundaryLines(whole).slice(2));
  });

  test("of any session: its events are those of the whole file from that line on, also where it is read as it grows", async () => {
    const folder = temporaryFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession({ maxSteps: 14, faults: ["torn-line", "wrong-field", "no-newline", "incomplete-tail"] }),
        fc.nat({ max: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (session, times, fraction) => {
          // Ids of their own: a row that is written again is known as one only where its first copy is read too.
          const before = compacted(times).toString().replaceAll("9e3779b1-", "0e3779b1-");
          const bytes = Buffer.from(`${before}${session}`);
          const path = join(folder, `${run++}.jsonl`);
          let written = 0;
          for (const cut of [Math.floor(bytes.length * fraction), bytes.length]) {
            appendFileSync(path, bytes.subarray(written, cut));
            written = cut;
            const whole = await readTimeline(bytes.subarray(0, cut));
            const { timeline, earlier } = await sessionEnd(path, { cache: false });
            expect(seen(timeline, 0)).toEqual(seen(whole, boundaryPlaces(whole).at(-2)?.offset ?? 0));
            expect(boundaryLines(timeline)).toEqual(boundaryLines(whole).slice(earlier));
            const known = await knownBoundaries(path, fileSource(path), join(folder, "cache"), undefined);
            expect(known.last.map(({ line }) => line)).toEqual(
              boundaryLines(whole).filter((line) => line <= known.cursor.line),
            );
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  test("of more than `maxBytes`: the last boundary with what follows it at once, and the last lines", async () => {
    const long = "x".repeat(3000);
    const session = compacted(2);
    for (let at = 0; at < 1000; at++) session.prompt(`${at} ${long}`).reply("Yes.");
    const text = session.toString();
    const path = join(temporaryFolder([["a.jsonl", text]]), "a.jsonl");
    const whole = await readTimeline(text);
    const { timeline, lines, complete, earlier } = await sessionEnd(path, { cache: false, maxBytes: 100_000 });
    const [opening, late] = lines as [{ from: number; to: number }, { from: number; to: number }];
    expect([complete, lines.length, earlier, opening.from]).toEqual([false, 2, 1, boundaryLines(whole)[1]]);
    expect(late.to).toBe(text.split("\n").length - 1);
    const rows = text.split("\n");
    expect(Buffer.byteLength(rows.slice(late.from - 1).join("\n"))).toBeLessThanOrEqual(100_000);
    expect(Buffer.byteLength(rows.slice(late.from - 2).join("\n"))).toBeGreaterThan(100_000);
    const isRead = (line: number) => lines.some(({ from, to }) => from <= line && line <= to);
    expect(seen(timeline, 0)).toEqual(seen(whole, 0).filter(({ place }) => isRead(place.line)));
  });

  test("keeps the boundaries of a large file, and believes them only while what lies before is the same", async () => {
    const session = compacted(3);
    for (let at = 0; at < 400; at++) session.prompt(`${at} ${"y".repeat(3000)}`).reply("Yes.");
    const text = session.toString();
    const folder = temporaryFolder([["a.jsonl", text]]);
    const path = join(folder, "a.jsonl");
    const cache = join(folder, "cache");
    const first = await sessionEnd(path, { cache });
    const notes = readdirSync(join(cache, "ends"));
    expect(notes).toHaveLength(1);
    expect(await sessionEnd(path, { cache })).toEqual(first);
    put(join(cache, "ends", notes[0] as string), '{"format":1,"count":7');
    expect(await sessionEnd(path, { cache })).toEqual(first);
    const shorter = compacted(1).toString();
    writeFileSync(path, shorter);
    expect((await sessionEnd(path, { cache })).timeline).toEqual(await readTimeline(shorter));
    truncateSync(path, 0);
    expect(await sessionEnd(path, { cache })).toMatchObject({ lines: [], bytes: 0, timeline: { events: [] } });
  });

  test("foresees of skills what the whole file does, also of those that were invoked before it starts", async () => {
    const session = transcript({ cliVersion: "2.1.285" });
    for (const name of ["one", "two"]) session.prompt("Begin.").skill(name, "x".repeat(21_000)).reply("Done.");
    for (let at = 0; at < 3; at++) session.compact().prompt("On.").reply("Done.");
    const folder = temporaryFolder();
    for (const more of [0, 4]) {
      for (let at = 0; at < more; at++) session.prompt("More.").skill(`new ${at}`, "y".repeat(21_000)).reply("Done.");
      const path = join(folder, `${more}.jsonl`);
      writeFileSync(path, session.toString());
      const { timeline, earlier } = await sessionEnd(path, { cache: false });
      const skillsIn = (one: Timeline) =>
        forecast(one).flatMap(({ item, name, prediction }) => (item === "skill" ? [[name, prediction]] : []));
      expect(earlier).toBe(1);
      // What came back is the head: it is not cut once more.
      const cut = (rows: string[][]) =>
        rows.map(([name, prediction]) => [name, prediction === "cut" ? "keep" : prediction]);
      expect(cut(skillsIn(timeline))).toEqual(cut(skillsIn(await readTimeline(session.toString()))));
      expect(skillsIn(timeline).filter(([, prediction]) => prediction === "lose")).toEqual(
        more === 0 ? [] : [["one", "lose"]],
      );
    }
  });

  test("of what is no file says so", async () => {
    const folder = temporaryFolder();
    await expect(sessionEnd(join(folder, "none.jsonl"))).rejects.toThrow("no such file");
    await expect(sessionEnd(folder)).rejects.toThrow("is no file");
    await expect(sessionEnd("/dev/null")).rejects.toThrow("is no file");
    await expect(sessionEnd(folder, { maxBytes: 0 })).rejects.toThrow("maxBytes");
  });
});
