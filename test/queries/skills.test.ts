import { describe, expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { type SkillRow, skills } from "../../src/queries/skills.js";
import { type Row, type Transcript, transcript } from "../../src/testing.js";

const cwd = "/home/dev/project";
const start = (cliVersion = "2.1.285") => transcript({ cliVersion, ambient: false }).prompt("Begin.").reply("Begun.");
const rowsOf = async (session: Transcript): Promise<SkillRow[]> => skills(await readTimeline(session.toString()));
const brief = (rows: SkillRow[]) => rows.map(({ name, fate, boundary, reason }) => [name, fate, boundary, reason]);
const head = (name: string) => `Base directory for this skill: ${cwd}/.claude/skills/${name}\n\n`;
const invokedSkills = (row: Row) =>
  (row.attachment as { type?: string; skills: { name: string }[] } | undefined)?.type === "invoked_skills";
const textOf = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).join("\n");

describe("an invocation", () => {
  test("that met no boundary is active", async () => {
    const rows = await rowsOf(
      start().skill("deploy", "Tag first.", { args: "v2" }).skill("review", "Read it.", { by: "user" }),
    );
    expect(rows).toMatchObject([
      {
        name: "deploy",
        fate: "active",
        invokedBy: "model",
        args: "v2",
        boundary: null,
        keptChars: null,
        reason: null,
        stub: false,
        run: 1,
      },
      { name: "review", fate: "active", invokedBy: "user", args: null, bodyChars: `${head("review")}Read it.`.length },
    ]);
    expect(rows.every((row) => row.grade === "observed" && row.evidence[0]?.line === row.line)).toBe(true);
  });

  test("is known by the name of its body where that was kept, flushed late, and hangs under the summary", async () => {
    const session = start().skill("review", "Read it.", { by: "user" }).compact();
    const rows = session.rows();
    const body = rows.find((row) => row.isMeta === true && JSON.stringify(row).includes("Read it.")) as Row;
    const summary = rows.findIndex((row) => row.isCompactSummary === true);
    const late = rows.toSpliced(summary + 1, 0, { ...body, parentUuid: rows[summary]?.uuid });
    const found = skills(await readTimeline(textOf(late.filter((row) => row !== body))));
    const [first] = found;
    expect(first).toMatchObject({ name: "review", invokedBy: "user", bodyChars: `${head("review")}Read it.`.length });
    const [before] = skills(await readTimeline(textOf(rows)));
    expect(first?.line).toBe(before?.line);
    // Without a further compaction the row is the invocation itself: that the body is its own, nothing on it says.
    const cut = late.slice(0, summary + 2).filter((row) => row !== body && row.subtype !== "compact_boundary");
    const [active] = skills(await readTimeline(textOf(cut)));
    expect(active).toMatchObject({ name: "review", fate: "active", grade: "derived" });
  });

  test("is neither a refused call, nor a command without a body, nor a mention", async () => {
    const session = start()
      .skill("a", "A.", { refused: true })
      .command("/model", "Set.")
      .skill("b", "B.", { by: "user", refused: true });
    expect(await rowsOf(session.prompt("Please use /deploy.").reply("No.").compact())).toEqual([]);
  });

  test("whose body went to a subagent has one row and is not expected back", async () => {
    expect(brief(await rowsOf(start().skill("look", "Look.", { forked: true }).compact()))).toEqual([
      ["look", "active", null, "forked"],
    ]);
  });

  test("does not depend on what boundaries re-attached", async () => {
    const rows = start().skill("deploy", "Tag first.").reply("Tagged.").compact().rows();
    const lines = async (list: Row[]) => skills(await readTimeline(textOf(list))).map((row) => row.line);
    expect(await lines(rows.filter((row) => !invokedSkills(row)))).toEqual(await lines(rows));
  });
});

describe("at a boundary a skill", () => {
  test("is kept where the text equals what was sent, at every boundary until it is lost", async () => {
    const session = start().skill("deploy", "Tag first.").compact().prompt("On.").reply("Done.").compact();
    const rows = await rowsOf(session);
    expect(brief(rows)).toEqual([
      ["deploy", "kept", 1, null],
      ["deploy", "kept", 2, null],
    ]);
    expect(rows[0]).toMatchObject({ grade: "derived", keptChars: `${head("deploy")}Tag first.`.length });
  });

  test("has no row after its loss, until a boundary brings it back", async () => {
    const rows = start()
      .skill("deploy", "Tag first.")
      .reply("Tagged.")
      .compact()
      .prompt("On.")
      .reply("1")
      .compact()
      .prompt("On.")
      .reply("2")
      .compact()
      .rows();
    const carriers = rows.filter(invokedSkills);
    const without = (...gone: number[]) => textOf(rows.filter((row) => !gone.some((at) => carriers[at] === row)));
    expect(brief(skills(await readTimeline(without(0, 1, 2))))).toEqual([["deploy", "lost", 1, "unknown"]]);
    expect(brief(skills(await readTimeline(without(0, 1))))).toEqual([
      ["deploy", "lost", 1, "unknown"],
      ["deploy", "kept", 3, null],
    ]);
  });

  test("is truncated by the marker line, which is no part of what was kept", async () => {
    const [row] = await rowsOf(start().skill("handbook", "x".repeat(26_000)).compact());
    expect(row).toMatchObject({ fate: "truncated", grade: "observed", reason: null });
    expect(row?.keptChars).toBeLessThan(20_000);
    expect(row?.keptChars).toBeGreaterThan(19_000);
  });

  test("is replaced where a later invocation of the name stands before it", async () => {
    const session = start()
      .skill("deploy", "Tag first.", { args: "v1" })
      .reply("1")
      .skill("deploy", "Tag first.", { args: "v2" });
    expect(brief(await rowsOf(session.compact().prompt("On.").reply("Done.").compact()))).toEqual([
      ["deploy", "reinvoked", 1, null],
      ["deploy", "kept", 1, "stale-arguments"],
      ["deploy", "kept", 2, "stale-arguments"],
    ]);
  });

  test("is kept with the body that its stub points to", async () => {
    const rows = await rowsOf(
      start().skill("deploy", "Tag first. ".repeat(20)).reply("1").skill("deploy", "Tag first. ".repeat(20)).compact(),
    );
    expect(rows.map((row) => [row.fate, row.stub])).toEqual([
      ["reinvoked", false],
      ["kept", true],
    ]);
    expect(rows[1]?.keptChars).toBe(rows[0]?.bodyChars);
    expect(rows[1]?.bodyChars).toBeLessThan(rows[0]?.bodyChars as number);
  });

  test("is stale where its file was written after it was sent, and not where it was written before", async () => {
    const file = `${cwd}/.claude/skills/deploy/SKILL.md`;
    const after = start().skill("deploy", "Tag first.", { args: "v1" }).write(file, "Tag last.").compact();
    expect(brief(await rowsOf(after))).toEqual([["deploy", "kept", 1, "stale-file"]]);
    const before = start().write(file, "Tag first.").skill("deploy", "Tag first.").read(file).compact();
    expect(brief(await rowsOf(before))).toEqual([["deploy", "kept", 1, null]]);
  });

  test("is known again under another name by its text", async () => {
    const rows = start().skill("deploy", "Tag first.").reply("Tagged.").compact().rows();
    for (const row of rows.filter(invokedSkills))
      for (const skill of (row.attachment as { skills: { name: string }[] }).skills) skill.name = "team:deploy";
    expect(brief(skills(await readTimeline(textOf(rows))))).toEqual([["deploy", "kept", 1, null]]);
  });

  test("whose call was flushed behind the boundary was invoked before it", async () => {
    const session = start()
      .skill("deploy", "Tag first.")
      .fault("late-flush")
      .compact({ keep: 3 })
      .prompt("On.")
      .reply("Done.");
    expect(brief(await rowsOf(session))).toEqual([["deploy", "kept", 1, null]]);
  });

  test("of another process is lost with the reason that missing gives", async () => {
    const [row] = await rowsOf(
      start().skill("deploy", "Tag first.").exit().resume().prompt("On.").reply("Done.").compact(),
    );
    expect(row).toMatchObject({
      fate: "lost",
      boundary: 1,
      reason: "other-process",
      grade: "inferred",
      run: 1,
      keptChars: null,
    });
  });
});

test("a subagent's skill is no matter of the main conversation", async () => {
  const session = start().skill("deploy", "Tag first.");
  session.subagent("look", (agent) => agent.prompt("Look.").skill("review", "Read it.").reply("Seen.").compact(), {
    agentId: "a1",
  });
  const main = await rowsOf(session.compact());
  expect(brief(main)).toEqual([["deploy", "kept", 1, null]]);
  const file = session.files().get(`${session.sessionId}/subagents/agent-a1.jsonl`) ?? "";
  expect(skills(await readTimeline(file))).toMatchObject([{ chain: "a1", name: "review", fate: "kept", boundary: 1 }]);
});
