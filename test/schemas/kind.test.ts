import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownKinds } from "../../schemas/entry.js";
import { kindOf } from "../../schemas/kind.js";
import { attachment, boundary, user } from "./entries.js";

describe("the class of a user row", () => {
  test.each([
    ["user/prompt", "Build it", {}],
    ["user/prompt", [{ type: "text", text: "Build it" }], {}],
    [
      "user/prompt",
      [
        { type: "image", source: {} },
        { type: "text", text: "See the picture" },
      ],
      {},
    ],
    ["user/prompt", "/home/me/file.txt is broken", {}],
    ["user/prompt", "/change-review, and fix all findings", {}],
    ["user/prompt", "/compact\nand then go on", {}],
    ["user/prompt", "<xml>is what I paste</xml>", {}],
    ["user/meta", [{ type: "text", text: "Base directory for this skill: /work/demo\n\nCheck." }], { isMeta: true }],
    ["user/meta", "<local-command-caveat>Caveat</local-command-caveat>", { isMeta: true }],
    ["user/meta", "<command-message>review</command-message>", { sourceToolUseID: "toolu_1" }],
    ["user/command", "<command-name>/compact</command-name>", {}],
    ["user/command", "<command-message>review is running</command-message>\n<command-name>/review</command-name>", {}],
    ["user/command", "/compact", {}],
    ["user/command", "/compact keep the names of files", {}],
    ["user/local-command-output", "<local-command-stdout>Compacted</local-command-stdout>", {}],
    ["user/local-command-output", "<local-command-stderr>No</local-command-stderr>", {}],
    ["user/bash-mode", "<bash-input>ls</bash-input>", {}],
    ["user/bash-mode", "<bash-stdout>a b</bash-stdout><bash-stderr></bash-stderr>", {}],
    ["user/task-notification", "<task-notification>\n<task-id>b1</task-id>", {}],
    ["user/task-notification", "A task ended", { origin: { kind: "task-notification" } }],
    ["user/compactSummary", "This session is being continued", { isCompactSummary: true }],
    ["user/compactSummary", "This session is being continued", { isCompactSummary: true, isMeta: true }],
    ["user/tool_result", [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }], {}],
    ["user/tool_result", [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }], { isMeta: true }],
    ["user/interruption", [{ type: "text", text: "[Request interrupted by user]" }], {}],
    ["user/interruption", "[Request interrupted by user for tool use]", {}],
    ["user/meta", "This session is being continued", { isSynthetic: true, isReplay: true }],
  ])("%s for %j with %j", (kind, content, more) => {
    expect(kindOf(user(content, more))).toBe(kind);
  });

  test("is prompt where the message is missing or of another type, and nothing throws", () => {
    for (const message of [undefined, null, 5, "text", [], { content: 5 }, { content: [null, 1, "x"] }]) {
      expect(kindOf({ type: "user", message })).toBe("user/prompt");
    }
  });
});

describe("other kinds", () => {
  test.each([
    ["assistant", { type: "assistant" }],
    ["system/compact_boundary", boundary()],
    ["system/init", { type: "system", subtype: "init" }],
    ["attachment/file", attachment("file")],
    ["progress/hook_progress", { type: "progress", data: { type: "hook_progress" } }],
    ["last-prompt", { type: "last-prompt", leafUuid: "x" }],
    ["journal/started", { type: "started", key: "a", agentId: "b" }],
    ["journal/result", { type: "result", key: "a", agentId: "b", result: {} }],
    ["stream/result", { type: "result", subtype: "success", uuid: "x", session_id: "y" }],
    ["stream/rate_limit_event", { type: "rate_limit_event", rate_limit_info: {} }],
    ["failed", { type: "failed" }],
    ["system", { type: "system" }],
    ["attachment", { type: "attachment", attachment: 5 }],
    ["progress", { type: "progress" }],
    ["unknown", { type: 5 }],
    ["unknown", {}],
  ])("%s for %j", (kind, entry) => {
    expect(kindOf(entry)).toBe(kind);
  });

  test("a name from an entry that equals a member of every object is a name like any other", () => {
    expect(kindOf({ type: "constructor" })).toBe("constructor");
    expect(kindOf(attachment("__proto__"))).toBe("attachment/__proto__");
  });
});

test("any JSON value has a kind, and naming it never throws", () => {
  const type = fc.constantFrom("user", "assistant", "system", "attachment", "progress", "result", "started", "x");
  fc.assert(
    fc.property(
      fc.record({ type, subtype: fc.jsonValue(), message: fc.jsonValue(), attachment: fc.jsonValue() }),
      (entry) => {
        expect(typeof kindOf(entry)).toBe("string");
      },
    ),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(kindOf(value as never)).toBeTypeOf("string");
    }),
  );
});

test("a field of another type never makes a known kind unknown", () => {
  const fields = fc.dictionary(
    fc.constantFrom("cwd", "uuid", "version", "timestamp", "message", "isMeta"),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fields, (fields) => {
      expect(knownKinds).toContain(kindOf({ type: "user", ...fields }));
      expect(kindOf({ ...boundary(), ...fields })).toBe("system/compact_boundary");
    }),
  );
});

test("no kind is listed twice", () => {
  expect(new Set(knownKinds).size).toBe(knownKinds.length);
});
