import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hooks } from "../../../src/node.js";
import { deliverHandover } from "../../../src/systems.js";
import { casePath, caseTest, openCase } from "../../cases/open-case.js";
import { inFolder, start, talk } from "./in-folder.js";

describe("after a compaction", () => {
  test("the note that was written before it is given, whether the compaction is in the file yet or not", async () => {
    const session = talk();
    const { write, deliver, says } = inFolder(session.toString());
    await write();
    for (const compacted of [false, true]) {
      if (compacted) says(session.compact({ keep: 0 }).toString());
      const { text, problem } = await deliver();
      expect(problem).toBeNull();
      expect(text).toContain("- ~ user: Decided: the colour is blue. (line 1)");
      expect(text).toContain("It is of the main conversation");
    }
  });

  test("also where kept messages were written behind it, with their old times", async () => {
    const session = talk();
    const { write, deliver, says } = inFolder(session.toString());
    await write();
    says(session.fault("late-flush").compact({ keep: 2 }).toString());
    expect((await deliver()).problem).toBeNull();
  });

  test("a note that is older than the last compaction says so", async () => {
    const session = talk();
    const { write, deliver, says } = inFolder(session.toString());
    await write();
    says(session.compact({ keep: 0 }).prompt("Go on.").reply("Yes.").compact({ keep: 0 }).toString());
    const one = await deliver();
    expect(one.problem).toMatch(/^OUT OF DATE: 1 compaction happened since this note/);
    expect(one.text).toContain(one.problem);
    says(session.prompt("On.").reply("Yes.").compact({ keep: 0 }).prompt("On.").reply("Yes.").toString());
    expect((await deliver()).problem).toMatch(/^OUT OF DATE: 3 compactions/);
  });

  test("without a note the text says so and where to look", async () => {
    const { deliver, session } = inFolder(talk().toString());
    const { text, problem } = await deliver();
    expect(problem).toBe("No hand-over note was written for session 5e55.");
    expect(text).toContain(session.transcriptPath);
  });

  test("where the transcript can't be read, the note is given with that doubt", async () => {
    const { write, deliver, session } = inFolder(talk().toString());
    await write();
    rmSync(session.transcriptPath);
    const { text, problem } = await deliver();
    expect(problem).toMatch(/can't be told.*no such file/);
    expect(text).toContain("Decided: the colour is blue.");
  });

  test("never the note of another session", async () => {
    const { write, notes, session } = inFolder(talk().toString());
    await write();
    const { text } = await deliverHandover({ ...session, sessionId: "5e5" }, { folder: notes, cache: false });
    expect(text).not.toContain("blue");
  });

  test("of a subagent nothing is given: where the hook says so, or the main conversation waits for one", async () => {
    const { write, deliver, says, notes, session } = inFolder(talk().toString());
    await write();
    expect(await deliverHandover({ ...session, agentId: "c0ffee" }, { folder: notes })).toMatchObject({ text: "" });
    says(talk().tool("Agent", { description: "dig", prompt: "Dig" }, "", { open: true }).toString());
    expect(await deliver()).toMatchObject({ text: "", problem: expect.stringContaining("A subagent was compacted") });
  });

  caseTest("B072", "nothing is given to the subagent whose compaction the main file's hook row is of", async () => {
    const rows = readFileSync(casePath("B072"), "utf8").split("\n");
    const { write, deliver, says } = inFolder(`${rows[0]}\n`);
    await write();
    says(`${rows.slice(0, 2).join("\n")}\n`);
    expect((await deliver()).text).toBe("");
  });

  test("a note that was written while the agent's result was not yet in the file is given, as it knows more", async () => {
    const session = talk();
    const { write, deliver, says } = inFolder(session.toString());
    await write();
    // The call is there and its result is not: as for a subagent, and as for a transcript that lags behind.
    const before = session.prompt("Decided: green.").subagent("dig", (agent) => agent.prompt("Dig").reply("Done."));
    const rows = before.toString().split("\n");
    const call = rows.findIndex((row) => row.includes('"name":"Agent"'));
    says(`${rows.slice(0, call + 1).join("\n")}\n`);
    await write();
    says(before.compact({ keep: 0 }).toString());
    const { text, problem } = await deliver();
    expect(problem).toBeNull();
    expect(text).toContain("Decided: green.");
  });

  caseTest("B137", "after its second compaction the note of before it is given", async () => {
    const rows = readFileSync(casePath("B137"), "utf8").split("\n");
    const { write, deliver, says } = inFolder(`${rows.slice(0, 8).join("\n")}\n`);
    await write();
    says(`${rows.slice(0, 10).join("\n")}\n`);
    const { text, problem } = await deliver();
    expect(problem).toBeNull();
    expect(text).toContain("- ~ I will check the page after the merge. (line 8)");
  });
});

describe("what is given", () => {
  /** As long as a hook's output may be, by the case below. */
  const limit = 10_000;

  caseTest(
    "B101",
    "a hook's output of as many characters as are given at most arrives whole, and a longer one does not",
    async () => {
      const runs = hooks(await openCase("B101")).map(({ writtenChars, truncated }) => [writtenChars, truncated]);
      expect(runs).toEqual([
        [limit, false],
        [12_000, true],
      ]);
    },
  );

  caseTest("B102", "is what was said, and not what an earlier hook had put into the context", async () => {
    const rows = readFileSync(casePath("B102"), "utf8").split("\n");
    const cut = rows.findIndex((row) => row.includes('"compact_boundary"'));
    const { write, deliver, says, all } = inFolder(`${rows.slice(0, cut).join("\n")}\n`);
    await write();
    says(`${rows.slice(0, cut + 2).join("\n")}\n`);
    const { text, problem } = await deliver();
    expect(problem).toBeNull();
    expect(text).toMatch(/^# Hand-over/);
    expect(all()).not.toContain("Standing rules v3");
  });

  test("is as long as a hook may deliver, the most needed sections first, and says what was left out and where it is", async () => {
    const session = start();
    for (let turn = 0; turn < 150; turn++)
      session
        .prompt(`Decided: colour ${turn} is ${"deep ".repeat(10)}blue.`)
        .reply(`I will check ${turn} after the merge.`)
        .write(`/home/dev/${turn}/${"long".repeat(20)}.ts`, "x");
    const { write, deliver, notes } = inFolder(session.prompt("What next?").toString());
    await write();
    const { text } = await deliver();
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(text.length).toBeGreaterThan(limit - 500);
    expect(text).toContain("Decided: colour 149");
    expect(text.indexOf("## In progress")).toBeLessThan(text.indexOf("## Decisions"));
    for (const title of ["Decisions", "Promises", "Files written"]) expect(text).toContain(`## ${title}`);
    expect(text).toMatch(/Lines left out for room: .*Files written \(the latest 100 of 150\) 95\./);
    expect(text).toContain(join(notes, "5e55.md"));
    expect(text).toContain(join(notes, "5e55.tail.txt"));
    expect(readFileSync(join(notes, "5e55.md"), "utf8").length).toBeGreaterThan(limit);
  });

  test("holds lines of the note only, and none too many, at any limit", async () => {
    const session = start();
    for (let turn = 0; turn < 20; turn++)
      session.prompt(`Decided: ${turn}.`).reply(`I will check ${turn} later. See #${turn}.`);
    const { write, deliver, text: note } = inFolder(session.toString());
    await write();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4000 }), async (maxChars) => {
        const { text } = await deliver(maxChars);
        expect(text.length).toBeLessThanOrEqual(maxChars);
        const rows = text.split("\n").filter((row) => row.startsWith("- ") && row.endsWith(")"));
        for (const row of rows) expect(note()).toContain(`${row}\n`);
      }),
      { numRuns: 40 },
    );
  });
});
