import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hooks } from "../../src/index.js";
import { type Row, transcript } from "../../src/testing.js";
import { read } from "./answers.js";
import { compactedSession } from "./compacted-session.js";

const runs = { numRuns: 100 };
const attached = (uuid: string, parentUuid: string | null, attachment: Row): Row => ({
  parentUuid,
  type: "attachment",
  attachment: { hookName: "PostToolUse:Bash", hookEvent: "PostToolUse", ...attachment },
  uuid,
  timestamp: "2026-10-01T10:00:00.000Z",
  version: "2.1.285",
});
const linesOf = (rows: Row[]): string[] => rows.map((row) => JSON.stringify(row));
const start = () => transcript({ cliVersion: "2.1.285", ambient: false }).prompt("go").reply("Ready.");
const word = fc.string({ unit: fc.constantFrom("a", "é", "\n", " ", "🌊"), maxLength: 30 });
const output = fc.oneof(
  word,
  fc.integer({ min: 9_990, max: 20_000 }).map((length) => "k".repeat(length)),
);
const preview = output.map(
  (text) => `<persisted-output>\nFull output saved to: /x\n\nPreview:\n${text.slice(0, 2_000)}`,
);

describe("hooks", () => {
  test("H1: that it ran, how it ended and what was delivered are three facts, and what was delivered is never the output", async () => {
    const run = fc.record({
      stdout: output,
      content: fc.oneof(output, fc.constant("")),
      exitCode: fc.constantFrom(0, 0, 1, 2, 127),
      context: fc.option(word, { nil: null }),
      command: fc.constantFrom("./a.sh", "./b.sh"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 8 }), async (list) => {
        const rows = list.flatMap(({ stdout, content, exitCode, context, command }, at): Row[] => {
          const toolUseID = `t${at}`;
          const type = exitCode === 0 ? "hook_success" : "hook_non_blocking_error";
          const result = { type, toolUseID, command, stdout, stderr: "", exitCode };
          const own = attached(`r${at}`, null, exitCode === 0 ? { ...result, content } : result);
          const more = { type: "hook_additional_context", toolUseID, content: [context] };
          return context === null ? [own] : [own, attached(`c${at}`, null, more)];
        });
        const found = hooks(await read([...start().lines(), ...linesOf(rows)]));
        expect(found.map((row) => [row.command, row.ran, row.exitCode, row.writtenChars, row.deliveredChars])).toEqual(
          list.map(({ command, exitCode, stdout, content, context }) => [
            command,
            true,
            exitCode,
            stdout.length,
            (exitCode === 0 ? content.length : 0) + (context?.length ?? 0),
          ]),
        );
      }),
      runs,
    );
  });

  test("H2: output is truncated exactly where a preview stands in its place, whatever their lengths", async () => {
    const told = fc.oneof(
      fc.record({ stdout: output, content: preview }),
      fc.record({ stdout: output, content: output }),
      preview.map((text) => ({ stdout: `${text}\n\n`, content: text })),
      output.map((text) => ({ stdout: `${text}  \n`, content: text })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 6 }), async (list) => {
        const rows = list.map(({ stdout, content }, at) =>
          attached(`r${at}`, null, { type: "hook_success", toolUseID: `t${at}`, command: "./a.sh", stdout, content }),
        );
        expect(hooks(await read([...start().lines(), ...linesOf(rows)])).map((row) => row.truncated)).toEqual(
          list.map(
            ({ stdout, content }) => content.startsWith("<persisted-output>") && content.trimEnd() !== stdout.trimEnd(),
          ),
        );
      }),
      runs,
    );
  });

  test("H3: each record has one owner, by its tool call, else by its parents, also those that stand later, else by its position", async () => {
    const pick = fc.nat({ max: 1_000 });
    const hook = fc.record({ call: fc.option(pick, { nil: null }), parent: fc.option(pick, { nil: null }), at: pick });
    const turn = fc.constantFrom("prompt", "tool", "reply");
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { maxLength: 8 }),
        fc.array(hook, { minLength: 1, maxLength: 10 }),
        async (turns, list) => {
          const session = start();
          for (const kind of turns) {
            if (kind === "prompt") session.prompt("on");
            else if (kind === "tool") session.tool("Bash", { command: "ls" }, "a");
            else session.reply("Yes.");
          }
          const talk = session.rows();
          const callIds = talk.flatMap((row) => /"id":"(toolu_[^"]+)"/.exec(JSON.stringify(row))?.[1] ?? []);
          const uuids = [...talk.map((row) => row.uuid as string), ...list.map((_, at) => `hook-${at}`), "nowhere"];
          const rows = [...talk];
          for (const [at, one] of list.entries()) {
            const toolUseID = one.call === null ? "nobody" : (callIds[one.call % callIds.length] ?? "nobody");
            const parent = one.parent === null ? null : (uuids[one.parent % uuids.length] as string);
            const attachment = { type: "hook_success", toolUseID, command: `${at}`, stdout: "", content: "" };
            rows.splice(one.at % (rows.length + 1), 0, attached(`hook-${at}`, parent, attachment));
          }
          const found = hooks(await read(linesOf(rows)));
          expect(found.map((row) => row.line)).toEqual(
            rows.flatMap((row, at) => (row.type === "attachment" ? [at + 1] : [])),
          );
          for (const row of found)
            expect([row.command, row.ownerRule, row.owner]).toEqual([row.command, ...ownerOf(rows, row.command)]);
        },
      ),
      runs,
    );
  });

  /** The rule and the owner of a hook, as the invariant states them. */
  function ownerOf(rows: Row[], command: string | null): [rule: string, owner: unknown] {
    const at = rows.findIndex((row) => (row.attachment as Row | undefined)?.command === command);
    const hook = rows[at] as Row;
    const { toolUseID } = hook.attachment as { toolUseID: string };
    const call = rows.find((row) => row.type === "assistant" && JSON.stringify(row).includes(`"id":"${toolUseID}"`));
    if (call !== undefined) return ["toolUseID", call.uuid];
    const walked = new Set<Row>();
    let above: Row | undefined = hook;
    while (above?.type === "attachment" && !walked.has(above)) {
      walked.add(above);
      const { parentUuid }: Row = above;
      above = rows.find((row) => row.uuid === parentUuid);
    }
    if (above !== undefined && above.type !== "attachment") return ["parentUuid", above.uuid];
    const isMessage = (row: Row): boolean => row.type !== "attachment";
    return ["position", (rows.slice(0, at).findLast(isMessage) ?? rows.find(isMessage))?.uuid];
  }

  test("H3: a hook that ran for a compaction is owned by the boundary before it, and by no other", async () => {
    await fc.assert(
      fc.asyncProperty(compactedSession(), async (session) => {
        const rows = session.rows();
        const timeline = await read(linesOf(rows));
        const places = hooks(timeline).flatMap((row) => row.line ?? []);
        expect(places.length).toBe(new Set(places).size);
        for (const row of hooks(timeline)) {
          const before = rows.slice(0, row.line as number).findLast((one) => one.subtype === "compact_boundary");
          const own = row.event === "SessionStart" && row.matcher === "compact";
          expect([row.ownerRule === "boundary", row.boundary !== null]).toEqual([own, own]);
          if (own) expect(row.owner).toBe(before?.uuid);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("H4: runs with the same command, the same id and the same text stay runs of their own", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.boolean(), async (count, listed) => {
        const attachment = { type: "hook_success", toolUseID: "t", command: "./a.sh", stdout: "x", content: "x" };
        const rows = Array.from({ length: count }, (_, at) => attached(`r${at}`, null, attachment));
        const infos = Array.from({ length: count }, () => ({ command: "./stop.sh" }));
        const list = { type: "system", subtype: "stop_hook_summary", uuid: "list", parentUuid: null, toolUseID: "s" };
        if (listed) rows.push({ ...list, hookCount: count, hookInfos: infos, hookErrors: [] });
        const found = hooks(await read([...start().lines(), ...linesOf(rows)]));
        expect(found.filter((row) => row.command === "./a.sh")).toHaveLength(count);
        expect(new Set(found.map((row) => row.line)).size).toBe(listed ? count + 1 : count);
        expect(found.filter((row) => row.command === "./stop.sh")).toHaveLength(listed ? count : 0);
      }),
      { numRuns: 30 },
    );
  });
});
