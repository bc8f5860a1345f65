import { describe, expect, test } from "vitest";
import { readTimeline } from "../../../src/node.js";
import { handoverCheck } from "../../../src/systems.js";
import { caseTest, openCase } from "../../cases/open-case.js";
import { inFolder, start, talk } from "./in-folder.js";

const fates = (rows: ReturnType<typeof handoverCheck>) => rows.map((row) => [row.text, row.fate, row.grade]);

describe("a note against the next summary", () => {
  test("each line is there word for word, in other words, in a kept message, or lost", async () => {
    const session = start()
      .prompt("Decided: the colour is blue.")
      .reply("Ok.")
      .prompt("Decided: the timeout of uploads becomes 30 seconds.")
      .reply("Ok.")
      .prompt("Decided: nobody calls Petra.")
      .reply("I will check the page after the merge.")
      .compact({ keep: 1, summary: "He said: decided: the colour is blue. Uploads: timeout is now 30 seconds." });
    const rows = handoverCheck(await readTimeline(session.toString()));
    expect(fates(rows.filter(({ section }) => section === "Decisions"))).toEqual([
      ["~ user: Decided: the colour is blue.", "word-for-word", "observed"],
      ["~ user: Decided: the timeout of uploads becomes 30 seconds.", "in-other-words", "inferred"],
      ["~ user: Decided: nobody calls Petra.", "lost", "inferred"],
    ]);
    expect(fates(rows.filter(({ section }) => section === "Promises"))).toEqual([
      ["~ I will check the page after the merge.", "kept-message", "derived"],
    ]);
    for (const row of rows) {
      expect(row.evidence[0]?.line).toBe(row.line);
      expect(row.why === null).toBe(row.grade === "observed");
      expect(row.boundary).toBe(1);
    }
  });

  test("a path is told by the name of its file, and a reference as a whole", async () => {
    const session = start()
      .prompt("See #11.")
      .reply("Ok.")
      .write("/home/dev/project/src/cart.ts", "a")
      .write("/home/dev/project/src/order.ts", "b")
      .compact({ keep: 0, summary: "We changed cart.ts below /home/dev/project/src for #112." });
    const rows = handoverCheck(await readTimeline(session.toString()));
    expect(fates(rows.filter(({ section }) => /^(?:Files|Issues)/.test(section)))).toEqual([
      ["user: #11", "lost", "derived"],
      ["/home/dev/project/src/order.ts", "lost", "derived"],
      ["/home/dev/project/src/cart.ts", "in-other-words", "inferred"],
    ]);
  });

  caseTest(
    "B137",
    "before compaction 2: the promise stands in the kept message, and the superseded decision is not asked about",
    async () => {
      const rows = handoverCheck(await openCase("B137"));
      expect(fates(rows.filter(({ section }) => section === "Promises"))).toEqual([
        ["~ I will check the page after the merge.", "kept-message", "derived"],
      ]);
      expect(JSON.stringify(rows)).not.toContain("blue");
    },
  );

  test("a note that was written is held against the compaction that followed it; before that nothing is known", async () => {
    const session = talk();
    const { write, note } = inFolder(session.toString());
    await write();
    const before = handoverCheck(await readTimeline(session.toString()), { note: note() });
    expect(new Set(before.map(({ fate, grade, boundary }) => [fate, grade, boundary].join()))).toEqual(
      new Set(["unknown,unknown,"]),
    );
    session
      .compact({ keep: 0, summary: "Decided: the colour is blue." })
      .prompt("On.")
      .reply("Yes.")
      .compact({ keep: 0 });
    const after = handoverCheck(await readTimeline(session.toString()), { note: note() });
    expect(after.map(({ boundary }) => boundary)).toEqual([1, 1, 1]);
    expect(fates(after)[0]).toEqual(["~ I will check the page after the merge.", "lost", "inferred"]);
    expect(fates(after.filter(({ section }) => section === "Decisions"))).toEqual([
      ["~ user: Decided: the colour is blue.", "word-for-word", "observed"],
    ]);
  });

  test("of a compaction that is not there says which are", async () => {
    const timeline = await readTimeline(talk().compact().toString());
    expect(() => handoverCheck(timeline, { before: 7 })).toThrow(/no boundary 7.*\(1\)/);
    expect(handoverCheck(await readTimeline(talk().toString()))).toEqual([]);
  });
});
