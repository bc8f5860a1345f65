import { describe, expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { type MissingRow, missing } from "../../src/queries/missing.js";
import { type Transcript, transcript } from "../../src/testing.js";

const start = (cliVersion = "2.1.285") => transcript({ cliVersion, ambient: false }).prompt("Begin.").reply("Begun.");
const lossesOf = async (session: Transcript): Promise<MissingRow[]> =>
  missing(await readTimeline(session.toString())).filter((row) => row.item === "skill");
const brief = (rows: MissingRow[]) => rows.map(({ boundary, name, reason, grade }) => [boundary, name, reason, grade]);
/** Line of the last row of the transcript so far. */
const lineOf = (session: Transcript) => session.lines().length;

describe("missing skills", () => {
  test("of an earlier process are inferred to be lost by it, unless a boundary had re-attached them", async () => {
    const lost = start().skill("deploy", "Tag first.").exit().resume().prompt("On.").reply("Done.").compact();
    expect(brief(await lossesOf(lost))).toEqual([[1, "deploy", "other-process", "inferred"]]);
    const carried = start()
      .skill("deploy", "Tag first.")
      .compact()
      .exit()
      .resume()
      .prompt("On.")
      .reply("Done.")
      .compact();
    expect(await lossesOf(carried)).toEqual([]);
  });

  test("that the newer ones leave no room for are inferred to be over the budget", async () => {
    const session = start();
    for (const name of ["s1", "s2", "s3", "s4", "s5", "s6"]) session.skill(name, "x".repeat(19_000));
    expect(brief(await lossesOf(session.compact()))).toEqual([[1, "s1", "over-budget", "inferred"]]);
  });

  test("that fit the budget and are gone have no known reason", async () => {
    const rows = start().skill("deploy", "Tag first.").reply("Tagged.").compact().rows();
    const without = rows.filter((row) => (row.attachment as { type?: string })?.type !== "invoked_skills");
    const text = without.map((row) => JSON.stringify(row)).join("\n");
    const losses = missing(await readTimeline(text)).filter((row) => row.item === "skill");
    expect(brief(losses)).toEqual([[1, "deploy", "unknown", "unknown"]]);
  });

  test("are neither over the budget nor another process's where the record shows otherwise", async () => {
    const withoutLast = (session: Transcript) => {
      const rows = session.rows();
      const last = rows.findLast((row) => (row.attachment as { type?: string })?.type === "invoked_skills");
      return readTimeline(rows.flatMap((row) => (row === last ? [] : [JSON.stringify(row)])).join("\n"));
    };
    const all = start();
    for (const name of ["s1", "s2", "s3", "s4", "s5", "s6"]) all.skill(name, "x".repeat(19_000));
    const none = missing(await withoutLast(all.reply("Done.").compact())).filter((row) => row.item === "skill");
    expect(none.map((row) => row.reason)).toEqual(Array(6).fill("unknown"));
    const carried = start()
      .skill("deploy", "Tag first.")
      .reply("Done.")
      .compact()
      .exit()
      .resume()
      .prompt("On.")
      .reply("Done.");
    const lost = missing(await withoutLast(carried.compact())).filter((row) => row.item === "skill");
    expect(brief(lost)).toEqual([[2, "deploy", "unknown", "unknown"]]);
  });

  test("whose body is a kept message are not missing", async () => {
    const rows = start().skill("deploy", "Tag first.").compact({ keep: 1 }).rows();
    const without = rows.filter((row) => (row.attachment as { type?: string })?.type !== "invoked_skills");
    const losses = missing(await readTimeline(without.map((row) => JSON.stringify(row)).join("\n")));
    expect(losses.map((row) => row.item)).toEqual(["other"]);
  });

  test("that were cut have a row by the marker line of the record", async () => {
    const rows = await lossesOf(start().skill("handbook", "x".repeat(26_000)).compact());
    expect(brief(rows)).toEqual([[1, "handbook", "truncated", "observed"]]);
  });

  test("stay missing at every later boundary, last seen where they last stood", async () => {
    const session = start().skill("deploy", "Tag first.");
    const body = lineOf(session);
    session.exit().resume().prompt("On.").reply("Done.").compact().prompt("On.").reply("Done.").compact();
    const rows = await lossesOf(session);
    expect(rows.map((row) => [row.boundary, row.reason, row.lastSeen])).toEqual([
      [1, "other-process", body],
      [2, "other-process", body],
    ]);
  });

  test("that ran in a subagent or were refused are never expected back", async () => {
    const session = start().skill("a", "A.", { forked: true }).skill("b", "B.", { refused: true }).compact();
    expect(await lossesOf(session)).toEqual([]);
  });

  test("of a version that records none are not claimed to be lost", async () => {
    const before = await lossesOf(start("2.1.81").skill("deploy", "Tag first.").compact());
    expect(brief(before)).toEqual([[1, "deploy", "not-recorded", "unknown"]]);
    const open = await lossesOf(start("2.1.112").skill("deploy", "Tag first.").compact());
    expect(brief(open)).toEqual([[1, "deploy", "unknown", "unknown"]]);
  });
});
