import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEntry } from "../../schemas/entry.js";
import { steps } from "../../schemas/versions/index.js";
import { upgrade } from "../../schemas/versions/upgrade.js";
import { assistant, attachment, boundary, envelope, user } from "./entries.js";

describe("the stream's spelling becomes the transcript's", () => {
  test("on a boundary with its nested metadata", () => {
    const onStream = {
      type: "system",
      subtype: "compact_boundary",
      session_id: "s",
      uuid: "u",
      logical_parent_uuid: "p",
      compact_metadata: {
        trigger: "manual",
        pre_tokens: 160_000,
        post_tokens: 20_000,
        duration_ms: 9_000,
        cumulative_dropped_tokens: 140_000,
        messages_summarized: 66,
        pre_compact_discovered_tools: ["WebFetch"],
        preserved_segment: { head_uuid: "h", anchor_uuid: "a", tail_uuid: "t" },
        preserved_messages: { anchor_uuid: "a", uuids: ["h", "t"], all_uuids: ["h", "t", "x"] },
        later_word: 1,
      },
    };
    expect(upgrade(onStream)).toEqual({
      type: "system",
      subtype: "compact_boundary",
      sessionId: "s",
      uuid: "u",
      logicalParentUuid: "p",
      compactMetadata: {
        trigger: "manual",
        preTokens: 160_000,
        postTokens: 20_000,
        durationMs: 9_000,
        cumulativeDroppedTokens: 140_000,
        messagesSummarized: 66,
        preCompactDiscoveredTools: ["WebFetch"],
        preservedSegment: { headUuid: "h", anchorUuid: "a", tailUuid: "t" },
        preservedMessages: { anchorUuid: "a", uuids: ["h", "t"], allUuids: ["h", "t", "x"] },
        later_word: 1,
      },
    });
  });

  test("on a tool's result and on a reply", () => {
    const result = { type: "user", message: { role: "user", content: [] }, parent_tool_use_id: null, session_id: "s" };
    expect(upgrade({ ...result, tool_use_result: { pre_tokens: 1 }, agent_id: "a" })).toEqual({
      type: "user",
      message: result.message,
      parentToolUseId: null,
      sessionId: "s",
      toolUseResult: { pre_tokens: 1 },
      agentId: "a",
    });
    expect(upgrade({ type: "assistant", message: {}, request_id: "r", session_id: "s" })).toEqual({
      type: "assistant",
      message: {},
      requestId: "r",
      sessionId: "s",
    });
  });

  test("and a transcript's own session_id stays what it is, beside sessionId", () => {
    const entry = user("hi", { session_id: "another process" });
    expect(upgrade(entry)).toBe(entry);
  });

  test("and where both spellings stand, the transcript's wins and the other stays", () => {
    const entry = { ...boundary(), compact_metadata: { trigger: "auto", pre_tokens: 1 } };
    expect(upgrade(entry)).toBe(entry);
  });

  test("and metadata that is no object is kept for the check to name", () => {
    const lifted = upgrade({ type: "system", subtype: "compact_boundary", session_id: "s", compact_metadata: 5 });
    expect(lifted.compactMetadata).toBe(5);
    expect(checkEntry(lifted).problems.map((problem) => problem.path)).toEqual(["compactMetadata"]);
  });
});

describe("older shapes", () => {
  test("names of invoked skills become objects, objects stay", () => {
    const skill = { name: "b", path: "userSettings:b", content: "B" };
    expect(upgrade(attachment("invoked_skills", { skills: ["a", skill] }))).toEqual(
      attachment("invoked_skills", { skills: [{ name: "a" }, skill] }),
    );
  });

  test("the text of a hook becomes a list of one", () => {
    const fields = { hookName: "SessionStart:compact", hookEvent: "SessionStart" };
    expect(upgrade(attachment("hook_additional_context", { ...fields, content: "x" }))).toEqual(
      attachment("hook_additional_context", { ...fields, content: ["x"] }),
    );
  });

  test("a fork's source becomes an object", () => {
    expect(upgrade(user("hi", { forkedFrom: "s0" }))).toEqual(user("hi", { forkedFrom: { sessionId: "s0" } }));
  });

  test("the request id of a failure takes its newer name", () => {
    const failure = { ...envelope, type: "system", subtype: "api_error" };
    expect(upgrade({ ...failure, error: { status: 529, requestID: null } })).toEqual({
      ...failure,
      error: { status: 529, requestId: null },
    });
  });

  test("what can't be made newer without making something up stays as it is", () => {
    for (const entry of [
      user("hi", { thinkingMetadata: { level: "high", disabled: false, triggers: [] } }),
      assistant({ content: [{ type: "tool_use", id: "toolu_1", name: "Task", input: {} }] }),
      assistant({ usage: { input_tokens: 1, cache_creation_input_tokens: 5 } }),
      attachment("auto_mode", { reminderType: "sparse" }),
      { ...boundary(), isMeta: false },
    ]) {
      expect(upgrade(entry)).toBe(entry);
    }
  });
});

const past: Record<string, unknown>[] = [
  {
    type: "system",
    subtype: "compact_boundary",
    session_id: "s",
    compact_metadata: { trigger: "auto", pre_tokens: 1 },
  },
  assistant({ usage: { input_tokens: 1, cache_creation_input_tokens: 5 } }),
  user("hi", { thinkingMetadata: { level: "high", disabled: false, triggers: [] } }),
  assistant({ content: [{ type: "tool_use", id: "toolu_1", name: "Task", input: {} }] }),
  attachment("hook_additional_context", { content: "x" }),
  attachment("invoked_skills", { skills: ["a"] }),
  { ...envelope, type: "system", subtype: "api_error", error: { status: 529, requestID: "req_1" } },
  attachment("auto_mode", { reminderType: "sparse" }),
  { ...boundary(), isMeta: false },
  user("hi", { forkedFrom: "s0" }),
];

test("every step has an entry in its past shape, which fits that shape, and no step applies after its lift", () => {
  for (const step of steps) {
    const entry = past.find((entry) => step.applies(entry));
    expect(entry, step.name).toBeDefined();
    if (entry === undefined) continue;
    expect(step.past.safeParse(entry).success, step.name).toBe(true);
    if (step.lift !== undefined) expect(step.applies(step.lift(entry)), step.name).toBe(false);
  }
});

test("every entry in a past shape is without problems after the lift", () => {
  for (const entry of past) expect(checkEntry(upgrade(entry))).toMatchObject({ known: true, problems: [] });
});

test("an entry in the newest shape comes back as the same object", () => {
  for (const entry of [user("hi"), assistant(), boundary(), attachment("file"), { type: "mode", mode: "normal" }]) {
    expect(upgrade(entry)).toBe(entry);
  }
});

const keys = [
  "type",
  "subtype",
  "sessionId",
  "session_id",
  "compact_metadata",
  "compactMetadata",
  "request_id",
  "tool_use_result",
  "parent_tool_use_id",
  "attachment",
  "forkedFrom",
  "error",
  "__proto__",
];
const types = fc.constantFrom("user", "assistant", "system", "attachment", "api_error", "invoked_skills", "x");
const payload = fc.oneof(
  fc.jsonValue(),
  fc.record({ type: types, skills: fc.jsonValue(), content: fc.jsonValue(), requestID: fc.jsonValue() }),
);
const anyEntry = fc
  .array(fc.tuple(fc.constantFrom(...keys), fc.oneof(types, payload)))
  .map((fields) => JSON.parse(JSON.stringify(Object.fromEntries(fields))) as Record<string, unknown>);

test("lifting twice is lifting once, changes no entry, and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(anyEntry, fc.constantFrom(...past)), (entry) => {
      const before = JSON.stringify(entry);
      const once = upgrade(entry);
      expect(JSON.stringify(entry)).toBe(before);
      expect(upgrade(once)).toBe(once);
      expect(Object.getPrototypeOf(once)).toBe(Object.prototype);
    }),
    { numRuns: 1000 },
  );
});
