import { expect, test } from "vitest";
import { readTimeline, returned } from "../../src/index.js";
import { transcript } from "../../src/testing.js";

test("the text of a hook is compared with what its command sent for another matcher", async () => {
  const session = transcript({ cliVersion: "2.1.285", ambient: false })
    .hook("SessionStart:startup", { command: "rules", stdout: "Mind the tide." })
    .hook("SessionStart:compact", { command: "rules", stdout: "Mind the tide." })
    .prompt("Begin.")
    .reply("Begun.")
    .compact({ keep: 0 });
  const [hook] = returned(await readTimeline(session.toString())).filter(({ item }) => item === "hook");
  expect(hook).toMatchObject({ name: "SessionStart:compact", relation: "equal" });
});

test("a kept message is as long as the texts that it put before the model, and is compared where it has one", async () => {
  const row = (uuid: string, parentUuid: string | null, fields: object) =>
    JSON.stringify({ uuid, parentUuid, version: "2.1.285", timestamp: "2026-10-01T10:00:00.000Z", ...fields });
  const hook = { type: "hook_success", hookEvent: "SessionStart", hookName: "SessionStart:startup", content: "Rules." };
  const lines = [
    row("hook", null, {
      type: "attachment",
      attachment: { ...hook, toolUseID: "1", command: "rules", stdout: "Rules." },
    }),
    row("note", "hook", { type: "system", subtype: "turn_duration", durationMs: 5 }),
    row("boundary", null, {
      type: "system",
      subtype: "compact_boundary",
      compactMetadata: { trigger: "auto", preservedMessages: { anchorUuid: "summary", uuids: ["hook", "note"] } },
    }),
    row("summary", "boundary", { type: "user", message: { role: "user", content: "S" }, isCompactSummary: true }),
  ];
  const kept = returned(await readTimeline(lines.join("\n"))).filter(({ item }) => item === "preserved");
  expect(kept.map(({ name, chars, relation }) => [name, chars, relation])).toEqual([
    ["hook", 6, "equal"],
    ["note", null, "none"],
  ]);
});
