import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeHandover } from "../../../src/systems.js";
import { put } from "../../node/temporary-folder.js";
import { inFolder, linesOf, namedLines, start, talk } from "./in-folder.js";

describe("faults of the transcript", () => {
  test.each([
    ["missing", null, /no such file/],
    ["empty", "", /is empty/],
    ["of nothing but noise", "not json\n\0\0\0\n", /no record/],
  ])("P6: one that is %s gives a note that says so, and no other file is read", async (_, text, reason) => {
    const { write, folder, text: written, deliver } = inFolder(text);
    put(join(folder, "other.jsonl"), talk().toString());
    const { outcome, problems } = await write();
    expect([outcome, problems.join()]).toEqual(["empty", expect.stringMatching(reason)]);
    expect(written()).toMatch(/EMPTY: the transcript could not be read\./);
    expect(written()).toMatch(reason);
    expect(written()).not.toContain("blue");
    expect((await deliver()).text).toMatch(reason);
  });

  test("a folder in its place, and none named at all, are told too", async () => {
    const { folder, notes } = inFolder(null);
    for (const transcriptPath of [folder, null]) {
      const { outcome } = await writeHandover({ sessionId: "5e55", transcriptPath }, { folder: notes });
      expect(outcome).toBe("empty");
    }
  });

  test("one that is cut anywhere gives a note of what is there, and no error", async () => {
    const bytes = Buffer.from(talk().compact({ keep: 0 }).prompt("Decided: green, 潮.").reply("Done.").toString());
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length }), async (cut) => {
        const { write, folder, note } = inFolder(bytes.subarray(0, cut));
        expect(["written", "empty"]).toContain((await write()).outcome);
        const lines = bytes.subarray(0, cut).toString().split("\n").length;
        for (const line of namedLines(note())) expect(line).toBeLessThanOrEqual(lines);
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 60 },
    );
  });

  test("what is written while it is read does not count, and the note names no line of it", async () => {
    const text = talk().toString();
    const { write, note, says } = inFolder(text);
    const writing = write();
    says(`${text}${start().prompt("Decided: LATER.").toString()}`);
    await writing;
    expect(JSON.stringify(note().sections)).not.toContain("LATER");
  });

  test("with two compactions at once the note that was written before them stays", async () => {
    const session = talk();
    const { write, says, text, deliver } = inFolder(session.toString());
    await write();
    const before = text();
    says(session.compact({ keep: 0 }).compact({ keep: 0 }).toString());
    expect(await write()).toMatchObject({ outcome: "kept", path: null });
    expect(text()).toBe(before);
    expect((await deliver()).problem).toBeNull();
  });

  test("where none was written before them, the summary is what there is", async () => {
    const { write, note } = inFolder(
      talk().compact({ keep: 0, summary: "Decided: green." }).compact({ keep: 0, summary: "Decided: red." }).toString(),
    );
    expect(await write()).toMatchObject({ outcome: "written" });
    expect(linesOf(note(), "Decisions").map(([text]) => text)).toEqual(["~ summary: Decided: red."]);
  });

  test("of a long one without a compaction the end is read, and the note says what was not", async () => {
    const session = start().prompt("Decided: OUTSIDE.").reply("Ok.");
    for (let turn = 0; turn < 45; turn++) session.prompt(`Turn ${turn}.`).reply("word ".repeat(80_000));
    const { write, text, note } = inFolder(session.prompt("Decided: inside.").toString());
    await write();
    const first = Number(/NOT READ: what stands before line (\d+);/.exec(text())?.[1]);
    expect(first).toBeGreaterThan(2);
    expect(linesOf(note(), "Decisions").map(([decision]) => decision)).toEqual(["~ user: Decided: inside."]);
    for (const line of namedLines(note())) expect(line).toBeGreaterThanOrEqual(first);
  });

  test("of a long stretch since the last compaction its opening and the end are read", async () => {
    const session = talk().compact({ keep: 0, summary: "Decided: by summary." });
    for (let turn = 0; turn < 45; turn++) session.prompt(`Turn ${turn}.`).reply("word ".repeat(80_000));
    const { write, text, note } = inFolder(session.prompt("Decided: inside.").toString());
    await write();
    expect(text()).toMatch(/NOT READ: lines \d+ to \d+;/);
    expect(linesOf(note(), "Decisions").map(([decision]) => decision)).toEqual([
      "~ summary: Decided: by summary.",
      "~ user: Decided: inside.",
    ]);
  });
});
