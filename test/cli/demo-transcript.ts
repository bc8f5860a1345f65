/** A session with one compaction, small enough to count by hand; every number a test expects is written here. */

export const sessionId = "3f0c8a52-6d1e-4b7a-9c35-0e2f71d4ab90";
export const folder = "/home/dev/tide";

const entry = (fields: Record<string, unknown>) => ({
  isSidechain: false,
  userType: "external",
  cwd: folder,
  sessionId,
  version: "2.1.285",
  gitBranch: "main",
  ...fields,
});

const reply = (uuid: string, parentUuid: string, second: number, usage: Record<string, number>) =>
  entry({
    type: "assistant",
    uuid,
    parentUuid,
    timestamp: `2026-09-30T10:00:${second}.000Z`,
    requestId: `req_${uuid}`,
    message: {
      id: `msg_${uuid}`,
      type: "message",
      role: "assistant",
      model: "claude-opus-5-5",
      content: [{ type: "text", text: "READY" }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage,
    },
  });

const attachment = (uuid: string, parentUuid: string, content: Record<string, unknown>) =>
  entry({ type: "attachment", uuid, parentUuid, timestamp: "2026-09-30T10:00:40.000Z", attachment: content });

/** The lines of the session; `fileName` is the path of the file that came back, `version` the CLI that wrote all. */
export function demoEntries({ fileName = `${folder}/notes/plan.md`, version = "2.1.285" } = {}): object[] {
  return [
    entry({
      type: "user",
      uuid: "u1",
      parentUuid: null,
      timestamp: "2026-09-30T10:00:10.000Z",
      promptSource: "typed",
      message: { role: "user", content: "Remember the passphrase." },
    }),
    // 20,000 + 3,000 + 412 = 23,412 tokens
    reply("a1", "u1", 12, {
      input_tokens: 412,
      output_tokens: 9,
      cache_read_input_tokens: 20_000,
      cache_creation_input_tokens: 3_000,
    }),
    entry({
      type: "system",
      subtype: "compact_boundary",
      uuid: "b1",
      parentUuid: null,
      logicalParentUuid: "a1",
      timestamp: "2026-09-30T10:00:39.000Z",
      content: "Conversation compacted",
      isMeta: false,
      level: "info",
      compactMetadata: {
        trigger: "manual",
        preTokens: 23_412,
        postTokens: 1_740,
        durationMs: 18_886,
        preservedMessages: { anchorUuid: "s1", uuids: ["u1", "a1"] },
      },
    }),
    // 26 characters
    entry({
      type: "user",
      uuid: "s1",
      parentUuid: "b1",
      timestamp: "2026-09-30T10:00:39.000Z",
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: "user", content: "A passphrase was given: x." },
    }),
    // 1,200 characters
    attachment("f1", "s1", {
      type: "file",
      filename: fileName,
      displayPath: "notes/plan.md",
      content: {
        type: "text",
        file: { filePath: fileName, content: "plan\n".repeat(240), numLines: 240, startLine: 1, totalLines: 240 },
      },
    }),
    // 10 of 11 characters
    attachment("h1", "f1", {
      type: "hook_success",
      hookName: "SessionStart:compact",
      hookEvent: "SessionStart",
      toolUseID: "hook-1",
      content: "Reinjected",
      stdout: "Reinjected\n",
      stderr: "",
      exitCode: 0,
      command: "cat .claude/reinject.md",
      durationMs: 12,
    }),
    entry({
      type: "user",
      uuid: "u2",
      parentUuid: "h1",
      timestamp: "2026-09-30T10:00:50.000Z",
      promptSource: "typed",
      message: { role: "user", content: "What can you see?" },
    }),
    // 11,500 + 11,000 + 176 = 22,676 tokens
    reply("a2", "u2", 55, {
      input_tokens: 176,
      output_tokens: 40,
      cache_read_input_tokens: 11_500,
      cache_creation_input_tokens: 11_000,
    }),
  ].map((line) => ({ ...line, version }));
}

export const linesOf = (entries: object[]): string => entries.map((one) => `${JSON.stringify(one)}\n`).join("");

export const demoTranscript = (options?: { fileName?: string; version?: string }): string =>
  linesOf(demoEntries(options));
