import { describe, expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { type MissingRow, missing } from "../../src/queries/missing.js";
import { type Transcript, transcript } from "../../src/testing.js";

const lossesOf = async (session: Transcript): Promise<MissingRow[]> =>
  missing(await readTimeline(session.toString())).filter((row) => row.item === "hook");
const brief = (rows: MissingRow[]) => rows.map(({ boundary, name, reason, grade }) => [boundary, name, reason, grade]);

describe("texts of SessionStart hooks", () => {
  const withHook = (again: { stdout?: string; name?: string; json?: Record<string, unknown> } | null) => {
    const session = transcript({ cliVersion: "2.1.285", ambient: false }).hook("SessionStart:startup", {
      command: "rules",
      stdout: "Mind the tide.\n",
    });
    if (again !== null) session.hook("SessionStart:compact", { command: "rules", ...again });
    return session.prompt("Begin.").reply("Begun.").compact().prompt("On.").reply("Done.");
  };

  test("are lost where the hook did not run again", async () => {
    expect(brief(await lossesOf(withHook(null)))).toEqual([[1, "SessionStart:startup", "hook-not-run", "derived"]]);
  });

  test("are back where the same command ran, with whatever text", async () => {
    expect(await lossesOf(withHook({ stdout: "Mind the ebb.\n" }))).toEqual([]);
    const json = { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "Mind the ebb." } };
    expect(await lossesOf(withHook({ json }))).toEqual([]);
  });

  test("are capped where the record keeps a preview and a path", async () => {
    expect(brief(await lossesOf(withHook({ stdout: "y".repeat(10_001) })))).toEqual([
      [1, "SessionStart:startup", "hook-capped", "observed"],
    ]);
  });

  /** The texts of one command at a start; without a command only the record of its text is there. */
  const ran = (session: Transcript, matcher: string, command: string | null, texts: string[]) => {
    const common = { hookEvent: "SessionStart", exitCode: 0, durationMs: 7 };
    for (const text of texts) {
      const told = { ...common, hookName: `SessionStart:${matcher}`, toolUseID: `id-${matcher}`, command };
      const untold = { hookName: "SessionStart", hookEvent: "SessionStart", toolUseID: "SessionStart" };
      const attachment =
        command === null
          ? { type: "hook_additional_context", ...untold, content: [text] }
          : { type: "hook_success", ...told, content: text, stdout: text };
      session.raw({ type: "attachment", uuid: `${matcher} ${text}`, attachment });
    }
    return session;
  };
  const twice = (command: string | null, before: string[], after: string[]) => {
    const session = ran(transcript({ cliVersion: "2.1.285", ambient: false }), "startup", command, before);
    return ran(session.prompt("Begin.").reply("Begun.").compact(), "compact", command, after);
  };

  test("of equal commands are told apart by what they delivered", async () => {
    for (const [back, line] of [
      ["B", 1],
      ["A", 2],
    ] as const) {
      const [row, ...others] = await lossesOf(twice("rules", ["A", "B"], [back]));
      expect(others).toEqual([]);
      expect(row).toMatchObject({ reason: "hook-not-run", grade: "derived", lastSeen: line });
      expect(row?.why).toContain("Fewer runs of this command");
    }
    expect(await lossesOf(twice("rules", ["A", "B"], ["B", "A"]))).toEqual([]);
  });

  test("of a process that resumed and was left without a reply are those of one hook", async () => {
    for (const processIds of [true, false]) {
      const session = transcript({ cliVersion: "2.1.285", ambient: false, processIds })
        .hook("SessionStart:resume", { command: "rules", stdout: "Mind the tide." })
        .prompt("Begin.")
        .reply("Begun.");
      session.exit().resume().exit().resume().reply("On.").compact();
      expect(brief(await lossesOf(session))).toEqual([[1, "SessionStart:resume", "hook-not-run", "derived"]]);
    }
  });

  test("that came back in a record of context alone are not missing", async () => {
    expect(await lossesOf(twice(null, ["Rules v1"], ["Rules v1"]))).toEqual([]);
    const named = ran(transcript({ cliVersion: "2.1.285", ambient: false }), "startup", "rules", ["Rules v1"]);
    const back = ran(named.prompt("Begin.").reply("Begun.").compact(), "compact", null, ["Rules v1"]);
    expect(await lossesOf(back)).toEqual([]);
  });

  test("without a recorded command may be what came back with another text", async () => {
    const rows = await lossesOf(twice(null, ["Rules v1"], ["Rules v2"]));
    expect(brief(rows)).toEqual([[1, "SessionStart", "unknown", "unknown"]]);
    expect(rows[0]?.why).toContain("may be this one");
    expect(brief(await lossesOf(twice(null, ["Rules v1"], [])))).toEqual([
      [1, "SessionStart", "hook-not-run", "inferred"],
    ]);
  });

  test("are lost for no stated reason where the hook ran and delivered nothing", async () => {
    const [row] = await lossesOf(withHook({ stdout: "" }));
    expect(row).toMatchObject({
      reason: "unknown",
      grade: "unknown",
      why: "The hook ran again and delivered nothing.",
    });
  });
});
