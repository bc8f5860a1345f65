import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTimeline, returned, trace } from "../../src/index.js";
import { type Row, transcript } from "../../src/testing.js";
import { read } from "./answers.js";
import { compactedSession } from "./compacted-session.js";

const runs = { numRuns: 60 };
const cwd = "/home/dev/project";

/** The things that a record carries, by name, as the record spells them. */
function thingsOf(row: Row): [name: string, text: string][] {
  const attachment = (row.attachment ?? {}) as Record<string, unknown>;
  const named = (list: unknown, name: string): [string, string][] =>
    (list as Record<string, string>[]).map((one) => [one[name] as string, one.content as string]);
  switch (attachment.type) {
    case "file":
      return named([(attachment.content as { file: object }).file], "filePath");
    case "nested_memory":
      return named([attachment.content], "path");
    case "instructions":
      return named(attachment.files, "path");
    case "invoked_skills":
      return named(attachment.skills, "name");
    case "hook_success":
      return attachment.content === "" ? [] : named([attachment], "hookName");
    case "skill_listing":
      return [["skill_listing", attachment.content as string]];
    case "edited_text_file":
      return [[attachment.filename as string, attachment.snippet as string]];
    case "queued_command":
      return [["", attachment.prompt as string]];
    default:
      return [];
  }
}

/** What the model or the person said in a row. */
function saidIn(row: Row): string {
  const { content } = (row.message ?? { content: "" }) as { content: string | Row[] };
  if (typeof content === "string") return content;
  return content
    .map((block) => block.text ?? (block.type === "tool_use" ? JSON.stringify(block.input) : block.content) ?? "")
    .join("\n");
}

const told = new Set(["file", "nested-memory", "instructions", "skill", "hook", "skill-listing"]);

describe("what came back", () => {
  test("C7: is an ordered list, each thing with its source and the line that holds it", async () => {
    await fc.assert(
      fc.asyncProperty(compactedSession({ faults: ["late-flush", "detour"] }), async (session) => {
        const rows = session.rows();
        const timeline = await read(rows.map((row) => JSON.stringify(row)));
        const positions = new Map<number, number>();
        const lines = new Map<number, number>();
        for (const row of returned(timeline)) {
          const last = positions.get(row.boundary) ?? 0;
          expect(row.position).toBe(last + 1);
          positions.set(row.boundary, row.position);
          expect(row.source).not.toBe("");
          const record = rows[(row.evidence[0]?.line as number) - 1] as Row;
          expect(record.uuid).toBe(row.evidence[0]?.uuid);
          if (row.item === "summary") expect(record.isCompactSummary).toBe(true);
          else if (row.item === "preserved") expect(record.uuid).toBe(row.name);
          else {
            // What was attached came in the order of the file.
            expect(row.evidence[0]?.line).toBeGreaterThanOrEqual(lines.get(row.boundary) ?? 0);
            lines.set(row.boundary, row.evidence[0]?.line as number);
          }
          if (!told.has(row.item) || record.type !== "attachment") continue;
          const texts = thingsOf(record).filter(([name]) => name === row.name);
          expect(texts.length).toBeGreaterThan(0);
          if (!("rendered" in record)) expect(texts.map(([, text]) => text.length)).toContain(row.chars);
        }
      }),
      runs,
    );
  });

  test("C7: its texts contain every marker that is named after the boundary, and no other is named", async () => {
    const markers = ["tide", "rule", "started", "Keep the tests", "line two", "Ships it", "steps one"];
    await fc.assert(
      fc.asyncProperty(compactedSession({ faults: ["late-flush", "detour"] }), async (session) => {
        const rows = session.rows();
        const timeline = await readTimeline(session.toString(), { payload: "full" });
        const traced = trace(timeline, markers).filter((row) => row.side === "after");
        const back = returned(timeline).filter(
          (row) => row.item === "summary" || row.item === "preserved" || told.has(row.item),
        );
        const key = (boundary: number | null, line: number | undefined, name: string | null) =>
          `${boundary} ${line} ${name}`;
        const texts = new Map<string, string>();
        for (const row of back) {
          const line = row.evidence[0]?.line as number;
          const record = rows[line - 1] as Row;
          if (row.item === "summary" || row.item === "preserved") {
            const text = record.type === "attachment" ? thingsOf(record).map(([, one]) => one) : [saidIn(record)];
            texts.set(key(row.boundary, line, null), text.join("\n"));
          } else
            for (const [name, text] of thingsOf(record))
              if (name === row.name) texts.set(key(row.boundary, line, name), text);
        }
        const named = new Map<string, Set<string>>();
        for (const row of traced) {
          const at = [key(row.boundary, row.line, row.name), key(row.boundary, row.line, null)];
          const found = at.find((one) => texts.has(one));
          if (found === undefined) continue;
          expect(texts.get(found)).toContain(row.marker);
          named.set(found, (named.get(found) ?? new Set()).add(row.marker));
        }
        for (const [at, text] of texts)
          expect([at, ...(named.get(at) ?? [])].sort()).toEqual(
            [at, ...markers.filter((marker) => text.includes(marker))].sort(),
          );
      }),
      runs,
    );
  });

  /** Texts of a thing that stand in the record before a line: attached, read or written by a tool, sent as a skill's body. */
  function copiesBefore(rows: Row[], line: number, item: string, name: string): string[] {
    return rows.slice(0, line - 1).flatMap((row): string[] => {
      const own = thingsOf(row).flatMap(([of, text]) => (of === name ? [text] : []));
      if (item === "skill") {
        const isBody = row.isMeta === true && saidIn(row).includes(`/skills/${name}\n`);
        return (row.attachment as Row | undefined)?.type === "invoked_skills" ? own : isBody ? [saidIn(row)] : [];
      }
      if ((row.attachment as Row | undefined)?.type === "invoked_skills") return [];
      const result = row.toolUseResult as { filePath?: string; content?: string; file?: Row } | undefined;
      const { filePath, content } = (result?.file ?? result ?? {}) as { filePath?: string; content?: string };
      return filePath === name && typeof content === "string" ? [...own, content] : own;
    });
  }

  test("C8: where a thing came from is a comparison of texts, and `disk` is proved by a new text only", async () => {
    await fc.assert(
      fc.asyncProperty(compactedSession(), async (session) => {
        const rows = session.rows();
        for (const row of returned(await read(rows.map((one) => JSON.stringify(one))))) {
          if (!["file", "nested-memory", "instructions", "skill"].includes(row.item)) continue;
          const line = row.evidence[0]?.line as number;
          const record = rows[line - 1] as Row;
          const text = thingsOf(record).find(([name]) => name === row.name)?.[1] ?? "";
          const copies = copiesBefore(rows, line, row.item, row.name as string);
          const equal = copies.some((copy) => copy.trimEnd() === text.trimEnd());
          if (copies.length === 0) expect(row.relation).toBe("new");
          else if (equal) expect(row.relation).toBe("equal");
          else {
            const head = text.trimEnd().replace(/\n\[\.\.\. skill content truncated.*$/, "");
            const isHead = copies.some((copy) => copy.length > head.length && copy.startsWith(head.trimEnd()));
            expect(row.relation).toBe(row.item === "skill" && isHead ? "prefix" : row.relation);
            expect(["prefix", "changed"]).toContain(row.relation);
            if (!isHead) expect(row.relation).toBe("changed");
          }
          const isDelta = (record.attachment as Row).changed === true;
          if (row.source === "disk" && !isDelta)
            expect(row.grade === "derived" || row.grade === "observed").toBe(row.relation === "changed");
          if (row.source === "held" || row.source === "invocation")
            expect(row.grade === "derived").toBe(row.relation === "equal" || row.relation === "prefix");
        }
      }),
      runs,
    );
  });

  test("C8: a copy is stale exactly where a later write of the same thing is recorded before it came back", async () => {
    const change = fc.constantFrom("nothing", "edit", "edit of another file", "unseen change");
    await fc.assert(
      fc.asyncProperty(change, change, fc.boolean(), async (first, second, again) => {
        const path = `${cwd}/CLAUDE.md`;
        const skill = `${cwd}/.claude/skills/deploy/SKILL.md`;
        const session = transcript({ cliVersion: "2.1.285" })
          .disk(skill, "Tag first.")
          .disk(`${cwd}/other.md`, "Other rule.")
          .instructions([{ path, content: "Old rule." }])
          .prompt("go")
          .skill("deploy", "Tag first.")
          .reply("Done.");
        let edits = 0;
        const edited = { rules: false, skill: false };
        const changed = (file: string, kind: typeof first): boolean => {
          if (kind === "edit") session.write(file, `Text ${++edits}.`);
          else if (kind === "edit of another file") session.write(`${cwd}/other.md`, `Text ${++edits}.`);
          else if (kind === "unseen change") session.disk(file, `Text ${++edits}.`);
          return kind === "edit";
        };
        edited.rules = changed(path, first);
        edited.skill = changed(skill, second);
        session.compact({ trigger: "auto" });
        if (again) session.reply("On.").compact({ trigger: "auto" });
        const rows = returned(await readTimeline(session.toString())).filter((row) => row.phase === "boundary");
        const of = (item: string) => rows.filter((row) => row.item === item);
        expect(of("instructions").map((row) => [row.source, row.relation, row.changedSince])).toEqual(
          of("instructions").map(() => ["held", "equal", edited.rules]),
        );
        expect(of("skill").map((row) => [row.source, row.relation, row.changedSince])).toEqual(
          of("skill").map(() => ["invocation", "equal", edited.skill]),
        );
        expect([of("instructions").length, of("skill").length]).toEqual(again ? [2, 2] : [1, 1]);
      }),
      runs,
    );
  });
});
