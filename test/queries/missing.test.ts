import { describe, expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { type MissingRow, missing } from "../../src/queries/missing.js";
import { type Transcript, transcript } from "../../src/testing.js";

const cwd = "/home/dev/project";
const start = (cliVersion = "2.1.285") => transcript({ cliVersion, ambient: false }).prompt("Begin.").reply("Begun.");
const lossesOf = async (session: Transcript, item?: string): Promise<MissingRow[]> =>
  missing(await readTimeline(session.toString())).filter((row) => item === undefined || row.item === item);
const brief = (rows: MissingRow[]) => rows.map(({ boundary, name, reason, grade }) => [boundary, name, reason, grade]);
/** A row that the builder does not write of itself. */
const attachment = (content: Record<string, unknown>) => ({
  type: "attachment",
  uuid: `made-${JSON.stringify(content).length}`,
  attachment: content,
});
/** Line of the last row of the transcript so far. */
const lineOf = (session: Transcript) => session.lines().length;

describe("the conversation", () => {
  test("is one row per boundary, last seen with the last thing said", async () => {
    const session = start();
    const said = lineOf(session);
    session.compact({ keep: 0 }).prompt("On.").reply("Done.").compact({ keep: 0 });
    const rows = await lossesOf(session, "other");
    expect(brief(rows)).toEqual([
      [1, "conversation", "summary-only", "observed"],
      [2, "conversation", "summary-only", "observed"],
    ]);
    expect(rows[0]?.lastSeen).toBe(said);
    expect(rows.every((row) => row.why === null && row.evidence.length >= 2)).toBe(true);
  });

  test("has nothing before a boundary that opens the file", async () => {
    const lines = start().compact().lines();
    const at = lines.findIndex((line) => line.includes("compact_boundary"));
    const rows = missing(await readTimeline(lines.slice(at).join("\n")));
    expect(rows.map((row) => [row.name, row.lastSeen])).toEqual([["conversation", null]]);
  });
});

describe("files", () => {
  const reads = (session: Transcript, count: number) => {
    for (let at = 1; at <= count; at++) session.wait(1_000).read(`${cwd}/f${at}.ts`, `File ${at}.\n`);
    return session;
  };

  test("beyond five are inferred to be over the limit, and only where five came back", async () => {
    const rows = await lossesOf(reads(start(), 7).compact({ keep: 0 }), "file");
    expect(brief(rows)).toEqual([
      [1, `${cwd}/f2.ts`, "beyond-file-limit", "inferred"],
      [1, `${cwd}/f1.ts`, "beyond-file-limit", "inferred"],
    ]);
  });

  test("that are gone from disk are lost for a reason that nobody records", async () => {
    const rows = await lossesOf(reads(start(), 3).disk(`${cwd}/f2.ts`, null).compact({ keep: 0 }), "file");
    expect(brief(rows)).toEqual([[1, `${cwd}/f2.ts`, "unknown", "unknown"]]);
  });

  test("that come back as a path only are missing by what the record says", async () => {
    const session = start().read(`${cwd}/big.md`, "x".repeat(20_002));
    const seen = lineOf(session);
    const [row, ...others] = await lossesOf(session.compact({ keep: 0 }), "file");
    expect(others).toEqual([]);
    expect(row).toMatchObject({ reason: "path-only", grade: "observed", why: null, lastSeen: seen });
    expect(row?.evidence.map((place) => place.line)).toContain(seen);
  });

  test("that stand only as a path are not lost a second time", async () => {
    const session = start().read(`${cwd}/big.md`, "x".repeat(20_002)).compact({ keep: 0 }).prompt("On.").reply("Done.");
    expect(brief(await lossesOf(session.compact({ keep: 0 }), "file")).map(([boundary]) => boundary)).toEqual([1]);
  });

  test("in a kept message are not missing", async () => {
    const session = start().disk(`${cwd}/a.ts`, "A.\n").read(`${cwd}/a.ts`).disk(`${cwd}/a.ts`, null);
    expect(await lossesOf(session.compact({ keep: 1 }), "file")).toEqual([]);
  });

  test("in a kept message are missing once a later compaction drops it", async () => {
    const session = start().disk(`${cwd}/a.ts`, "A.\n").read(`${cwd}/a.ts`).disk(`${cwd}/a.ts`, null);
    const read = lineOf(session);
    session.compact({ keep: 1 }).prompt("On.").reply("Done.").compact({ keep: 0 });
    expect((await lossesOf(session, "file")).map((row) => [row.boundary, row.lastSeen])).toEqual([[2, read]]);
  });

  test("are judged by what came back where no row names its version", async () => {
    const rows = reads(start(), 6).compact({ keep: 0 }).rows();
    const text = rows.map((row) => JSON.stringify({ ...row, version: undefined })).join("\n");
    const losses = missing(await readTimeline(text)).filter((row) => row.item === "file");
    expect(brief(losses)).toEqual([[1, `${cwd}/f1.ts`, "beyond-file-limit", "inferred"]]);
  });

  test("of a version without attachments are not claimed to be lost", async () => {
    const rows = await lossesOf(reads(start("2.1.81"), 2).compact(), "file");
    expect(rows.map((row) => [row.reason, row.grade])).toEqual([
      ["not-recorded", "unknown"],
      ["not-recorded", "unknown"],
    ]);
    expect(rows[0]?.why).toContain("CLI 2.1.81 does not write attachment/file");
  });

  test("after a rewind's partial compaction are lost for no stated reason", async () => {
    const session = reads(start(), 1).prompt("On.").reply("Done.").compact({ mode: "up-to", keep: 1 });
    const rows = await lossesOf(session, "file");
    expect(brief(rows)).toEqual([[1, `${cwd}/f1.ts`, "unknown", "unknown"]]);
    expect(rows[0]?.why).toContain("partial compaction");
  });

  test("whose tool call failed were never in context", async () => {
    const failed = start().tool("Read", { file_path: `${cwd}/no.ts` }, "No such file.", { isError: true });
    expect(await lossesOf(failed.compact(), "file")).toEqual([]);
  });
});

describe("nested instruction files", () => {
  const nested = `${cwd}/sub/CLAUDE.md`;

  test("that are read again as one of five files are not missing", async () => {
    expect(await lossesOf(start().nestedMemory(nested, "Sub rule.").compact(), "nested-memory")).toEqual([]);
  });

  test("are beyond the limit where five other files took the places", async () => {
    const session = start().nestedMemory(nested, "Sub rule.");
    for (const at of [1, 2, 3, 4, 5]) session.wait(1_000).read(`${cwd}/f${at}.ts`, "File.\n");
    expect(brief(await lossesOf(session.compact(), "nested-memory"))).toEqual([
      [1, nested, "beyond-file-limit", "inferred"],
    ]);
  });

  test("of an earlier process are loaded only when a file near them is read", async () => {
    const session = start().nestedMemory(nested, "Sub rule.").exit().resume().prompt("On.").reply("Done.").compact();
    expect(brief(await lossesOf(session, "nested-memory"))).toEqual([[1, nested, "not-reinjected", "derived"]]);
  });
});

describe("instructions", () => {
  const rules = `${cwd}/CLAUDE.md`;
  const ruled = () =>
    transcript({ cliVersion: "2.1.285", ambient: false })
      .instructions([{ path: rules, content: "A" }])
      .prompt("Begin.")
      .reply("Begun.");

  test("of a manual compaction can still come while the next turn is not in the file", async () => {
    const session = ruled().compact({ trigger: "manual" });
    const [row] = await lossesOf(session, "instructions");
    expect(row).toMatchObject({ name: rules, reason: "unknown", grade: "unknown" });
    expect(row?.why).toContain("next turn");
    expect(await lossesOf(session.prompt("On.").reply("Done."), "instructions")).toEqual([]);
  });

  test("that an automatic compaction brings as the held copy are not missing", async () => {
    expect(await lossesOf(ruled().disk(rules, "B").compact().prompt("On.").reply("Done."), "instructions")).toEqual([]);
  });

  test("are not lost by a delta of other files, nor by an empty one", async () => {
    const files = [rules, `${cwd}/notes.md`].map((path) => ({ path, type: "Project", content: "A" }));
    const delta = { type: "instructions", changed: true, reason: "compaction" };
    for (const changed of [[], files.slice(0, 1)]) {
      const session = start()
        .raw(attachment({ type: "instructions", files }))
        .reply("Read.")
        .compact({ trigger: "manual" });
      session
        .prompt("On.")
        .raw(attachment({ ...delta, files: changed }))
        .reply("Done.");
      expect(await lossesOf(session, "instructions")).toEqual([]);
    }
  });

  test("are not lost by a full form without files: it says that they were read again and nothing differs", async () => {
    const files = [rules, `${cwd}/notes.md`].map((path) => ({ path, type: "Project", content: "A" }));
    const session = start()
      .raw(attachment({ type: "instructions", files }))
      .reply("Read.")
      .compact({ trigger: "manual" });
    session
      .prompt("On.")
      .raw(attachment({ type: "instructions", files: [] }))
      .reply("Done.")
      .compact({ trigger: "manual" })
      .prompt("On.")
      .raw({ ...attachment({ type: "instructions", files }), uuid: "once-more" })
      .reply("Done.");
    expect(await lossesOf(session, "instructions")).toEqual([]);
  });

  test("that a full form leaves out are missing", async () => {
    const files = [rules, `${cwd}/notes.md`].map((path) => ({ path, type: "Project", content: "A" }));
    const session = start()
      .raw(attachment({ type: "instructions", files }))
      .reply("Read.")
      .compact({ trigger: "manual" });
    session
      .prompt("On.")
      .raw(attachment({ type: "instructions", files: files.slice(0, 1) }))
      .reply("Done.");
    const [row, ...others] = await lossesOf(session, "instructions");
    expect(others).toEqual([]);
    expect(row).toMatchObject({ name: `${cwd}/notes.md`, reason: "unknown", grade: "unknown" });
    expect(row?.why).toContain("sent again without this file");
  });

  test("that the next record names as removed are said to be so", async () => {
    const session = ruled().compact().disk(rules, null).prompt("On.").reply("Done.");
    const [row, ...others] = await lossesOf(session, "instructions");
    expect(others).toEqual([]);
    expect(row).toMatchObject({ name: rules, reason: "unknown", grade: "derived" });
    expect(row?.why).toContain("removed");
  });
});

describe("the skill listing", () => {
  const listed = () =>
    transcript({ cliVersion: "2.1.285", ambient: false }).listing(["a", "b", "c"]).prompt("Begin.").reply("Begun.");

  test("is one row, and a listing of some names does not stand for the whole", async () => {
    const session = listed().compact().prompt("On.").listing(["d"], { initial: false }).reply("Done.");
    const rows = await lossesOf(session, "skill-listing");
    expect(brief(rows)).toEqual([[1, "skill_listing", "not-reinjected", "derived"]]);
    expect(rows[0]?.why).toContain("3 of 3");
  });

  test("is not missing where a new process sends it whole", async () => {
    const session = listed().compact().exit().resume().prompt("On.").reply("Done.");
    expect(await lossesOf(session, "skill-listing")).toEqual([]);
  });
});
