import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { article } from "../../fixtures/article.js";
import { laboratory, numbers, type Run } from "../../fixtures/lab.js";
import { markersByCarrier, onlyInSummary, trace, traceSource } from "../../src/queries/trace.js";
import { transcript } from "../../src/testing.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";
import { anySession } from "../properties/compacted-session.js";

const runs = Object.keys(numbers) as Run[];
const marker = /MK-[A-Z]+-[0-9]{4}/;
const readLab = (run: keyof typeof laboratory) => readTimeline(laboratory[run]().toString());

describe("trace over the laboratory", () => {
  it.each(runs)(
    "%s: each attachment after the boundary carries the markers that the article's filter prints",
    async (run) => {
      const rows = markersByCarrier(await readLab(run), [marker]);
      const shown = new Set(["file", "invoked_skills", "instructions", "skill_listing", "hook_success"]);
      const printed = rows
        .filter((row) => shown.has(row.carrier))
        .map((row) => [row.carrier, row.label, row.markers].join("|"));
      const expected = (
        article.after[run] as { carrier: string; name?: string; skillCount?: number; markers: string[] }[]
      )
        .filter((one) => one.carrier !== "summary")
        .map((one) => {
          const carrier = one.carrier.slice("attachment/".length);
          const label = carrier === "file" ? one.name : carrier === "skill_listing" ? `${one.skillCount} skills` : null;
          return [carrier, label, [...one.markers].sort().join(" ")].join("|");
        });
      expect(printed.sort()).toEqual(expected.sort());
    },
  );

  it("BC: the new nested file reaches the model with the note that it changed on disk, the new root file does not", async () => {
    const rows = trace(await readLab("BC1"), ["MK-SUB-3846", "MK-ROOT-7093"]);
    expect(rows).toMatchObject([
      {
        marker: "MK-SUB-3846",
        boundary: null,
        source: "disk",
        carrier: "attachment/edited_text_file",
        name: "/home/dev/lab/sub/CLAUDE.md",
        grade: "observed",
      },
    ]);
  });

  it("finds the passphrase in the summary alone after 8 of 8 compactions", async () => {
    for (const run of runs) {
      const rows = trace(await readLab(run), [marker]);
      expect(onlyInSummary(rows).map((row) => row.marker)).toContain("MK-PASS-8053");
      expect(
        rows.filter((row) => row.marker === "MK-PASS-8053" && row.side === "before").map((row) => row.source),
      ).toContain("prompt");
    }
  });

  it("finds the old root marker in the summary and the new one from disk after an edit", async () => {
    const rows = trace(await readLab("B1"), ["MK-ROOT-4417", "MK-ROOT-7093"]).filter(
      (row) => row.side === "after" && row.source !== "reply",
    );
    expect(rows.map((row) => [row.marker, row.boundary, row.source])).toEqual([
      ["MK-ROOT-4417", 1, "summary"],
      ["MK-ROOT-7093", 1, "disk"],
    ]);
  });

  it("finds the old skill body from the stored invocation in one process, and in the summary alone through a resume", async () => {
    expect(onlyInSummary(trace(await readLab("B1"), [marker])).map((row) => row.marker)).not.toContain("MK-SKILL-1938");
    expect(
      trace(await readLab("B1"), ["MK-SKILL-1938"])
        .filter((row) => row.carrier === "attachment/invoked_skills")
        .map((row) => row.source),
    ).toEqual(["invocation"]);
    expect(onlyInSummary(trace(await readLab("A1"), [marker])).map((row) => row.marker)).toContain("MK-SKILL-1938");
  });

  it("has no boundary in the controls", async () => {
    const rows = trace(await readLab("BC1"), ["MK-ROOT-4417"]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.boundary === null && row.side === "before")).toBe(true);
  });
});

describe("trace", () => {
  it("names the source of each text, sorted by boundary and line", async () => {
    const session = transcript({ cliVersion: "2.1.285", ambient: false })
      .prompt("say tide-1")
      .reply("tide-1 it is.")
      .tool("Bash", { command: "echo tide-1" }, "tide-1")
      .compact({ summary: "It was about tide-1.", keep: 2 })
      .prompt("again tide-1")
      .reply("Yes.")
      .compact({ summary: "Nothing." });
    const rows = trace(await readTimeline(session.toString()), ["tide-1"]);
    expect(rows.map((row) => [row.boundary, row.side, row.source])).toEqual([
      [1, "before", "prompt"],
      [1, "before", "reply"],
      [1, "before", "tool-call"],
      [1, "before", "tool-result"],
      [1, "after", "preserved"],
      [1, "after", "preserved"],
      [1, "after", "summary"],
      [1, "after", "prompt"],
      [2, "before", "summary"],
      [2, "before", "prompt"],
    ]);
    const lines = rows.filter((row) => row.boundary === 1 && row.side === "before").map((row) => row.line);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  it("sees the whole of a long tool result while streaming, and the head in a timeline", async () => {
    const text = transcript({ cliVersion: "2.1.285" })
      .prompt("go")
      .tool("Bash", { command: "x" }, `${"sand ".repeat(500)}shell-7`)
      .toString();
    expect(trace(await readTimeline(text), ["shell-7"])).toEqual([]);
    expect((await traceSource(text, ["shell-7"])).map((row) => row.source)).toEqual(["tool-result"]);
  });

  it("gives the same answer while streaming as over a timeline that keeps all, in any session and in any chunks", async () => {
    const markers = [/ti?de/, "Begin", { pattern: "[a-z]+ rule" }, "line two"];
    await fc.assert(
      fc.asyncProperty(
        anySession({
          maxSteps: 15,
          faults: ["copy", "late-flush", "joined-lines", "forward-parent", "detour", "unknown-field"],
        }),
        fc.integer({ min: 1, max: 4_096 }),
        async (session, size) => {
          const bytes = new TextEncoder().encode(session.toString());
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.slice(at * size, (at + 1) * size),
          );
          const whole = trace(await readTimeline(session.toString(), { payload: "full" }), markers);
          expect(await traceSource(chunks, markers)).toEqual(whole);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("claims a marker only where the text of the row holds it", async () => {
    await fc.assert(
      fc.asyncProperty(anySession({ maxSteps: 15 }), async (session) => {
        const lines = session.lines();
        for (const row of trace(await readTimeline(session.toString()), ["tide", "rule", "Beg"]))
          expect(lines[row.line - 1]).toContain(row.marker);
      }),
      { numRuns: 30 },
    );
  });

  it("says what to do where a marker cannot be looked for", async () => {
    const timeline = await readTimeline("");
    expect(() => trace(timeline, [""])).toThrow(/empty marker/);
    expect(() => trace(timeline, [/(a)\1/])).toThrow(/back reference/);
    await expect(traceSource("", [/(?=a)/])).rejects.toThrow(/look-around/);
  });
});
