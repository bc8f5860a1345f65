import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkEntry } from "../../schemas/entry.js";
import { upgrade } from "../../schemas/versions/upgrade.js";
import { type Row, transcript } from "../../src/testing.js";
import { arbitraryProgram, build } from "./arbitrary-session.js";

const cwd = "/home/dev/project";

/** A session that uses everything that some version records. */
function everything(cliVersion: string): Row[] {
  return transcript({ cliVersion })
    .hook("SessionStart:compact", { command: "again", stdout: "Hold the line.\n" })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: "Root rule." }])
    .listing(["deploy"])
    .prompt("go")
    .reply("Going.")
    .read(`${cwd}/a.ts`, "text")
    .skill("deploy", "Tag first.")
    .reply("Done.")
    .compact({ trigger: "auto", preTokens: 150_000, postTokens: 9_000, durationMs: 30_000 })
    .reply("On.")
    .rows();
}

const types = (rows: Row[]) => new Set(rows.flatMap((row) => ((row.attachment as Row)?.type as string) ?? []));
const boundaryOf = (rows: Row[]) => rows.find((row) => row.subtype === "compact_boundary")?.compactMetadata as Row;
const promptOf = (rows: Row[]) => rows.find((row) => (row.message as Row)?.content === "go") as Row;

describe("what a version does not record is not written", () => {
  it("2.0.67: no attachments, a boundary with trigger and preTokens only", () => {
    const rows = everything("2.0.67");
    expect(rows.filter((row) => row.type === "attachment")).toEqual([]);
    expect(boundaryOf(rows)).toEqual({ trigger: "auto", preTokens: 150_000 });
    expect(Object.keys(promptOf(rows))).not.toContain("promptSource");
  });

  it("2.1.42: a hook at a boundary leaves only the fact that it ran", () => {
    const rows = everything("2.1.42");
    const progress = rows.filter((row) => row.type === "progress").map((row) => row.data);
    expect(progress).toEqual([
      { type: "hook_progress", hookEvent: "SessionStart", hookName: "SessionStart:compact", command: "again" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("Hold the line");
  });

  it("2.1.112: files, but neither skills nor kept messages", () => {
    const rows = everything("2.1.112");
    expect(types(rows)).toContain("file");
    expect(types(rows)).not.toContain("invoked_skills");
    expect(boundaryOf(rows)).toEqual({ trigger: "auto", preTokens: 150_000, postTokens: 9_000, durationMs: 30_000 });
  });

  it("2.1.232: skills and kept messages, no `instructions`, no `rendered`", () => {
    const rows = everything("2.1.232");
    expect(types(rows)).toContain("invoked_skills");
    expect(types(rows)).not.toContain("instructions");
    expect(boundaryOf(rows)).toHaveProperty("preservedMessages.anchorUuid");
    expect(boundaryOf(rows)).toHaveProperty("cumulativeDroppedTokens", 141_000);
    expect(rows.filter((row) => "rendered" in row)).toEqual([]);
    expect(promptOf(rows)).toMatchObject({ promptSource: "typed", origin: { kind: "human" } });
  });

  it("2.1.252: still no `instructions`", () => {
    expect(types(everything("2.1.252"))).not.toContain("instructions");
  });

  it("2.1.260: `instructions` in the automatic cluster, not yet `rendered`", () => {
    const rows = everything("2.1.260");
    expect(types(rows)).toContain("instructions");
    expect(rows.filter((row) => "rendered" in row)).toEqual([]);
  });

  it("2.1.269: `rendered`, without its role", () => {
    const rows = everything("2.1.269");
    expect(rows.some((row) => "rendered" in row)).toBe(true);
    expect(rows.filter((row) => "renderedRole" in row)).toEqual([]);
    expect(types(rows)).toContain("prompt_snapshot");
  });

  it("2.1.286: the role too; 2.1.287: where the turn came from", () => {
    expect(everything("2.1.286").some((row) => row.renderedRole === "system")).toBe(true);
    expect(promptOf(everything("2.1.286"))).not.toHaveProperty("turnOrigin");
    expect(promptOf(everything("2.1.287"))).toHaveProperty("turnOrigin", "human");
  });

  it("the automatic cluster of 2.1.269 stands in the order of two public transcripts", () => {
    const rows = everything("2.1.269");
    const start = rows.findIndex((row) => row.subtype === "compact_boundary");
    const cluster = rows.slice(start + 2).flatMap((row) => ((row.attachment as Row)?.type as string) ?? []);
    expect(cluster).toEqual([
      "thinking_stripped",
      "file",
      "invoked_skills",
      "deferred_tools_delta",
      "agent_listing_delta",
      "environment",
      "model",
      "hook_success",
      "instructions",
      "session_context",
      "date",
      "prompt_snapshot",
    ]);
  });
});

describe("what is written is known", () => {
  it("every line of a random program is of a known kind, without a problem", () => {
    fc.assert(
      fc.property(arbitraryProgram(), (program) => {
        for (const text of build(program).files().values()) {
          for (const line of text.slice(0, -1).split("\n")) {
            expect({ line, ...checkEntry(upgrade(JSON.parse(line))) }).toMatchObject({ known: true, problems: [] });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("every line of the stream is of a known kind, without a problem", () => {
    const session = transcript({ cliVersion: "2.1.285" });
    session.prompt("go").reply("Going.").tool("Bash", { command: "ls" }, "a.ts").compact({ trigger: "manual" });
    session.prompt("on").subagent("Look.", (agent) => agent.prompt("Look.").reply("Seen."));
    for (const line of session.toStream().trimEnd().split("\n")) {
      expect({ line, ...checkEntry(upgrade(JSON.parse(line))) }).toMatchObject({ known: true, problems: [] });
    }
  });
});
