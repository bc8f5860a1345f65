import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareVersions } from "../../schemas/versions/compare.js";
import type { Row } from "../../src/testing.js";
import { arbitraryProgram, build, type ProgramOptions } from "./arbitrary-session.js";

const check = (property: (rows: Row[], cliVersion: string) => void, options: ProgramOptions = {}) =>
  fc.assert(
    fc.property(arbitraryProgram(options), (program) => property(build(program).rows(), program.cliVersion)),
    { numRuns: 150 },
  );

const isBoundary = (row: Row) => row.subtype === "compact_boundary";
const attachment = (row: Row | undefined) => (row?.attachment ?? {}) as Row;
const metadata = (row: Row) => row.compactMetadata as Row;

/** Rows from a boundary up to the first reply, the first row that starts a turn or a command, or the next boundary. */
function cluster(rows: Row[], boundary: Row): Row[] {
  const start = rows.indexOf(boundary) + 1;
  const end = rows.findIndex(
    (row, index) => index >= start && (row.type === "assistant" || isBoundary(row) || startsTurn(row)),
  );
  return rows.slice(start, end < 0 ? undefined : end);
}

function startsTurn(row: Row): boolean {
  if (row.origin !== undefined || row.promptSource !== undefined || row.scheduledTaskId !== undefined) return true;
  const content = (row.message as Row | undefined)?.content;
  if (row.isMeta === true || row.isCompactSummary === true || typeof content !== "string") return false;
  return !content.startsWith("<command-name>/compact") && !content.startsWith("<local-command-stdout>Compacted");
}

describe("a random program without faults", () => {
  it("gives the same text each time", () => {
    fc.assert(
      fc.property(arbitraryProgram(), (program) => {
        expect(build(program).toString()).toBe(build(program).toString());
      }),
      { numRuns: 30 },
    );
  });

  it("writes one object with a type per line, ended by a newline", () => {
    fc.assert(
      fc.property(arbitraryProgram(), (program) => {
        for (const text of build(program).files().values()) {
          expect(text.endsWith("\n")).toBe(true);
          for (const line of text.slice(0, -1).split("\n")) expect(JSON.parse(line)).toHaveProperty("type");
        }
      }),
      { numRuns: 50 },
    );
  });

  it("writes each uuid once and each parent before its child", () => {
    check((rows) => {
      const seen = new Set<unknown>();
      for (const row of rows) {
        if (row.uuid === undefined) continue;
        expect(seen.has(row.uuid)).toBe(false);
        if (row.parentUuid !== null) expect(seen.has(row.parentUuid)).toBe(true);
        seen.add(row.uuid);
      }
    });
  });

  it("starts a new root at a boundary, and hangs exactly one summary under it", () => {
    check((rows) => {
      for (const boundary of rows.filter(isBoundary)) {
        expect(boundary.parentUuid).toBe(null);
        const under = rows.filter((row) => row.parentUuid === boundary.uuid);
        expect(under.map((row) => row.isCompactSummary)).toEqual([true]);
      }
    });
  });

  it("counts dropped tokens as the running sum of before minus after, from 2.1.215 on", () => {
    check((rows, cliVersion) => {
      let sum = 0;
      for (const boundary of rows.filter(isBoundary)) {
        const { preTokens, postTokens, cumulativeDroppedTokens } = metadata(boundary);
        if (compareVersions(cliVersion, "2.1.215") < 0) {
          expect(cumulativeDroppedTokens).toBe(undefined);
          continue;
        }
        sum += (preTokens as number) - (postTokens as number);
        expect(cumulativeDroppedTokens).toBe(sum);
      }
    });
  });

  it("names kept rows that stand before the boundary, from 2.1.158 on", () => {
    check((rows, cliVersion) => {
      for (const [index, boundary] of rows.entries()) {
        if (!isBoundary(boundary)) continue;
        const kept = metadata(boundary).preservedMessages as { uuids: string[] } | undefined;
        if (compareVersions(cliVersion, "2.1.158") < 0) expect(kept).toBe(undefined);
        const before = new Set(rows.slice(0, index).map((row) => row.uuid));
        for (const uuid of kept?.uuids ?? []) expect(before.has(uuid)).toBe(true);
      }
    });
  });

  it("brings back at most five files and never a skill listing", () => {
    check((rows) => {
      for (const boundary of rows.filter(isBoundary)) {
        const types = cluster(rows, boundary).map((row) => attachment(row).type);
        expect(types.filter((type) => type === "file" || type === "compact_file_reference").length).toBeLessThan(6);
        expect(types).not.toContain("skill_listing");
      }
    });
  });

  it("brings back a skill as it was sent, or its head before the line that says it was cut", () => {
    check((rows) => {
      const bodies = rows.flatMap((row) => {
        const content = (row.message as Row | undefined)?.content;
        return row.isMeta === true && Array.isArray(content) ? [(content[0] as Row).text as string] : [];
      });
      for (const row of rows.filter((one) => attachment(one).type === "invoked_skills")) {
        for (const skill of attachment(row).skills as Row[]) {
          const text = skill.content as string;
          const head = text.replace(/\n\n\[\.\.\. skill content truncated for compaction; [^\]]*\]$/, "");
          expect(text.length).toBeLessThanOrEqual(20_000);
          expect(bodies.some((body) => (head === text ? body === text : body.startsWith(head)))).toBe(true);
        }
      }
    });
  });

  it("puts into an automatic cluster the instructions as they were last sent", () => {
    check(
      (rows) => {
        const sent = new Map<string, string>();
        const automatic = rows.filter((row) => isBoundary(row) && metadata(row).trigger === "auto");
        const inCluster = new Set(automatic.flatMap((boundary) => cluster(rows, boundary)));
        for (const row of rows) {
          if (attachment(row).type !== "instructions") continue;
          for (const file of attachment(row).files as { path: string; content: string }[]) {
            if (inCluster.has(row)) expect(file.content).toBe(sent.get(file.path));
            sent.set(file.path, file.content);
          }
        }
      },
      { versions: ["2.1.260", "2.1.285"] },
    );
  });

  it("repeats the input counts on each row of a message", () => {
    check((rows) => {
      const counts = new Map<unknown, unknown[]>();
      for (const row of rows.filter((one) => one.type === "assistant")) {
        const { id, usage } = row.message as { id: string; usage: Row };
        const inputs = [usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
        expect(inputs).toEqual(counts.get(id) ?? inputs);
        counts.set(id, inputs);
      }
    });
  });

  it("answers each tool result's call before it", () => {
    check((rows) => {
      const calls = new Set<unknown>();
      for (const row of rows) {
        const content = (row.message as Row | undefined)?.content;
        for (const block of Array.isArray(content) ? (content as Row[]) : []) {
          if (block.type === "tool_use") calls.add(block.id);
          if (block.type === "tool_result") expect(calls.has(block.tool_use_id)).toBe(true);
        }
      }
    });
  });
});
