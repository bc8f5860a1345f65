import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laboratory } from "../../fixtures/lab.js";
import { boundaries } from "../../src/queries/boundaries.js";
import { context } from "../../src/queries/context.js";
import { returned } from "../../src/queries/returned.js";
import { transcript } from "../../src/testing.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";
import { anySession } from "../properties/compacted-session.js";

const cwd = "/home/dev/project";
const session = () =>
  transcript({ cliVersion: "2.1.285", ambient: false })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: "Root rule." }])
    .prompt("go")
    .read(`${cwd}/a.ts`, "one\n")
    .reply("Read.")
    .prompt("and on")
    .reply("On.")
    .compact({ trigger: "auto", summary: "What was said.", keep: 1 })
    .reply("After.")
    .prompt("more")
    .reply("More.");

describe("context", () => {
  it("is the whole beginning before a boundary", async () => {
    const timeline = await readTimeline(session().toString());
    const [boundary] = boundaries(timeline);
    const rows = context(timeline, { line: (boundary?.evidence[0]?.line ?? 0) - 1 });
    expect(rows.map((row) => [row.kind, row.source])).toEqual([
      ["prompt", "prompt"],
      ["instructions", "disk"],
      ["tool-call", "tool-call"],
      ["tool-result", "tool-result"],
      ["reply", "reply"],
      ["prompt", "prompt"],
      ["reply", "reply"],
    ]);
    expect(rows.map((row) => row.position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(rows.map((row) => row.line)).toEqual([...rows.map((row) => row.line)].sort((a, b) => a - b));
  });

  it("is the summary, the kept messages, the cluster and what came since after one, each with its source", async () => {
    const rows = context(await readTimeline(session().toString()));
    expect(rows.map((row) => [row.kind, row.source, row.carrier])).toEqual([
      ["summary", "summary", "user/compactSummary"],
      ["reply", "preserved", "preservedMessages"],
      ["file", "disk", "attachment/file"],
      ["instructions", "held", "attachment/instructions"],
      ["reply", "reply", "assistant"],
      ["prompt", "prompt", "user"],
      ["reply", "reply", "assistant"],
    ]);
    expect(rows.find((row) => row.kind === "instructions")).toMatchObject({
      name: `${cwd}/CLAUDE.md`,
      grade: "derived",
    });
  });

  it("keeps what was compacted in the full history", async () => {
    const timeline = await readTimeline(session().toString());
    const full = context(timeline, undefined, { history: "full" });
    expect(full.map((row) => row.kind)).toEqual([
      "prompt",
      "instructions",
      "tool-call",
      "tool-result",
      "reply",
      "prompt",
      "reply",
      "summary",
      "file",
      "instructions",
      "reply",
      "prompt",
      "reply",
    ]);
  });

  it("reads kept messages in the order of the record", async () => {
    const rows = transcript({ cliVersion: "2.1.285", ambient: false })
      .prompt("go")
      .reply("One.")
      .prompt("on")
      .reply("Two.")
      .compact({ keep: 3, summary: "Short." })
      .rows();
    const boundary = rows.find((row) => row.subtype === "compact_boundary") as {
      compactMetadata: { preservedMessages: Record<string, string[]> };
    };
    const kept = boundary.compactMetadata.preservedMessages;
    kept.uuids = [...(kept.uuids ?? [])].reverse();
    kept.allUuids = [...(kept.allUuids ?? [])].reverse();
    const timeline = await readTimeline(rows.map((row) => JSON.stringify(row)).join("\n"));
    const lines = context(timeline)
      .filter((row) => row.source === "preserved")
      .map((row) => row.line);
    expect(lines).toHaveLength(3);
    expect(lines).toEqual([...lines].sort((a, b) => b - a));
  });

  it("answers for the chain that is asked for", async () => {
    const built = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Yes.");
    const side = (uuid: string, parentUuid: string | null, content: string) => ({
      type: "user",
      isSidechain: true,
      agentId: "abc",
      uuid,
      parentUuid,
      message: { role: "user", content },
    });
    built.raw(side("s1", null, "look")).raw(side("s2", "s1", "closer"));
    const timeline = await readTimeline(built.toString());
    expect(context(timeline, undefined, { chain: "abc" }).map((row) => row.chain)).toEqual(["abc", "abc"]);
    expect(context(timeline).every((row) => row.chain === "main")).toBe(true);
  });

  it("holds after the boundary of the laboratory what returned lists, and not the nested file where it was lost", async () => {
    for (const run of ["A1", "B1", "C2", "D1"] as const) {
      const timeline = await readTimeline(laboratory[run]().toString());
      const names = new Set(context(timeline).map((row) => row.name));
      for (const row of returned(timeline))
        if (row.item !== "preserved" && row.item !== "summary") expect(names).toContain(row.name);
      const nested = [...names].some((name) => name?.endsWith("sub/CLAUDE.md"));
      expect(nested).toBe(run === "B1" || run === "C2");
    }
  });

  it("holds everything that came back, with the same source, at the end of the last cluster, in any session", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ maxSteps: 15 }), async (built) => {
        const timeline = await readTimeline(built.toString());
        const last = boundaries(timeline)
          .filter((row) => row.kind === "compact" && row.chain === "main")
          .at(-1);
        const rows = context(timeline);
        expect(rows.map((row) => row.position)).toEqual(rows.map((_, at) => at + 1));
        if (last === undefined) return;
        const key = (row: { carrier: string; name: string | null; source: string; evidence: { line: number }[] }) =>
          `${row.carrier} ${row.name} ${row.source} ${row.evidence[0]?.line}`;
        const held = new Set(rows.map(key));
        for (const row of returned(timeline))
          if (
            row.chain === "main" &&
            row.boundary === last.boundary &&
            row.item !== "preserved" &&
            row.carrier !== "progress/hook_progress"
          )
            expect(held).toContain(key(row));
      }),
      { numRuns: 40 },
    );
  });
});
