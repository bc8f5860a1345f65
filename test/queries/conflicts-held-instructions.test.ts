import { describe, expect, it } from "vitest";
import { conflicts } from "../../src/queries/conflicts.js";
import { returned } from "../../src/queries/returned.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";

type Row = Record<string, unknown>;
type Texts = Record<string, string>;
type Step =
  | [time: string, what: "prompt" | "reply" | "compact"]
  | [string, "edit", string]
  | [string, "held" | "delta", Texts];

const rules = "/home/dev/project/CLAUDE.md";
const mine = "/home/dev/.claude/CLAUDE.md";

const user = (content: unknown, more: Row = {}): Row => ({ type: "user", message: { role: "user", content }, ...more });
const assistant = (block: Row): Row => ({
  type: "assistant",
  message: { role: "assistant", model: "m", content: [block], usage: { input_tokens: 9, output_tokens: 1 } },
});
const instructions = (texts: Texts, more: Row = {}): Row => {
  const files = Object.entries(texts).map(([path, content]) => ({ path, type: "Project", content }));
  return { type: "attachment", attachment: { type: "instructions", files, ...more } };
};

function rowsOf([time, what, more]: Step): Row[] {
  switch (what) {
    case "prompt":
      return [user("go", { promptSource: "typed" })];
    case "reply":
      return [assistant({ type: "text", text: "Yes." })];
    case "compact":
      return [
        { type: "system", subtype: "compact_boundary", parentUuid: null, compactMetadata: { trigger: "auto" } },
        user("Summary.", { isCompactSummary: true }),
      ];
    case "edit": {
      const edited = { filePath: more, oldString: "a", newString: "b", structuredPatch: [] };
      return [
        assistant({ type: "tool_use", id: `toolu_${time}`, name: "Edit", input: { file_path: more } }),
        user([{ type: "tool_result", tool_use_id: `toolu_${time}`, content: "ok" }], { toolUseResult: edited }),
      ];
    }
    case "held":
      return [instructions(more)];
    case "delta":
      return [instructions(more, { changed: true, reason: "compaction" })];
  }
}

/** A transcript of one evening, each row under the one before; `line("21:03 edit")` is the last line of that step. */
function evening(steps: Step[]) {
  const lines = new Map<string, number>();
  const rows: Row[] = [];
  for (const step of steps) {
    for (const row of rowsOf(step)) {
      const at = rows.length;
      const place = { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}` };
      rows.push({ ...place, version: "2.1.260", timestamp: `2026-09-08T${step[0]}:00.000Z`, ...row });
    }
    lines.set(`${step[0]} ${step[1]}`, rows.length);
  }
  const timeline = readTimeline(rows.map((row) => JSON.stringify(row)).join("\n"));
  return { timeline, line: (step: string) => lines.get(step) as number };
}

/** Five automatic compactions (2.1.260, 2026-09-08); the files were edited in between. */
const report = () =>
  evening([
    ["20:42", "prompt"],
    ["20:42", "held", { [rules]: "version A", [mine]: "mine 1" }],
    ["20:43", "reply"],
    ["20:55", "compact"],
    ["20:55", "held", { [rules]: "version A", [mine]: "mine 1" }],
    ["20:56", "reply"],
    ["21:03", "edit", rules],
    ["21:11", "compact"],
    ["21:11", "held", { [rules]: "version A", [mine]: "mine 1" }],
    ["21:12", "reply"],
    ["21:29", "compact"],
    ["21:29", "held", { [rules]: "version A", [mine]: "mine 1" }],
    ["21:30", "reply"],
    ["21:37", "prompt"],
    ["21:37", "delta", { [rules]: "version C", [mine]: "mine 2" }],
    ["21:38", "reply"],
    ["21:44", "edit", rules],
    ["21:45", "edit", mine],
    ["21:53", "edit", mine],
    ["21:55", "compact"],
    ["21:55", "held", { [rules]: "version C", [mine]: "mine 2" }],
    ["21:56", "reply"],
    ["22:00", "prompt"],
    ["22:00", "delta", { [rules]: "version D", [mine]: "mine 3" }],
    ["22:01", "reply"],
    ["22:09", "edit", rules],
    ["22:46", "edit", rules],
    ["22:49", "compact"],
    ["22:49", "held", { [rules]: "version D", [mine]: "mine 3" }],
    ["22:50", "reply"],
    ["22:52", "prompt"],
    ["22:52", "delta", { [rules]: "version F" }],
    ["22:53", "reply"],
  ]);

describe("stale instructions of anthropics/claude-code#92949", () => {
  it("came back from the held copy at each boundary, and from disk with the delta of the next prompt", async () => {
    const rows = returned(await report().timeline).filter((row) => row.name === rules);
    expect(rows.map((row) => [row.boundary, row.phase, row.source, row.relation, row.grade])).toEqual([
      [1, "boundary", "held", "equal", "derived"],
      [2, "boundary", "held", "equal", "derived"],
      [3, "boundary", "held", "equal", "derived"],
      [3, "next-prompt", "disk", "changed", "observed"],
      [4, "boundary", "held", "equal", "derived"],
      [4, "next-prompt", "disk", "changed", "observed"],
      [5, "boundary", "held", "equal", "derived"],
      [5, "next-prompt", "disk", "changed", "observed"],
    ]);
  });

  it("were changed since at each boundary that follows an edit by the copy before it", async () => {
    const rows = returned(await report().timeline).filter((row) => row.name === rules && row.phase === "boundary");
    const stale = new Map(rows.map((row) => [row.boundary, row.changedSince]));
    expect([1, 2, 4, 5].map((boundary) => stale.get(boundary))).toEqual([false, true, true, true]);
  });

  it("stood in conflict with the edited file from the second boundary on, until a delta corrected them", async () => {
    const told = report();
    const rows = conflicts(await told.timeline).filter((row) => row.name === rules);
    expect(rows.map(({ boundary, older, newer, retiredAt }) => [boundary, older.text, newer.text, retiredAt])).toEqual([
      [2, "version A", null, null],
      [3, "version A", "version C", told.line("21:37 delta")],
      [4, "version C", "version D", told.line("22:00 delta")],
      [5, "version D", "version F", told.line("22:52 delta")],
    ]);
    expect(rows.map((row) => [row.older.source, row.newer.source])).toEqual(rows.map(() => ["held", "disk"]));
    const proofs = rows.map((row) => row.evidence.map((place) => place.line));
    const edits = ["21:03 edit", "21:03 edit", "21:44 edit", "22:46 edit"];
    edits.forEach((edit, at) => {
      expect(proofs[at]).toContain(told.line(edit));
    });
    expect(rows[0]?.why).toContain("No later record of this segment retires it.");
    expect(rows[1]?.why).toContain(`The delta on line ${told.line("21:37 delta")} retires it.`);
    expect(proofs[1]).toContain(told.line("21:37 delta"));
  });

  it("went the same way for the file of the user, known by the delta alone where no edit is recorded", async () => {
    const rows = conflicts(await report().timeline).filter((row) => row.name === mine);
    expect(rows.map((row) => [row.boundary, row.older.text, row.newer.text])).toEqual([
      [3, "mine 1", "mine 2"],
      [4, "mine 2", "mine 3"],
    ]);
    expect(rows[0]?.why).toContain("The delta brings another text");
  });

  it("are no conflict where nothing was edited and the delta is empty", async () => {
    const { timeline } = evening([
      ["20:42", "prompt"],
      ["20:42", "held", { [rules]: "version A" }],
      ["20:43", "reply"],
      ["20:55", "compact"],
      ["20:55", "held", { [rules]: "version A" }],
      ["20:56", "reply"],
      ["21:00", "prompt"],
      ["21:00", "delta", {}],
      ["21:01", "reply"],
    ]);
    expect(conflicts(await timeline)).toEqual([]);
  });
});
