import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type CompactionRecord, compactionRecords } from "../../../src/systems.js";
import { put, temporaryFolder } from "../../node/temporary-folder.js";
import { beforeCompaction, newSession, pathOf } from "../session-file.js";
import { compacted, newFile, numbers, record, written } from "./recording.js";

describe("a line of telemetry", () => {
  test("has the numbers of the boundary, and of the summary its length only", async () => {
    const file = newFile();
    const session = compacted();
    const boundary = session.rows().find((row) => row.subtype === "compact_boundary");
    const { problems } = await record(pathOf(session), { file });
    expect(problems).toEqual([]);
    expect(written(file)).toEqual([
      {
        format: 1,
        at: Date.parse(String(boundary?.timestamp)),
        sessionId: "5e550000-0000-4000-8000-000000000001",
        ordinal: 1,
        boundary: boundary?.uuid,
        project: "project",
        trigger: "auto",
        ...numbers,
        cumulativeDroppedTokens: 138_000,
        keptMessages: 1,
        cliVersion: "2.1.285",
        skills: ["deploy"],
        skillsLeftOut: 0,
        sinceLastMs: null,
        summaryChars: "What was said so far.".length,
      },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("of a later compaction has its ordinal and the time since the one before", async () => {
    const session = compacted().prompt("on").reply("Yes.").wait(600_000).compact().prompt("on").reply("Yes.").compact();
    const at = session
      .rows()
      .filter((row) => row.subtype === "compact_boundary")
      .map((row) => Date.parse(String(row.timestamp)));
    const { record: found } = await record(pathOf(session));
    expect(found).toMatchObject({ ordinal: 3, at: at[2], sinceLastMs: (at[2] ?? 0) - (at[1] ?? 0) });
  });

  test("of a CLI that records less has nulls, never 0", async () => {
    const old = newSession();
    const text = old
      .prompt("go")
      .reply("Yes.")
      .compact(numbers)
      .lines()
      .map((line) => {
        const row = JSON.parse(line);
        if (row.subtype === "compact_boundary") row.compactMetadata = { trigger: "auto", preTokens: 150_000 };
        return JSON.stringify(row);
      });
    const { record: found } = await record(pathOf(`${text.join("\n")}\n`), { more: { compact_summary: undefined } });
    expect(found).toMatchObject({ preTokens: 150_000 });
    const { postTokens, durationMs, cumulativeDroppedTokens, keptMessages, sinceLastMs, summaryChars } =
      found as CompactionRecord;
    expect([postTokens, durationMs, cumulativeDroppedTokens, keptMessages, sinceLastMs, summaryChars]).toEqual(
      Array(6).fill(null),
    );
  });

  test("names the project by the last part of its folder, or by a fingerprint", async () => {
    const project = async (cwd: string | undefined, isPrivate = false) =>
      (await record(pathOf(compacted()), { private: isPrivate, more: { cwd } })).record?.project;
    expect(await project("/home/dev/tide\u001b[31m pool\n")).toBe("tide pool");
    expect(await project("C:\\work\\tide\\")).toBe("tide");
    expect(await project("/")).toBeNull();
    expect(await project(undefined)).toBeNull();
    const hidden = await project("/home/dev/secret-plan", true);
    expect(hidden).toMatch(/^[0-9a-f]{12}$/);
    expect(await project("/home/dev/secret-plan", true)).toBe(hidden);
    expect(await project("/home/ann/secret-plan", true)).not.toBe(hidden);
    expect(await project(`/home/dev/ghp_${"Ab1".repeat(12)}`)).toMatch(/^[0-9a-f]{12}$/);
  });

  test("is below 4096 bytes however many skills there were, and counts those it does not name", async () => {
    const session = newSession().prompt("go");
    for (let at = 0; at < 90; at++) session.skill(`s${at}-${"x".repeat(58)}:${"y".repeat(60)}`, "Rules.");
    session.skill("no name at all", "Rules.").reply("Yes.").compact();
    const file = newFile();
    await record(pathOf(session), { file });
    const [line] = written(file);
    expect(statSync(file).size).toBeLessThan(4096);
    expect((line?.skills?.length ?? 0) + (line?.skillsLeftOut ?? 0)).toBe(91);
    expect(line?.skills?.length).toBeGreaterThan(20);
  });
});

describe("a boundary that is not in the file yet", () => {
  test("is waited for while the file grows", async () => {
    const session = compacted();
    const early = beforeCompaction(session);
    const path = pathOf(early);
    const late = setTimeout(120).then(() => appendFileSync(path, String(session).slice(early.length)));
    const [{ record: found }] = await Promise.all([record(path, { waitMs: 5000 }), late]);
    expect(found).toMatchObject({ ordinal: 1, preTokens: 150_000 });
  });

  test("is written as such, with nulls, and completed by the next run in the session", async () => {
    const file = newFile();
    const session = compacted();
    const path = pathOf(beforeCompaction(session));
    const { record: early } = await record(path, { file });
    expect(early).toMatchObject({
      boundary: "not-recorded-yet",
      ordinal: 1,
      trigger: "auto",
      preTokens: null,
      skills: ["deploy"],
      summaryChars: 21,
    });
    session.prompt("on").reply("Yes.").compact();
    writeFileSync(path, beforeCompaction(session));
    await record(path, { file });
    expect(
      written(file).map(({ ordinal, preTokens, boundary }) => [ordinal, preTokens, boundary === "not-recorded-yet"]),
    ).toEqual([
      [1, null, true],
      [1, 150_000, false],
      [2, null, true],
    ]);
    expect(written(file)[1]).toMatchObject({ skills: ["deploy"], summaryChars: 21 });
  });

  test("is completed by the report, from the transcript, once and for all", async () => {
    const file = newFile();
    const session = compacted();
    const id = "5e550000-0000-4000-8000-000000000001";
    const projects = temporaryFolder();
    const path = join(projects, "-home-dev-project", `${id}.jsonl`);
    put(path, beforeCompaction(session));
    await record(path, { file });
    await record(path, { file });
    const before = await compactionRecords({ file, transcripts: projects });
    expect(before.records).toMatchObject([{ boundary: "not-recorded-yet" }]);
    put(path, String(session));
    const now = await compactionRecords({ file, transcripts: projects });
    expect(now.records).toMatchObject([{ ordinal: 1, preTokens: 150_000, skills: ["deploy"], summaryChars: 21 }]);
    expect((await compactionRecords({ file, transcripts: temporaryFolder() })).records).toEqual(now.records);
    expect(written(file)).toHaveLength(3);
  });

  test("in a session whose id leads elsewhere is looked up nowhere", async () => {
    const file = newFile();
    const projects = temporaryFolder([["elsewhere.jsonl", String(compacted())]]);
    await record(pathOf(beforeCompaction(compacted())), { file, more: { session_id: "../elsewhere" } });
    expect((await compactionRecords({ file, transcripts: projects })).records).toMatchObject([
      { sessionId: null, boundary: "not-recorded-yet" },
    ]);
  });
});

test("hooks of many sessions at once each have their line", async () => {
  const file = newFile();
  const path = pathOf(compacted());
  const sessions = Array.from({ length: 20 }, (_, at) => `session-${at}`);
  await Promise.all(sessions.map((session_id) => record(path, { file, more: { session_id } })));
  expect(
    written(file)
      .map(({ sessionId }) => sessionId)
      .sort(),
  ).toEqual(sessions.sort());
});

test("of two compactions at once the second is written, and the first completed where it waits", async () => {
  const file = newFile();
  const session = compacted();
  const path = pathOf(beforeCompaction(session));
  await record(path, { file });
  writeFileSync(path, String(session.compact({ preTokens: 20_000 })));
  await record(path, { file });
  expect(written(file).map(({ ordinal, preTokens }) => [ordinal, preTokens])).toEqual([
    [1, null],
    [1, 150_000],
    [2, 20_000],
  ]);
});

test("of two compactions at once each has its line, also where both are in the transcript before a hook runs", async () => {
  const file = newFile();
  const path = pathOf(compacted().compact({ preTokens: 20_000 }));
  for (const summary of ["One.", "The other."]) await record(path, { file, more: { compact_summary: summary } });
  const { records } = await compactionRecords({ file, transcripts: temporaryFolder() });
  expect(
    records.map(({ ordinal, preTokens, skills, summaryChars }) => [ordinal, preTokens, skills, summaryChars]),
  ).toEqual([
    [1, 150_000, null, null],
    [2, 20_000, ["deploy"], 4],
  ]);
});

test("a compaction that something was said after, and that no hook saw, stays out", async () => {
  const file = newFile();
  await record(pathOf(compacted().prompt("more").reply("Done.").compact({ preTokens: 20_000 })), { file });
  expect(written(file).map(({ ordinal }) => ordinal)).toEqual([2]);
});
