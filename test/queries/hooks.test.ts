import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultOfHookSettings, hooksOfSettings } from "../../src/queries/hook-settings.js";
import { hooks } from "../../src/queries/hooks.js";
import { transcript } from "../../src/testing.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";
import { anySession } from "../properties/compacted-session.js";

const version = "2.1.285";
const start = () => transcript({ cliVersion: version, ambient: false }).prompt("go").reply("Ready.");
const attached = (attachment: Record<string, unknown>, parentUuid: string | null = null) => ({
  parentUuid,
  type: "attachment",
  attachment,
  uuid: crypto.randomUUID(),
  timestamp: "2026-10-01T10:00:00.000Z",
  version,
});
const success = (toolUseID: string, command: string, more: Record<string, unknown> = {}) =>
  attached({
    type: "hook_success",
    hookName: "PostToolUse:Bash",
    hookEvent: "PostToolUse",
    toolUseID,
    command,
    content: "",
    stdout: "",
    stderr: "",
    exitCode: 0,
    durationMs: 7,
    ...more,
  });
const context = (toolUseID: string, text: string, more: Record<string, unknown> = {}) =>
  attached({
    type: "hook_additional_context",
    hookName: "PostToolUse:Bash",
    hookEvent: "PostToolUse",
    toolUseID,
    content: [text],
    ...more,
  });
const printed = (additionalContext: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } });
const hooksOf = async (session: { toString(): string }, options = {}) =>
  hooks(await readTimeline(session.toString()), options);

describe("hooks", () => {
  it("says of each run that it ran, how it ended and what was delivered as three facts", async () => {
    const session = start()
      .raw(success("t1", "./a.sh", { content: "said", stdout: "said\n" }))
      .raw(success("t2", "./b.sh", { content: "", stdout: '{"continue":true}' }))
      .raw(
        attached({
          type: "hook_non_blocking_error",
          hookName: "PostToolUse:Bash",
          hookEvent: "PostToolUse",
          toolUseID: "t3",
          command: "./c.sh",
          stdout: "lost",
          stderr: "no",
          exitCode: 2,
        }),
      );
    expect(
      (await hooksOf(session)).map((row) => [row.ran, row.exitCode, row.writtenChars, row.deliveredChars, row.json]),
    ).toEqual([
      [true, 0, 5, 4, false],
      [true, 0, 17, 0, true],
      [true, 2, 4, 0, false],
    ]);
  });

  it("gives an additional context to the run whose JSON printed it, even where another run has the same id", async () => {
    const long = "tide ".repeat(300);
    const session = start()
      .raw(success("t1", "./a.sh", { stdout: printed(`first ${long}`) }))
      .raw(success("t1", "./b.sh", { stdout: printed('second \\ "quoted" é') }))
      .raw(context("other", 'second \\ "quoted" é'))
      .raw(context("other", `first ${long}`));
    const rows = await hooksOf(session);
    expect(rows.map((row) => [row.command, row.deliveredChars])).toEqual([
      ["./a.sh", `first ${long}`.length],
      ["./b.sh", 'second \\ "quoted" é'.length],
    ]);
    expect(rows.filter((row) => row.why?.includes("nearest one of that event"))).toEqual([]);
  });

  it("falls back to the same id, then to the nearest run of the event without text, and says so", async () => {
    const session = start()
      .raw(success("t1", "./a.sh"))
      .raw(success("t2", "./b.sh"))
      .raw(context("t1", "of a"))
      .raw(context("SessionStart", "of nobody"));
    const rows = await hooksOf(session);
    expect(rows.map((row) => [row.command, row.deliveredChars])).toEqual([
      ["./a.sh", 4],
      ["./b.sh", 9],
    ]);
    expect(rows[1]).toMatchObject({ grade: "inferred", why: expect.stringContaining("nearest one of that event") });
  });

  it("counts a run once that progress, result and the list of Stop hooks show, and one more for what only the list shows", async () => {
    const stop = (command: string) => ({
      parentUuid: null,
      type: "progress",
      toolUseID: "s1",
      parentToolUseID: "s1",
      uuid: crypto.randomUUID(),
      data: { type: "hook_progress", hookEvent: "Stop", hookName: "Stop", command },
    });
    const list = (commands: string[]) => ({
      parentUuid: null,
      type: "system",
      subtype: "stop_hook_summary",
      toolUseID: "s1",
      uuid: crypto.randomUUID(),
      hookCount: commands.length,
      hookInfos: commands.map((command) => ({ command })),
      hookErrors: [],
      preventedContinuation: false,
    });
    const many = "if x; then\n  y\nfi";
    const result = attached({
      type: "hook_success",
      hookName: "Stop",
      hookEvent: "Stop",
      toolUseID: "s1",
      command: many,
      content: "",
      stdout: "",
      stderr: "",
      exitCode: 0,
    });
    const session = start()
      .raw(stop("./a.sh"))
      .raw(stop(many))
      .raw(result)
      .raw(list(["./a.sh", many, "./c.sh"]));
    const rows = await hooksOf(session);
    expect(rows.map((row) => [row.command, row.exitCode, row.deliveredChars])).toEqual([
      ["./a.sh", null, null],
      [many, 0, 0],
      ["./c.sh", null, null],
    ]);
  });

  it("does not merge runs with the same id and the same command", async () => {
    const session = start().raw(success("t1", "./a.sh")).raw(success("t1", "./a.sh"));
    expect(await hooksOf(session)).toHaveLength(2);
  });

  it("never delivers a system message", async () => {
    const session = start()
      .raw(success("t1", "./a.sh", { stdout: '{"systemMessage":"for the person"}' }))
      .raw(
        attached({
          type: "hook_system_message",
          hookName: "PostToolUse:Bash",
          hookEvent: "PostToolUse",
          toolUseID: "t1",
          content: "for the person",
        }),
      );
    expect((await hooksOf(session)).map((row) => row.deliveredChars)).toEqual([0]);
  });

  it("calls output truncated only where a preview stands in its place and differs from it", async () => {
    const preview = "<persisted-output>\nOutput too large. Full output saved to: /x\n\nPreview:\nab";
    const session = start()
      .raw(success("t1", "./cut.sh", { content: preview, stdout: "ab".repeat(9_000) }))
      .raw(success("t2", "./prints-it.sh", { content: preview, stdout: `${preview}\n` }))
      .raw(success("t3", "./trimmed.sh", { content: "ab", stdout: "ab  \n\n" }))
      .raw(success("t4", "./other.sh", { content: "short", stdout: "another text" }));
    expect((await hooksOf(session)).map((row) => row.truncated)).toEqual([true, false, false, false]);
  });

  it("names the one owner of a run and the rule that found it", async () => {
    const session = start().tool("Bash", { command: "ls" }, "a.txt");
    const call = session.rows().find((row) => JSON.stringify(row).includes('"type":"tool_use"'));
    const id = /"id":"(toolu_[^"]+)"/.exec(JSON.stringify(call))?.[1] ?? "";
    const first = success("unknown", "./parent.sh");
    first.parentUuid = session.lastUuid;
    const second = success("unknown", "./chained.sh");
    second.parentUuid = first.uuid;
    session.raw(success(id, "./tool.sh")).raw(second).raw(first).raw(success("unknown", "./alone.sh"));
    const last = session.rows().find((row) => row.uuid === first.parentUuid);
    expect((await hooksOf(session)).map((row) => [row.command, row.ownerRule, row.owner])).toEqual([
      ["./tool.sh", "toolUseID", call?.uuid],
      ["./chained.sh", "parentUuid", last?.uuid],
      ["./parent.sh", "parentUuid", last?.uuid],
      ["./alone.sh", "position", last?.uuid],
    ]);
  });

  it("lists configured hooks that never ran, and does not claim it of events that leave no record", async () => {
    const settings = {
      hooks: {
        SessionStart: [{ matcher: "compact", hooks: [{ type: "command", command: "cat notes.md" }] }],
        PostToolUse: [
          {
            matcher: "Edit|Bash",
            hooks: [{ type: "command", command: "./a.sh" }, { type: "prompt", prompt: "?" }, null],
          },
          "odd",
        ],
        PreCompact: [{ hooks: [{ type: "command", command: "./before.sh" }] }],
        Odd: 3,
      },
    };
    const configured = hooksOfSettings(settings);
    expect(configured).toEqual([
      { event: "SessionStart", matcher: "compact", command: "cat notes.md" },
      { event: "PostToolUse", matcher: "Edit|Bash", command: "./a.sh" },
      { event: "PreCompact", matcher: null, command: "./before.sh" },
    ]);
    const rows = await hooksOf(start().raw(success("t1", "./a.sh")), { configured });
    expect(rows.map((row) => [row.command, row.ran, row.grade])).toEqual([
      ["./a.sh", true, "inferred"],
      ["cat notes.md", false, "inferred"],
      ["./before.sh", null, "unknown"],
    ]);
    expect(hooksOfSettings(null)).toEqual([]);
    expect(hooksOfSettings({ hooks: [1, { a: {} }] })).toEqual([]);
  });

  it.each([
    [null, "the whole is no object"],
    [[], "the whole is no object"],
    [{ hooks: [] }, "hooks is no object"],
    [{ hooks: { SessionStart: 5 } }, "hooks.SessionStart is no list"],
    [{ hooks: { Stop: ["odd"] } }, "hooks.Stop[0] is no object"],
    [{ hooks: { Stop: [{ hooks: [] }, { matcher: 1, hooks: [] }] } }, "hooks.Stop[1].matcher is no text"],
    [{ hooks: { Stop: [{ command: "a" }] } }, "hooks.Stop[0].hooks is no list"],
    [{ hooks: { Stop: [{ hooks: [null] }] } }, "hooks.Stop[0].hooks[0] is no object"],
    [{ hooks: { Stop: [{ hooks: [{ type: "command" }] }] } }, "hooks.Stop[0].hooks[0].command is no text"],
    [{ hooks: { Stop: [{ hooks: [{ type: "prompt", prompt: "?" }, { command: "a" }] }] } }, null],
    [{ model: "opus" }, null],
  ])("says where settings have another shape: %j", (settings, fault) => {
    expect(faultOfHookSettings(settings)).toBe(fault);
  });

  it("cites for a hook that never ran the records of its occasions, or says that there are none", async () => {
    const session = start()
      .tool("Bash", { command: "ls" }, "a.ts")
      .tool("Read", { file_path: "/a.ts" }, "a")
      .tool("Bash", { command: "pwd" }, "/")
      .tool("Bash", { command: "whoami" }, "me")
      .reply("Done.")
      .compact({ trigger: "auto" });
    const lines = session.lines();
    const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const boundary = lineOf('"compact_boundary"');
    const events: [event: string, matcher: string | null, lines: number[], why: RegExp][] = [
      [
        "PreToolUse",
        "Bash",
        [lineOf('"ls"'), lineOf('"whoami"')],
        /; 3 records show occasions for it, of which the first and/,
      ],
      ["PreToolUse", "Read|Edit", [lineOf('"file_path"')], /; one record shows an occasion for it\.$/],
      ["PreToolUse", "Write", [], /; no record shows an occasion for it, so there is no line to cite\.$/],
      ["PreToolUse", "mcp__.*", [lineOf('"ls"'), lineOf('"whoami"')], /; 4 records show occasions/],
      ["UserPromptSubmit", null, [lineOf('"go"')], /^No record of a run .*; one record/],
      ["SessionStart", "compact", [boundary], /; one record/],
      ["PreCompact", "auto", [boundary], /^Hooks of PreCompact leave no record.*; one record/],
      ["PreCompact", "manual", [], /; no record shows an occasion/],
      ["Notification", null, [], /; no kind of record shows its occasions, so there is no line to cite\.$/],
    ];
    const configured = events.map(([event, matcher], at) => ({ event, matcher, command: `./${at}.sh` }));
    const rows = await hooksOf(session, { configured });
    for (const [at, [event, , cited, why]] of events.entries()) {
      const row = rows.find(({ command }) => command === `./${at}.sh`);
      expect(
        row?.evidence.map(({ line }) => line),
        `${event} ${at}`,
      ).toEqual(cited);
      expect(row?.why, event).toMatch(why);
    }
  });

  it("gives every hook record exactly one run, and runs of a compaction their boundary, in any session", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ maxSteps: 15 }), async (session) => {
        const timeline = await readTimeline(session.toString());
        const rows = hooks(timeline);
        const records = timeline.events.filter((event) => event.kind === "hook");
        const lines = new Set(rows.flatMap((row) => row.evidence.map((place) => place.line)));
        for (const record of records) expect(lines).toContain(record.place.line);
        expect(rows.length).toBeLessThanOrEqual(records.length);
        const results = records.filter(
          (record) => record.carrier === "hook_success" || record.carrier === "hook_progress",
        );
        expect(rows).toHaveLength(results.length);
        for (const row of rows) {
          expect(row.ownerRule).not.toBeNull();
          expect(row.boundary !== null).toBe(row.ownerRule === "boundary");
          if (row.boundary !== null) expect(row.matcher).toBe("compact");
          if (row.writtenChars !== null && row.truncated === false && !row.json)
            expect(row.deliveredChars).toBeLessThanOrEqual(row.writtenChars);
        }
      }),
      { numRuns: 40 },
    );
  });
});
