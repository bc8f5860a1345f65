import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laboratory, numbers, type Run } from "../../fixtures/lab.js";
import { readTimeline, type Timeline } from "../../src/index.js";
import { type SurvivalRow, survival } from "../../src/queries/survival.js";
import { wilson } from "../../src/queries/wilson.js";
import { type Transcript, transcript } from "../../src/testing.js";
import { anySession } from "../properties/compacted-session.js";
import { disorder } from "./disorder.js";

const inLaboratory = Promise.all(
  (Object.keys(numbers) as Run[]).map((run) => readTimeline(laboratory[run]().toString())),
).then(survival);

/** `value: survived of n` for one item and feature. */
const counted = (rows: SurvivalRow[], item: SurvivalRow["item"], by: SurvivalRow["by"]) =>
  rows.filter((row) => row.item === item && row.by === by).map((row) => `${row.value}: ${row.survived} of ${row.n}`);

const of = async (session: Transcript) => survival(await readTimeline(session.toString()));

describe("survival in the laboratory", () => {
  it("counts skills: 6 of 8, by process 0 of 2 and 6 of 6", async () => {
    const rows = await inLaboratory;
    expect(counted(rows, "skill", "all")).toEqual(["null: 6 of 8"]);
    expect(counted(rows, "skill", "process")).toEqual(["another process: 0 of 2", "same process: 6 of 6"]);
    expect(counted(rows, "skill", "source")).toEqual(["invocation: 6 of 8"]);
    expect(counted(rows, "skill", "trigger")).toEqual(["manual: 6 of 8"]);
    expect(counted(rows, "skill", "cliVersion")).toEqual(["2.1.285: 6 of 8"]);
    expect(counted(rows, "skill", "model")).toEqual(["claude-opus-5-5: 6 of 8"]);
  });

  it("counts instructions 20 of 20, nested files and scoped rules 6 of 12, files 16 of 20, listings in a new process only", async () => {
    const rows = await inLaboratory;
    expect(counted(rows, "instructions", "all")).toEqual(["null: 20 of 20"]);
    expect(counted(rows, "nested-memory", "all")).toEqual(["null: 6 of 12"]);
    expect(counted(rows, "file", "all")).toEqual(["null: 16 of 20"]);
    expect(counted(rows, "skill-listing", "process")).toEqual(["another process: 2 of 2", "same process: 0 of 6"]);
  });

  it("gives each rate its Wilson interval", async () => {
    const skills = (await inLaboratory).find((row) => row.item === "skill" && row.by === "all");
    expect(skills).toMatchObject({ rate: 0.75, truncated: 0, unjudged: 0, unjudgedWhy: null, grade: "derived" });
    expect(skills?.low).toBeCloseTo(0.4093, 4);
    expect(skills?.high).toBeCloseTo(0.9285, 4);
    expect(skills?.evidence).toHaveLength(8);
  });

  it("finds the passphrase's number in every summary, and the path of the file in none", async () => {
    const rows = await inLaboratory;
    expect(counted(rows, "summary", "kept")).toEqual(expect.arrayContaining(["number: 8 of 8", "path: 0 of 20"]));
  });
});

describe("survival", () => {
  it("counts a truncated skill as one that survived in part", async () => {
    const session = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .skill("long", "Rule.\n".repeat(5_000))
      .skill("short", "Rule.")
      .reply("ok")
      .compact();
    const row = (await of(session)).find(({ item, by }) => item === "skill" && by === "all");
    expect(row).toMatchObject({ n: 2, survived: 2, truncated: 1, rate: 1 });
  });

  it("does not judge by the silence of a version, and says so", async () => {
    const session = transcript({ cliVersion: "2.1.63" })
      .prompt("go")
      .skill("deploy", "Tag first.")
      .reply("ok")
      .compact();
    const row = (await of(session)).find(({ item, by }) => item === "skill" && by === "all");
    expect(row).toMatchObject({ n: 0, survived: 0, rate: null, low: null, high: null, unjudged: 1 });
    expect(row?.unjudgedWhy).toContain("CLI 2.1.63 does not write");
  });

  it("does not judge instructions before the next turn was answered", async () => {
    const session = transcript({ cliVersion: "2.1.285" })
      .instructions([{ path: "/p/CLAUDE.md", content: "A" }])
      .prompt("go")
      .reply("ok");
    const row = (await of(session.compact({ trigger: "manual" }))).find(
      ({ item, by }) => item === "instructions" && by === "all",
    );
    expect(row).toMatchObject({ n: 0, unjudged: 1 });
    expect(row?.unjudgedWhy).toContain("the next turn");
  });

  it("holds a file that came back as a path for lost, and what was kept for survived", async () => {
    const session = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .read("/home/dev/project/large.md", "x".repeat(20_100))
      .reply("ok");
    expect(counted(await of(session.compact({ keep: 0 })), "file", "all")).toEqual(["null: 0 of 1"]);
    const kept = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .read("/home/dev/project/large.md", "x".repeat(20_100))
      .compact({ keep: 2 });
    expect(counted(await of(kept), "file", "source")).toEqual(["preserved: 1 of 1"]);
  });

  it("counts a thing once for each boundary it stood before", async () => {
    const session = (seed: number) =>
      transcript({ cliVersion: "2.1.285", seed })
        .prompt("go")
        .skill("deploy", "Tag first.")
        .reply("ok")
        .compact()
        .prompt("on")
        .reply("ok")
        .compact();
    const [one, another] = await Promise.all([1, 2].map((seed) => readTimeline(session(seed).toString())));
    const skills = (...timelines: (Timeline | undefined)[]) =>
      counted(survival(timelines.flatMap((timeline) => timeline ?? [])), "skill", "all");
    expect(skills(one)).toEqual(["null: 2 of 2"]);
    expect(skills(one, another)).toEqual(["null: 4 of 4"]);
    expect(skills(one, one)).toEqual(["null: 2 of 2"]);
    expect(survival([])).toEqual([]);
  });
});

describe("survival of any session", () => {
  it("counts by each feature the same things as in all, and no more than there were", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession({
          faults: disorder,
        }),
        async (session) => {
          const rows = await of(session);
          expect(JSON.parse(JSON.stringify(rows))).toEqual(rows);
          for (const all of rows.filter(({ by }) => by === "all")) {
            expect(all.survived).toBeLessThanOrEqual(all.n);
            const parts = (by: SurvivalRow["by"]) => rows.filter((row) => row.item === all.item && row.by === by);
            const sum = (by: SurvivalRow["by"], of: "n" | "survived") =>
              parts(by).reduce((total, row) => total + row[of], 0);
            for (const by of ["trigger", "cliVersion", "process", "model"] as const)
              expect([sum(by, "n"), sum(by, "survived")], by).toEqual([all.n, all.survived]);
            expect(sum("source", "survived")).toBe(all.survived);
            for (const { n } of parts("source")) expect(n).toBe(all.n);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("what a summary kept", () => {
  const summary =
    "Ran npm test in /home/dev/project/src/a.ts. Limit 1,500; port 8080. Use tabs everywhere. Open: Shall we ship on Friday?";
  const session = () =>
    transcript({ cliVersion: "2.1.285" })
      .prompt("Decided: Use tabs everywhere\nThe limit is 1,500 and the port 8080, not 80801 or 99.")
      .read("/home/dev/project/src/a.ts", "text 4711\n")
      .read("/home/dev/project/src/b.ts", "text\n")
      .tool("Bash", { command: "npm test\nnpm run bench -- 12345" }, "ok 777")
      .tool("Bash", { command: 'grep -n "\\"quoted\\"" a.ts' }, "ok")
      .reply(
        "Agreed on the port: take 8080. Shall we ship on Friday? Who reviews it?\n- **Decision:** Ship with flags\n",
      )
      .compact({ summary, keep: 0 });

  it("is counted by kind, verbatim, each string once", async () => {
    expect(counted(await of(session()), "summary", "kept").sort()).toEqual([
      // `npm test`, and the grep that is not in the summary.
      "command: 1 of 2",
      // Kept `Use tabs everywhere`; not the port's sentence as it goes on, nor the flags.
      "decision: 1 of 3",
      // `1,500` and `8080` of prompts and replies; `80801` is not in it, tool results are not looked at.
      "number: 2 of 3",
      "path: 1 of 2",
      "question: 1 of 2",
    ]);
  });

  it("leaves out kept messages, and says that kinds are told by the look", async () => {
    const one = transcript({ cliVersion: "2.1.285" })
      .prompt("The code is 4711.")
      .reply("Noted 4711 and 4712.")
      .compact({ summary: "Nothing.", keep: 1 });
    const rows = (await of(one)).filter(({ by }) => by === "kept");
    expect(rows).toMatchObject([{ item: "summary", value: "number", n: 1, survived: 0, grade: "inferred" }]);
  });
});

describe("the Wilson interval", () => {
  it("has the published values (R. G. Newcombe, Statistics in Medicine 17, 1998, table I)", () => {
    for (const [successes, n, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = wilson(successes, n);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    }
    expect(wilson(8, 8).low).toBeCloseTo(0.6756, 4);
    expect(wilson(8, 8).high).toBe(1);
    expect(wilson(0, 0)).toEqual({ rate: null, low: null, high: null });
  });

  it("holds the rate, within 0 and 1, and mirrors successes and failures", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const successes = Math.round(n * share);
        const { rate, low, high } = wilson(successes, n) as { rate: number; low: number; high: number };
        expect(0 <= low && low <= rate && rate <= high && high <= 1).toBe(true);
        expect(low).toBeCloseTo(1 - (wilson(n - successes, n).high as number), 10);
      }),
    );
  });
});
