import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fault, type Row, transcript } from "../../src/testing.js";
import { arbitraryProgram, build } from "./arbitrary-session.js";

const start = () => transcript({ cliVersion: "2.1.285", ambient: false }).prompt("one").reply("First.");
const readable = (line: string) => {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
};
const uuids = (rows: Row[]) => rows.map((row) => row.uuid);

describe("faults in lines", () => {
  it("a torn line holds the head of a row and a whole row", () => {
    const lines = start().fault("torn-line").prompt("two").lines();
    expect(lines.map(readable)).toEqual([true, true, false]);
    expect(lines[2]?.slice(60)).toMatch(/^\{"parentUuid".*\}$/);
  });

  it("joined lines hold two whole rows", () => {
    const lines = start().fault("joined-lines").prompt("two").lines();
    expect(lines).toHaveLength(2);
    expect(lines[1]?.split('}{"parentUuid"')).toHaveLength(2);
  });

  it.each<[Fault, RegExp]>([
    ["nul-padding", /^\0{64}$/],
    ["blank-line", /^$/],
    ["non-object", /^\[.*\]$/],
    ["unreadable-line", /^\{[^}]*$/],
  ])("%s stands on a line of its own", (kind, shape) => {
    const lines = start().fault(kind).prompt("two").lines();
    expect(lines[2]).toMatch(shape);
    expect(lines).toHaveLength(4);
  });

  it("a file can end without a newline, or in the middle of a row", () => {
    expect(start().fault("no-newline").toString()).toMatch(/\}$/);
    const text = start().fault("incomplete-tail").toString();
    expect(readable(text.split("\n").at(-1) ?? "")).toBe(false);
  });
});

describe("faults in rows", () => {
  it("copy repeats rows as they are", () => {
    const rows = start().fault("copy", 2).rows();
    expect(rows.slice(2)).toEqual(rows.slice(0, 2));
  });

  it("a parent can be absent, the row itself, or a later row", () => {
    const dangling = start().fault("dangling-parent").rows();
    expect(uuids(dangling)).not.toContain(dangling[1]?.parentUuid);
    const cycle = start().fault("cycle").rows();
    expect(cycle[1]?.parentUuid).toBe(cycle[1]?.uuid);
    const forward = start().fault("forward-parent").prompt("two").rows();
    expect(forward[1]?.parentUuid).toBe(forward[2]?.uuid);
  });

  it("a late flush puts the kept rows behind the summary, with their old times", () => {
    const rows = start().fault("late-flush").compact().rows();
    const [, boundary, summary, kept] = rows;
    expect(boundary?.compactMetadata).toMatchObject({ preservedMessages: { uuids: [kept?.uuid] } });
    expect(summary?.isCompactSummary).toBe(true);
    expect(kept).toMatchObject({ type: "assistant", parentUuid: summary?.uuid });
    expect(Date.parse(kept?.timestamp as string)).toBeLessThan(Date.parse(boundary?.timestamp as string));
  });

  it("a detour leaves the summary on no parent path of what follows", () => {
    const rows = start().fault("detour").compact({ trigger: "manual" }).prompt("two").reply("Second.").rows();
    const byUuid = new Map(rows.map((row) => [row.uuid, row]));
    const path: unknown[] = [];
    for (let row: Row | undefined = rows.at(-1); row !== undefined; row = byUuid.get(row.parentUuid))
      path.push(row.uuid);
    const summary = rows.find((row) => row.isCompactSummary === true);
    const boundary = rows.findIndex((row) => row.subtype === "compact_boundary");
    expect(path).not.toContain(summary?.uuid);
    expect(path).toContain(rows[0]?.uuid);
    expect(rows.indexOf(summary as Row)).toBe(boundary + 2);
  });

  it("a stray row has another session and a parent that is not here", () => {
    const rows = start().fault("stray-session").prompt("two").rows();
    expect(rows[2]?.sessionId).not.toBe(rows[0]?.sessionId);
    expect(uuids(rows)).not.toContain(rows[2]?.parentUuid);
    expect(rows[3]?.parentUuid).toBe(rows[1]?.uuid);
  });
});

it("a program with faults is still the same each time", () => {
  const faults: Fault[] = ["copy", "torn-line", "joined-lines", "late-flush", "detour", "unknown-type", "nul-padding"];
  fc.assert(
    fc.property(arbitraryProgram({ faults }), (program) => {
      expect(build(program).toString()).toBe(build(program).toString());
    }),
    { numRuns: 50 },
  );
});
