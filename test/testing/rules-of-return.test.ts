import { describe, expect, it } from "vitest";
import { type Row, transcript } from "../../src/testing.js";

const cwd = "/home/dev/project";
const rules = `${cwd}/CLAUDE.md`;
const start = () => transcript({ cliVersion: "2.1.285" });
const attachments = (rows: Row[], type: string) =>
  rows.flatMap((row) => ((row.attachment as Row)?.type === type ? [row.attachment as Row] : []));
const form = ({ files, changed, reason }: Row) => ({
  text: (files as Row[]).map((file) => file.content).join(),
  ...(changed ? { changed, reason } : {}),
});

describe("instructions", () => {
  it("follow the timeline of issue 92949: five automatic compactions, each with the copy of the last message", () => {
    const session = transcript({ cliVersion: "2.1.260" })
      .instructions([{ path: rules, content: "A" }])
      .prompt("start")
      .reply("ok")
      .compact();
    session.disk(rules, "B").reply("ok").compact().reply("ok").compact();
    session.disk(rules, "C").prompt("21:37").reply("ok");
    session.disk(rules, "D").compact().prompt("22:00").reply("ok");
    session.disk(rules, "E").disk(rules, "F").compact().prompt("22:52").reply("ok");
    const delta = { changed: true, reason: "compaction" };
    expect(attachments(session.rows(), "instructions").map(form)).toEqual([
      { text: "A" },
      { text: "A" },
      { text: "A" },
      { text: "A" },
      { text: "C", ...delta },
      { text: "C" },
      { text: "D", ...delta },
      { text: "D" },
      { text: "F", ...delta },
    ]);
  });

  it("stay silent after an automatic compaction when nothing differs, and say so in a subagent", () => {
    const session = start().instructions([{ path: rules, content: "A" }]);
    session.prompt("go").reply("ok").compact().prompt("next").reply("ok");
    expect(attachments(session.rows(), "instructions").map(form)).toEqual([{ text: "A" }, { text: "A" }]);
    session.subagent("look", (agent) => agent.prompt("look").reply("ok").compact().prompt("more"), { agentId: "a1" });
    const file = session.files().get(`${session.sessionId}/subagents/agent-a1.jsonl`) ?? "";
    const rows = file
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);
    expect(attachments(rows, "instructions").at(-1)).toEqual({
      type: "instructions",
      files: [],
      changed: true,
      reason: "compaction",
    });
  });

  it("that were removed from disk are named as removed", () => {
    const session = start()
      .instructions([{ path: rules, content: "A" }])
      .prompt("go")
      .reply("ok")
      .compact();
    session.disk(rules, null).prompt("next");
    expect(attachments(session.rows(), "instructions").at(-1)).toMatchObject({ files: [], removed: [rules] });
  });
});

describe("skills", () => {
  it("come back newest first, the oldest dropped without a mark above 25,000 tokens (issue 96168)", () => {
    // What counts is the line with the directory and the body, a quarter of its characters.
    const head = `Base directory for this skill: ${cwd}/.claude/skills/s1\n\n`.length;
    const back = (charsOfNewest: number) => {
      const session = start()
        .prompt("go")
        .skill("s1", "x".repeat(20_000 - head));
      for (const name of ["s2", "s3", "s4", "s5"]) session.skill(name, "x".repeat(16_000 - head));
      session.skill("s6", "x".repeat(charsOfNewest - head)).compact();
      const row = attachments(session.rows(), "invoked_skills")[0] as Row;
      return (row.skills as Row[]).map((skill) => skill.name);
    };
    expect(back(16_000)).toEqual(["s6", "s5", "s4", "s3", "s2", "s1"]);
    expect(back(16_004)).toEqual(["s6", "s5", "s4", "s3", "s2"]);
  });

  it("of an earlier process are lost, unless a boundary in it carried them", () => {
    const lost = start().prompt("go").skill("deploy", "Tag first.").exit().resume().compact();
    expect(attachments(lost.rows(), "invoked_skills")).toEqual([]);
    const kept = start().prompt("go").skill("deploy", "Tag first.").compact().exit().resume().compact();
    expect(attachments(kept.rows(), "invoked_skills")).toHaveLength(2);
  });

  it("of an earlier process come back where it is told to keep them, and none where a compaction is told to bring none", () => {
    const begun = () => start().prompt("go").skill("deploy", "Tag first.");
    const kept = begun().exit().resume({ keepsSkills: true }).compact();
    expect(attachments(kept.rows(), "invoked_skills")).toHaveLength(1);
    expect(attachments(begun().compact({ skills: false }).rows(), "invoked_skills")).toEqual([]);
  });

  it("that are already in context bring a short note, from 2.1.202 on", () => {
    const twice = (cliVersion: string) =>
      transcript({ cliVersion }).prompt("go").skill("deploy", "Tag first.").skill("deploy", "Tag first.").rows();
    const bodies = (rows: Row[]) => rows.filter((row) => row.isMeta === true).map((row) => JSON.stringify(row.message));
    expect(bodies(twice("2.1.201")).every((text) => text.includes("Tag first."))).toBe(true);
    expect(bodies(twice("2.1.202")).map((text) => text.includes("Tag first."))).toEqual([true, false]);
  });

  it("that were refused or forked leave no body", () => {
    const rows = start()
      .prompt("go")
      .skill("a", "Body.", { refused: true })
      .skill("b", "Body.", { forked: true })
      .rows();
    expect(rows.filter((row) => row.isMeta === true)).toEqual([]);
  });
});

describe("files", () => {
  it("over 5,000 tokens come back as a reference, at 5,000 as text", () => {
    const session = start()
      .prompt("go")
      .read(`${cwd}/at.md`, "x".repeat(20_000))
      .read(`${cwd}/over.md`, "x".repeat(20_002));
    const rows = session.compact().rows();
    expect(attachments(rows, "file").map((file) => file.displayPath)).toEqual(["at.md"]);
    expect(attachments(rows, "compact_file_reference").map((file) => file.displayPath)).toEqual(["over.md"]);
  });
});

describe("hooks", () => {
  it("over 10,000 characters reach the model as a preview of the first 2,000", () => {
    const rows = start()
      .hook("SessionStart:compact", { command: "cat", stdout: "y".repeat(10_001) })
      .prompt("go")
      .compact()
      .rows();
    const { content, stdout } = attachments(rows, "hook_success")[0] as Record<string, string>;
    expect(stdout).toHaveLength(10_001);
    expect(content).toMatch(/^<persisted-output>\nOutput too large/);
    expect(content?.match(/y{2000}/)?.[0]).toHaveLength(2_000);
    expect(content).not.toMatch(/y{2001}/);
  });

  it("with JSON output deliver through a record of their own", () => {
    const json = {
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "Mind the tide." },
      systemMessage: "Hi.",
    };
    const rows = start().hook("SessionStart:startup", { command: "ctx", json }).prompt("go").rows();
    expect(attachments(rows, "hook_success")[0]).toMatchObject({ content: "", stdout: `${JSON.stringify(json)}\n` });
    expect(attachments(rows, "hook_additional_context")[0]).toMatchObject({ content: ["Mind the tide."] });
    expect(attachments(rows, "hook_system_message")[0]).toMatchObject({ content: "Hi." });
  });
});

describe("a partial compaction", () => {
  it("names its direction, keeps what it does not fold, and brings nothing else back", () => {
    const session = start()
      .prompt("one")
      .reply("First.")
      .prompt("two")
      .reply("Second.")
      .compact({ mode: "up-to", keep: 2 });
    const [boundary, summary, ...rest] = session.rows().slice(-5);
    expect(boundary?.compactMetadata).toMatchObject({
      trigger: "manual",
      preservedMessages: { anchorUuid: summary?.uuid },
    });
    expect(summary).toMatchObject({ isCompactSummary: true, summarizeMetadata: { direction: "up_to" } });
    expect(summary).not.toHaveProperty("isVisibleInTranscriptOnly");
    expect(rest.filter((row) => row.uuid !== undefined)).toEqual([]);
    const fromHere = start().prompt("one").reply("First.").prompt("two").compact({ mode: "from-here", keep: 1 }).rows();
    const cut = fromHere.find((row) => row.subtype === "compact_boundary") as Row;
    expect(cut.compactMetadata).toMatchObject({ preservedMessages: { anchorUuid: cut.uuid } });
  });
});

describe("a fork and a clear", () => {
  it("give a file of their own and leave the first one as it was", () => {
    const first = start().prompt("go").reply("ok");
    const text = first.toString();
    const fork = first.fork().prompt("else");
    const cleared = first.clear().prompt("new");
    expect(first.toString()).toBe(text);
    expect(new Set([first.sessionId, fork.sessionId, cleared.sessionId]).size).toBe(3);
    const sessionIds = fork.rows().flatMap((row) => row.sessionId ?? []);
    expect(new Set(sessionIds)).toEqual(new Set([fork.sessionId]));
    expect(fork.rows().some((row) => row.session_id === first.sessionId)).toBe(true);
    first.prompt("on");
    const ids = (rows: Row[]) => rows.flatMap((row) => (typeof row.uuid === "string" ? [row.uuid] : []));
    const copied = new Set(ids(fork.rows()).filter((id) => text.includes(`"uuid":"${id}"`)));
    const shared = ids(first.rows()).filter((id) => ids(fork.rows()).includes(id));
    expect(new Set(shared)).toEqual(copied);
  });
});

describe("wrong use", () => {
  it("says what to do", () => {
    expect(() => transcript({ cliVersion: "newest" })).toThrow('cliVersion must look like "2.1.285"');
    expect(() => start().prompt("go").exit().prompt("on")).toThrow("call resume(), fork() or clear()");
    expect(() =>
      start()
        .prompt("go")
        .fault("flood" as never),
    ).toThrow('No fault is called "flood"');
    expect(() => start().reply(null)).toThrow("A reply needs a text");
  });
});
