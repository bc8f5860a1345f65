import { describe, expect, test } from "vitest";
import { branches, context, readTimeline, session, tools, turns, usage } from "../../src/index.js";

const row = (uuid: string, parentUuid: string | null, fields: object) =>
  JSON.stringify({ uuid, parentUuid, version: "2.1.285", timestamp: "2026-10-01T10:00:00.000Z", ...fields });
const said = (uuid: string, parentUuid: string | null, content: string) =>
  row(uuid, parentUuid, { type: "user", message: { role: "user", content } });
const attached = (uuid: string, parentUuid: string) =>
  row(uuid, parentUuid, {
    type: "attachment",
    attachment: { type: "queued_command", prompt: "And then?", source_uuid: "prompt", commandMode: "prompt" },
  });
const replied = (uuid: string, parentUuid: string, block: object, stop: string | null) =>
  row(uuid, parentUuid, {
    type: "assistant",
    message: {
      id: `msg-${uuid}`,
      role: "assistant",
      model: "claude-opus-5-5",
      content: [block],
      stop_reason: stop,
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  });
const text = (say: string) => ({ type: "text", text: say });
const list = { type: "tool_use", id: "list", name: "Bash", input: { command: "ls" } };
const listed = row("listed", "call", {
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: "list", content: "a.ts" }] },
});

/** A turn that is not finished, the records of a prompt that was queued meanwhile, and what the model did then. */
const sessionOf = (...records: string[]) =>
  [
    said("begin", null, "Begin."),
    replied("first", "begin", text("Looking."), "tool_use"),
    ...records,
    replied("call", "prompt", list, "tool_use"),
    listed,
    replied("done", "listed", text("Done."), "end_turn"),
  ].join("\n");

describe("a queued prompt", () => {
  const orders: [string, string[]][] = [
    ["its attachment, then its user record", [attached("queued", "first"), said("prompt", "queued", "And then?")]],
    ["its user record, then its attachment", [said("prompt", "first", "And then?"), attached("queued", "prompt")]],
    [
      "its attachment twice, then its user record",
      [attached("queued", "first"), attached("again", "queued"), said("prompt", "again", "And then?")],
    ],
  ];

  test.each(orders)("of two records is one turn, and what follows is its own: %s", async (_, records) => {
    const timeline = await readTimeline(sessionOf(...records));
    expect(turns(timeline)).toMatchObject([
      { turn: 1, prompt: "Begin.", text: "Looking.", state: "closed", requests: 1, toolCalls: 0, line: 1 },
      { turn: 2, prompt: "And then?", text: "Done.", state: "closed", requests: 2, toolCalls: 1, line: 3 },
    ]);
    expect(session(timeline)[0]?.prompts).toBe(2);
    expect(tools(timeline)).toMatchObject([{ state: "paired", tool: "Bash" }]);
    expect(usage(timeline).map(({ messageId }) => messageId)).toEqual(["msg-first", "msg-call", "msg-done"]);
    expect(context(timeline).filter(({ kind }) => kind === "prompt")).toMatchObject([
      { carrier: "user", line: 1 },
      { carrier: "user", line: 3 },
    ]);
    expect(branches(timeline)).toEqual([]);
  });

  test("that only its attachment records was delivered inside the turn that ran", async () => {
    const attachment = attached("queued", "first").replaceAll('"prompt",', '"other",');
    const timeline = await readTimeline(sessionOf(attachment));
    expect(turns(timeline)).toMatchObject([{ prompt: "Begin.", text: "Looking.\n\nDone.", requests: 3, toolCalls: 1 }]);
    expect(session(timeline)[0]?.prompts).toBe(2);
  });

  test("is no second turn where its attachment stands far behind its user record", async () => {
    const ended = row("ended", "done", { type: "system", subtype: "turn_duration", durationMs: 5 });
    const timeline = await readTimeline(
      [sessionOf(said("prompt", "first", "Next.")), ended, attached("queued", "ended")].join("\n"),
    );
    expect(turns(timeline).map(({ prompt }) => prompt)).toEqual(["Begin.", "Next."]);
  });
});

test("a Stop hook behind the last reply shows that the turn is over, where no row says how the reply stopped", async () => {
  const ran = row("ran", "answer", {
    type: "progress",
    data: { type: "hook_progress", hookEvent: "Stop", hookName: "Stop", command: "notify" },
  });
  const blocked = row("blocked", "ran", {
    type: "attachment",
    attachment: {
      type: "hook_blocking_error",
      hookName: "Stop",
      hookEvent: "Stop",
      blockingError: { blockingError: "Go on." },
    },
  });
  const begun = [said("begin", null, "Begin."), replied("answer", "begin", text("Well."), null)];
  const more = replied("more", "ran", text("More."), null);
  const told = async (...rows: string[]) => {
    const [turn] = turns(await readTimeline([...begun, ...rows].join("\n")));
    return [turn?.state, turn?.grade, turn?.why, turn?.evidence.at(-1)?.line];
  };
  const open = "No row notes the end, and the record does not say how the last reply stopped.";
  expect(await told()).toEqual(["open", "derived", open, 2]);
  expect(await told(ran)).toEqual([
    "closed",
    "derived",
    "No row notes the end, but a Stop hook ran after the last reply.",
    3,
  ]);
  expect(await told(ran, blocked)).toEqual(["open", "derived", open, 2]);
  expect(await told(ran, more)).toEqual(["open", "derived", open, 4]);
});
