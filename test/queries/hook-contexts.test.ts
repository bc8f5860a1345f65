import { describe, expect, it } from "vitest";
import { hooks } from "../../src/queries/hooks.js";
import { returned } from "../../src/queries/returned.js";
import { transcript } from "../../src/testing.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";

const session = () => transcript({ cliVersion: "2.1.285", ambient: false });
const attached = (attachment: Record<string, unknown>) => ({
  parentUuid: null,
  type: "attachment",
  attachment: { hookEvent: "SessionStart", ...attachment },
  uuid: crypto.randomUUID(),
  timestamp: "2026-10-01T10:00:00.000Z",
  version: "2.1.285",
});
const ran = (matcher: string, command: string, stdout: string, content = "") =>
  attached({
    type: "hook_success",
    hookName: `SessionStart:${matcher}`,
    toolUseID: `id-${matcher}`,
    command,
    content,
    stdout,
    stderr: "",
    exitCode: 0,
    durationMs: 7,
  });
/** Names no matcher, and as its id only the event. */
const context = (...content: string[]) =>
  attached({ type: "hook_additional_context", hookName: "SessionStart", toolUseID: "SessionStart", content });
const printed = (additionalContext: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext } });
const preview =
  `<persisted-output>\nOutput too large (11.7KB). Full output saved to: /x/hook-1-additionalContext.txt\n\nPreview (first 2KB):\n${"w".repeat(
    2_000,
  )}`.slice(0, 2_120);
const hooksOf = async (text: { toString(): string }) => hooks(await readTimeline(text.toString()));

describe("contexts of SessionStart hooks", () => {
  it("gives each text of one record to the run that printed it", async () => {
    const text = session()
      .raw(ran("startup", "./a.sh", printed("Rules of a.")))
      .raw(ran("startup", "./plain.sh", "Plain.\n", "Plain."))
      .raw(ran("startup", "./b.sh", printed("And those of b.")))
      .raw(context("And those of b.", "Rules of a."));
    const rows = await hooksOf(text.prompt("go").reply("Ready."));
    expect(rows.map((row) => [row.command, row.deliveredChars, row.grade])).toEqual([
      ["./a.sh", 11, "inferred"],
      ["./plain.sh", 6, "inferred"],
      ["./b.sh", 15, "inferred"],
    ]);
    expect(rows.filter((row) => row.why?.includes("nearest one of that event"))).toEqual([]);
    expect(rows.map((row) => row.evidence.map((place) => place.line).includes(4))).toEqual([true, false, true]);
  });

  it("never joins a context to a run of another start: the name of the event as its id names no run", async () => {
    const long = "w".repeat(12_000);
    expect(preview).toHaveLength(2_120);
    const text = session()
      .raw(ran("startup", "./rules.sh", printed("Short")))
      .raw(context("Short"))
      .prompt("go")
      .reply("Ready.")
      .compact({ hooks: false })
      .raw(ran("compact", "./rules.sh", printed(long)))
      .raw(context(preview))
      .prompt("On.")
      .reply("Done.");
    const rows = await hooksOf(text);
    expect(rows.map((row) => [row.matcher, row.boundary, row.deliveredChars, row.truncated])).toEqual([
      ["startup", null, 5, false],
      ["compact", 1, 2_120, true],
    ]);
    const back = returned(await readTimeline(text.toString())).filter((row) => row.item === "hook");
    expect(back.map((row) => [row.chars, row.sourceChars])).toEqual([[2_120, null]]);
  });

  it("leaves a context alone whose start has no run for it, though runs before it have no text", async () => {
    const text = session()
      .raw(ran("startup", "./quiet.sh", ""))
      .prompt("go")
      .reply("Ready.")
      .raw(context("Resumed"))
      .prompt("On.")
      .reply("Done.")
      .compact({ hooks: false })
      .raw(context("Compacted"));
    expect((await hooksOf(text)).map((row) => [row.command, row.boundary, row.deliveredChars])).toEqual([
      ["./quiet.sh", null, 0],
      [null, null, 7],
      [null, 1, 9],
    ]);
  });

  it("takes records of context alone for one run at each start, with its boundary", async () => {
    const text = session()
      .raw(context("Rules v1"))
      .prompt("go")
      .reply("Ready.")
      .compact({ hooks: false })
      .raw(context("Rules v1"))
      .prompt("On.")
      .reply("Done.")
      .compact({ hooks: false })
      .raw(context("Rules v1"));
    const rows = await hooksOf(text);
    expect(rows.map((row) => [row.boundary, row.deliveredChars])).toEqual([
      [null, 8],
      [1, 8],
      [2, 8],
    ]);
  });

  it("states the length at the source of a text only where a record holds it", async () => {
    const text = session()
      .prompt("go")
      .reply("Ready.")
      .compact({ hooks: false })
      .raw(ran("compact", "./over.sh", "w".repeat(12_000), preview))
      .raw(context(preview, "Whole."));
    const rows = returned(await readTimeline(text.toString())).filter((row) => row.item === "hook");
    expect(rows.map((row) => [row.chars, row.sourceChars, row.relation])).toEqual([
      [2_120, 12_000, "new"],
      [2_120, null, "new"],
      [6, 6, "new"],
    ]);
  });

  it("takes no line end that was not delivered for a text that was cut", async () => {
    const text = session()
      .prompt("go")
      .reply("Ready.")
      .compact({ hooks: false })
      .raw(ran("compact", "./rules.sh", "Tag first.\r\n", "Tag first."))
      .raw(ran("compact", "./head.sh", "Tag first. Then push.\n", "Tag first."));
    const rows = returned(await readTimeline(text.toString())).filter((row) => row.item === "hook");
    expect(rows.map((row) => [row.chars, row.sourceChars])).toEqual([
      [10, 10],
      [10, 22],
    ]);
  });

  it("takes a context that is written before the result for the same run: by its text, else by its id", async () => {
    const early = session()
      .raw(context("Rules of b."))
      .raw(context("Rules of a."))
      .raw(ran("startup", "./a.sh", printed("Rules of a.")))
      .raw(ran("startup", "./b.sh", printed("Rules of b.")))
      .raw(ran("startup", "./plain.sh", "Plain.\n", "Plain."));
    const rows = await hooksOf(early.prompt("go").reply("Ready."));
    expect(rows.map((row) => [row.command, row.deliveredChars, row.exitCode, row.evidence[1]?.line])).toEqual([
      ["./b.sh", 11, 0, 1],
      ["./a.sh", 11, 0, 2],
      ["./plain.sh", 6, 0, expect.anything()],
    ]);
    const ofTool = { hookName: "PreToolUse:Bash", hookEvent: "PreToolUse", toolUseID: "toolu_1" };
    const byId = session()
      .prompt("go")
      .raw(attached({ type: "hook_additional_context", ...ofTool, content: ["Mind the tests."] }))
      .raw(attached({ type: "hook_success", ...ofTool, command: "./mind.sh", content: "", exitCode: 0 }))
      .reply("Done.");
    expect(await hooksOf(byId)).toMatchObject([{ command: "./mind.sh", deliveredChars: 15, exitCode: 0 }]);
  });
});
