import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTimeline } from "../../../src/node.js";
import { handover } from "../../../src/queries/handover.js";
import { noteOf } from "../../../src/systems/handover/note.js";
import { casePath, caseTest } from "../../cases/open-case.js";
import { anySession } from "../../properties/compacted-session.js";
import { inFolder, linesOf, namedLines, start } from "./in-folder.js";

const _talk = () => start().prompt("Decided: the colour is blue.").reply("I will check the page after the merge.");

describe("a hand-over note", () => {
  caseTest(
    "B137",
    "before the second compaction is of summary 1 and lines 5 to 8, with blue as superseded",
    async () => {
      // As the file stood at PreCompact: the second boundary is on line 9.
      const rows = readFileSync(casePath("B137"), "utf8").split("\n");
      const { write, note, all } = inFolder(`${rows.slice(0, 8).join("\n")}\n`);
      expect(await write()).toMatchObject({ outcome: "written", problems: [] });
      const written = note();
      for (const line of namedLines(written)) expect([4, 5, 6, 7, 8]).toContain(line);
      expect(linesOf(written, "Promises")).toEqual([["~ I will check the page after the merge.", 8]]);
      expect(linesOf(written, "Waiting on others")).toEqual([["~ user: Waiting for Sam about the font.", 5]]);
      const decisions = linesOf(written, "Decisions");
      expect(decisions).toContainEqual(["~ user: Changed my mind: green.", 5]);
      for (const [text, line] of decisions.filter(([text]) => text.includes("blue")))
        expect([text.startsWith("superseded: "), line]).toEqual([true, 4]);
      expect(all()).not.toContain("SECRET-VALUE-1");
      expect(all()).toContain("> .env");
    },
  );

  caseTest("B137", "now is of summary 2, the kept message and lines 11 and 12", async () => {
    const { write, note, text } = inFolder(readFileSync(casePath("B137")));
    await write();
    for (const line of namedLines(note())) expect([8, 10, 11, 12]).toContain(line);
    expect(text()).toContain("from the compaction on line 9 up to line 12");
    expect(text()).not.toContain("blue");
  });

  caseTest(
    "B131",
    "without a compaction is of the whole file and says so; the turn that is open is in progress",
    async () => {
      const { write, note, text } = inFolder(readFileSync(casePath("B131")));
      await write();
      expect(text()).toContain("from the start up to line 8");
      expect(linesOf(note(), "In progress")).toEqual([["user: Second", 4]]);
      expect(text()).not.toContain("PROMISE");
      expect(text()).not.toContain("inner text");
    },
  );

  test("P3, P4: holds of any session what `handover` finds in the window at its end, each with its line", async () => {
    await fc.assert(
      // Without rows that are written again, of which the first copy can lie before what is read of a session's end, and
      // without rows of other sessions, which are told by rows that can lie there too.
      fc.asyncProperty(anySession({ faults: ["late-flush", "detour"] }), async (built) => {
        const { write, note, folder } = inFolder(built.toString(), built.sessionId);
        if ((await write()).outcome === "kept") return;
        const expected = handover(await readTimeline(built.toString(), { payload: "full" }));
        const lines = namedLines(note());
        expect([...lines].sort()).toEqual(expected.map((row) => row.line).sort());
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });

  test("reads back as it was written, whatever was said", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(words, words), { maxLength: 4 }), async (said) => {
        const built = start();
        for (const [prompt, reply] of said) built.prompt(prompt).reply(reply);
        const { write, text, folder } = inFolder(built.prompt("Decided: end.").toString());
        await write();
        const note = noteOf(text());
        expect(
          note?.sections.flatMap(({ title, lines }) => [
            `## ${title}`,
            ...lines.map((one) => `- ${one.text} (line ${one.line})`),
          ]),
        ).toEqual(
          text()
            .split("\n")
            .filter((row) => /^(?:## |- )/.test(row)),
        );
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
        expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|(?<!\\)<(?!!-- tidemark)[a-z/!?]/i);
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });

  test("keeps the last 40,000 characters of the conversation beside it, from the start of a record on", async () => {
    const session = start();
    for (let turn = 0; turn < 200; turn++)
      session.prompt(`Go on ${turn}. ${"x ".repeat(150)}`).reply("Done.\nAll of it.");
    const { write, notes } = inFolder(session.toString());
    await write();
    const [, ...tail] = readFileSync(join(notes, "5e55.tail.txt"), "utf8").split("\n");
    expect(tail.join("\n").length).toBeLessThanOrEqual(40_000);
    expect(tail.join("\n").length).toBeGreaterThan(39_000);
    for (const row of tail.filter((one) => one !== "")) expect(row).toMatch(/^(?:\[line \d+\] \w+: | {4}\S)/);
    expect(tail.slice(-3)).toEqual([expect.stringMatching(/^\[line \d+\] model: Done\.$/), "    All of it.", ""]);
  });
});

const words = fc
  .array(
    fc.constantFrom(
      "Decided: ",
      "I will ",
      "\n- ",
      "\n## Decisions\n",
      " (line 7)",
      "<script>",
      "<!-- ",
      "--> ",
      "\u001b[31m",
      "\u202e",
      "Waiting for Sam.",
      "?",
      "~ ",
      "`",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));
