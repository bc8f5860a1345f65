import { describe, expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { type ForecastOptions, type ForecastRow, forecast } from "../../src/queries/forecast.js";
import { forecastScore } from "../../src/queries/forecast-score.js";
import { newestRules, ruleSets } from "../../src/queries/rule-sets.js";
import { type Transcript, transcript } from "../../src/testing.js";

const cwd = "/home/dev/project";
const start = () => transcript({ cliVersion: "2.1.285", ambient: false });
const forecastOf = async (session: Transcript, options?: ForecastOptions) =>
  forecast(await readTimeline(session.toString()), newestRules, options);
const brief = (rows: ForecastRow[], item?: string) =>
  rows
    .filter((row) => item === undefined || row.item === item)
    .map(({ name, prediction, reason }) => [name, prediction, reason]);

describe("a compaction now", () => {
  test("keeps skills by the budget, cuts a long one, and loses what only an earlier process invoked", async () => {
    const session = start().prompt("Begin.").skill("gone", "Gone.").reply("1").exit().resume().prompt("On.");
    expect(
      brief(await forecastOf(session.skill("long", "x".repeat(21_000)).skill("short", "Short.")), "skill"),
    ).toEqual([
      ["short", "keep", "within-budget"],
      ["long", "cut", "over-skill-limit"],
      ["gone", "lose", "other-process"],
    ]);
    for (const at of [1, 2, 3, 4, 5]) session.skill(`s${at}`, "x".repeat(21_000));
    expect(brief(await forecastOf(session), "skill").slice(5)).toEqual([
      ["short", "lose", "over-budget"],
      ["long", "lose", "over-budget"],
      ["gone", "lose", "other-process"],
    ]);
  });

  test("does not lose again what an earlier compaction lost, until it is invoked again", async () => {
    const session = start().prompt("Begin.");
    for (const at of [1, 2, 3, 4, 5, 6]) session.skill(`s${at}`, "x".repeat(21_000));
    session.reply("Done.");
    expect(brief(await forecastOf(session), "skill").at(-1)).toEqual(["s1", "lose", "over-budget"]);
    session.compact({ keep: 0 }).prompt("On.").reply("Done.");
    const cut = (name: string) => [name, "cut", "over-skill-limit"];
    expect(brief(await forecastOf(session), "skill")).toEqual(["s6", "s5", "s4", "s3", "s2"].map(cut));
    session.skill("s1", "x".repeat(21_000)).reply("Done.");
    expect(brief(await forecastOf(session), "skill")).toEqual([
      ...["s1", "s6", "s5", "s4", "s3"].map(cut),
      ["s2", "lose", "over-budget"],
    ]);
  });

  test("brings back the five files touched last, a large one as its path", async () => {
    const session = start().prompt("Begin.");
    for (const at of [1, 2, 3, 4, 5, 6]) session.read(`${cwd}/f${at}.ts`, at === 5 ? "x".repeat(20_004) : "File.\n");
    session.edit(`${cwd}/f1.ts`, "File", "Text");
    const rows = await forecastOf(session);
    expect(brief(rows, "file")).toEqual([
      [`${cwd}/f1.ts`, "keep", "within-file-limit"],
      [`${cwd}/f6.ts`, "keep", "within-file-limit"],
      [`${cwd}/f5.ts`, "reference", "over-file-tokens"],
      [`${cwd}/f4.ts`, "keep", "within-file-limit"],
      [`${cwd}/f3.ts`, "keep", "within-file-limit"],
      [`${cwd}/f2.ts`, "lose", "beyond-file-limit"],
    ]);
    expect(rows.find((row) => row.name === `${cwd}/f5.ts`)?.tokens).toBe(5_001);
    expect(rows.every((row) => row.grade === "inferred" && row.why !== null && row.evidence.length > 0)).toBe(true);
  });

  test("keeps a nested instruction file among the five, and loses it in a new process", async () => {
    const nested = `${cwd}/sub/CLAUDE.md`;
    const session = start().prompt("Begin.").nestedMemory(nested, "Sub rule.").reply("Done.");
    expect(brief(await forecastOf(session), "nested-memory")).toEqual([[nested, "keep", "within-file-limit"]]);
    const later = session.exit().resume().prompt("On.").reply("Done.");
    expect(brief(await forecastOf(later), "nested-memory")).toEqual([[nested, "lose", "other-process"]]);
  });

  test("reads instructions again, runs a hook again that it ran before, and loses listing and conversation", async () => {
    const session = start()
      .instructions([{ path: `${cwd}/CLAUDE.md`, content: "Root rule." }])
      .listing(["a", "b"])
      .hook("SessionStart:startup", { command: "rules", stdout: "Mind the tide." })
      .hook("SessionStart:compact", { command: "again", stdout: "Mind the ebb." })
      .prompt("Begin.")
      .reply("Begun.");
    expect(brief(await forecastOf(session))).toEqual([
      [`${cwd}/CLAUDE.md`, "keep", "read-again"],
      ["rules", "lose", "hook-not-run"],
      ["skill_listing", "lose", "not-reinjected"],
      ["conversation", "lose", "summary-only"],
    ]);
    const rows = await forecastOf(session);
    expect(rows.map((row) => row.count)).toEqual([null, null, 2, 1]);
    expect(rows.at(-1)?.why).toMatch(/^One prompt or answered question stands only /);
    const later = await forecastOf(session.compact({ keep: 0 }).prompt("One.").prompt("Two.").reply("Done."));
    expect(brief(later)).toEqual([
      [`${cwd}/CLAUDE.md`, "keep", "read-again"],
      ["again", "keep", "runs-again"],
      ["conversation", "lose", "summary-only"],
    ]);
    expect(later.at(-1)?.count).toBe(2);
  });

  test("does not count on a hook that ran for a new process", async () => {
    const session = start();
    for (const name of ["startup", "resume"])
      session.hook(`SessionStart:${name}`, { command: "rules", stdout: "Mind the tide." });
    session.prompt("Begin.").reply("Begun.").compact().exit().resume().prompt("On.").reply("Done.");
    expect(brief(await forecastOf(session), "hook")).toEqual([["rules", "lose", "hook-not-run"]]);
  });

  test("loses the conversation too where nobody typed a plain prompt in it", async () => {
    const session = start().prompt("Begin.").reply("Begun.").compact({ keep: 0 });
    expect(brief(await forecastOf(session), "other")).toEqual([]);
    const [said] = (await forecastOf(session.read(`${cwd}/a.ts`, "A.\n"))).filter(({ item }) => item === "other");
    expect(said).toMatchObject({ name: "conversation", prediction: "lose", count: 0 });
    const [typed] = (await forecastOf(session.skill("deploy", "Tag first.", { by: "user" }))).filter(
      ({ item }) => item === "other",
    );
    expect(typed?.count).toBe(1);
  });

  test("of an older rule set brings back no files", async () => {
    const timeline = await readTimeline(start().prompt("Begin.").read(`${cwd}/a.ts`, "A.\n").toString());
    expect(brief(forecast(timeline, ruleSets[0]), "file")).toEqual([[`${cwd}/a.ts`, "lose", "summary-only"]]);
  });

  test("of nothing is nothing", async () => {
    expect(forecast(await readTimeline(""))).toEqual([]);
  });
});

describe("a forecast before a recorded boundary", () => {
  test("knows nothing of what came after", async () => {
    const session = start().prompt("Begin.").read(`${cwd}/a.ts`, "A.\n").skill("deploy", "Tag first.").reply("Done.");
    const now = await forecastOf(session);
    const before = await forecastOf(session.compact().prompt("On.").read(`${cwd}/b.ts`, "B.\n").reply("Done."), {
      before: 1,
    });
    expect(before).toEqual(now);
  });

  test("counts what was flushed late as before, and does not look ahead", async () => {
    const late = start()
      .prompt("Begin.")
      .reply("Begun.")
      .read(`${cwd}/a.ts`, "A.\n")
      .fault("late-flush")
      .compact({ keep: 1 });
    expect(brief(await forecastOf(late, { before: 1 }), "file")).toEqual([
      [`${cwd}/a.ts`, "keep", "within-file-limit"],
    ]);
    const session = start()
      .prompt("Begin.")
      .skill("deploy", "Tag first.")
      .reply("1")
      .exit()
      .resume()
      .prompt("On.")
      .reply("2");
    session.compact().prompt("On.").reply("3").compact();
    session.raw({
      type: "attachment",
      attachment: { type: "invoked_skills", skills: [{ name: "deploy", content: "Tag first." }] },
    });
    expect(brief(await forecastOf(session, { before: 1 }), "skill")).toEqual([["deploy", "lose", "other-process"]]);
    expect(brief(await forecastOf(session, { before: 2 }), "skill")).toEqual([]);
    expect(brief(await forecastOf(session), "skill")).toEqual([["deploy", "keep", "within-budget"]]);
  });

  test("needs a boundary of that ordinal", async () => {
    await expect(forecastOf(start().prompt("Begin."), { before: 1 })).rejects.toThrow(
      "The chain main has no boundary 1; pass the ordinal of one that it has (none), or leave `before` out.",
    );
  });

  test("scores whole where the process does what the rules say", async () => {
    const session = start()
      .instructions([{ path: `${cwd}/CLAUDE.md`, content: "Root rule." }])
      .listing(["a"])
      .prompt("Begin.")
      .nestedMemory(`${cwd}/sub/CLAUDE.md`, "Sub rule.");
    for (const at of [1, 2, 3, 4, 5])
      session.wait(1_000).read(`${cwd}/f${at}.ts`, at === 1 ? "x".repeat(20_004) : "File.\n");
    session.skill("deploy", "Tag first.").reply("Done.").compact({ keep: 0 });
    const scores = forecastScore([await readTimeline(session.toString())]);
    expect(
      scores.map(({ item, boundaries, predicted, happened, hits }) => [item, boundaries, predicted, happened, hits]),
    ).toEqual([
      ["skill", 1, 1, 1, 1],
      ["file", 1, 4, 4, 4],
      ["file-reference", 1, 1, 1, 1],
      ["nested-memory", 1, 0, 0, 0],
      ["instructions", 1, 1, 1, 1],
      ["hook", 1, 0, 0, 0],
      ["skill-listing", 1, 0, 0, 0],
    ]);
    expect(scores.map((row) => [row.precision, row.recall]).slice(0, 4)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [null, null],
    ]);
  });

  test("counts a miss and a false hope", async () => {
    const session = start().prompt("Begin.");
    for (const at of [1, 2, 3, 4, 5, 6]) session.wait(1_000).read(`${cwd}/f${at}.ts`, "File.\n");
    session.disk(`${cwd}/f6.ts`, null).reply("Done.").compact({ keep: 0 });
    const [file] = forecastScore([await readTimeline(session.toString())]).filter((row) => row.item === "file");
    expect(file).toMatchObject({ predicted: 5, happened: 5, hits: 4, precision: 0.8, recall: 0.8 });
  });

  test("is not judged where the version records nothing", async () => {
    const session = transcript({ cliVersion: "2.1.81" })
      .prompt("Begin.")
      .read(`${cwd}/a.ts`, "A.\n")
      .reply("Done.")
      .compact();
    expect(forecastScore([await readTimeline(session.toString())])).toEqual([]);
  });
});
