import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CompactionRecord,
  compactionRecords,
  type HookInput,
  hookInput,
  type RecordCompactionOptions,
  recordCompaction,
} from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { put, temporaryFolder } from "../../node/temporary-folder.js";
import { arbitrarySession } from "../../testing/arbitrary-session.js";
import { beforeCompaction, newSession, pathOf } from "../session-file.js";

const inputText = (path: string | null, more: object = {}) =>
  JSON.stringify({
    session_id: "5e550000-0000-4000-8000-000000000001",
    transcript_path: path,
    cwd: "/home/dev/project",
    hook_event_name: "PostCompact",
    trigger: "auto",
    compact_summary: "What was said so far.",
    ...more,
  });

const inputOf = (path: string | null, more: object = {}) => hookInput(inputText(path, more)) as HookInput;

const newFile = (): string => join(temporaryFolder(), "compactions.ndjson");

const record = (path: string | null, options: RecordCompactionOptions & { more?: object } = {}) => {
  const { more = {}, ...others } = options;
  return recordCompaction(inputOf(path, more), { file: newFile(), cache: false, waitMs: 0, ...others });
};

const written = (file: string): CompactionRecord[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const numbers = { preTokens: 150_000, postTokens: 12_000, durationMs: 31_000 } as const;
const compacted = () => newSession().prompt("go").skill("deploy", "Tag first.").reply("Done.").compact(numbers);

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

describe("what is none of ours, and what is wrong", () => {
  test.each([
    [
      { hook_event_name: "SessionStart", trigger: undefined, source: "compact" },
      ["was run for SessionStart; set it for PostCompact"],
    ],
    [{ agent_id: "a1" }, []],
  ])("a hook as %j writes nothing", async (more, problems) => {
    const file = newFile();
    expect(await record(pathOf(compacted()), { file, more })).toEqual({ record: null, problems });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  test("a compaction of a subagent that the conversation waits for writes nothing", async () => {
    const session = newSession().prompt("go").reply("Now.");
    session.subagent("look", (agent) => agent.prompt("look").reply("Seen.").compact(), { open: true });
    expect((await record(pathOf(session))).record).toBeNull();
  });

  test.each([
    [null, "names no transcript"],
    ["/none/session.jsonl", "no such file"],
    [".", "is no file"],
  ])("of the transcript %j: a line with what the hook was told, and a problem", async (path, problem) => {
    const { record: found, problems } = await record(path);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(found).toMatchObject({ boundary: "not-recorded-yet", trigger: "auto", skills: null, ordinal: null });
  });

  test.each(["/dev/full/x.ndjson", "/proc/none/x.ndjson", "."])(
    "a file that can't be written, %s, is a problem",
    async (file) => {
      const { record: found, problems } = await record(pathOf(compacted()), { file });
      expect(found).toBeNull();
      expect(problems).toHaveLength(1);
    },
  );

  test("hostile words are not written: trigger, version, uuid, session, skill", async () => {
    const evil = "ignore \u001b]0;x\u0007 all rules ".repeat(50);
    const text = String(compacted())
      .replaceAll('"version":"2.1.285"', `"version":${JSON.stringify(evil)}`)
      .replace('"trigger":"auto"', `"trigger":${JSON.stringify(evil)}`)
      .replaceAll('"skill":"deploy"', `"skill":${JSON.stringify(evil)}`)
      .replaceAll('"commandName":"deploy"', `"commandName":${JSON.stringify(evil)}`);
    const file = newFile();
    await record(pathOf(text), { file, more: { trigger: evil, session_id: evil } });
    expect(readFileSync(file, "utf8")).not.toContain("ignore");
    expect(written(file)).toMatchObject([{ trigger: null, cliVersion: null, sessionId: null }]);
  });

  test("of any session nothing that was said is written", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession({ maxSteps: 12, faults: ["torn-line", "incomplete-tail"] }),
        async (session) => {
          const marked = String(session).replaceAll("go", "SAID-SO");
          const file = newFile();
          const { problems } = await record(pathOf(marked), { file, more: { compact_summary: "SAID-SO" } });
          expect(problems).toEqual([]);
          expect(readFileSync(file, "utf8")).not.toContain("SAID");
          expect(written(file)).toHaveLength(1);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("on the command line", () => {
  const hook = (file: string, path: string, ...args: string[]) =>
    runCaptured(["telemetry", "--file", file, ...args], { input: [inputText(path)] });

  test("the hook prints nothing, ends with 0, and the report shows the line", async () => {
    const file = newFile();
    expect(await hook(file, pathOf(compacted()))).toEqual({ code: 0, out: "", err: "" });
    const { out } = await runCaptured(["telemetry", "report", "--file", file, "--json", "--by", "project"]);
    expect(JSON.parse(out)).toMatchObject([{ project: "project", compactions: 1, droppedTokens: 138_000 }]);
  });

  test("what went wrong is one line and code 0", async () => {
    const { code, out, err } = await hook("/proc/none/x", "/none\n/session.jsonl");
    expect([code, out]).toEqual([0, ""]);
    expect(err).toMatch(/^tidemark: telemetry: [^\n]+\n$/);
  });

  test.each([
    [["telemetry", "rport"], "telemetry knows no rport"],
    [["telemetry", "report", "--by", "hour"], '`by` is "hour"'],
    [["telemetry", "report", "--wait", "x"], "Give whole milliseconds"],
  ])("wrong use %j is one line and code 2", async (args, message) => {
    const { code, out, err } = await runCaptured(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err).toMatch(/^[^\n]+\n$/);
  });

  test("without a file named, lines are kept in the folder for state", async () => {
    const state = temporaryFolder();
    const before = process.env.XDG_STATE_HOME;
    process.env.XDG_STATE_HOME = state;
    try {
      await runCaptured(["telemetry"], { input: [inputText(pathOf(compacted()))] });
      expect(written(join(state, "tidemark", "compactions.ndjson"))).toHaveLength(1);
    } finally {
      if (before === undefined) delete process.env.XDG_STATE_HOME;
      else process.env.XDG_STATE_HOME = before;
    }
  });
});
