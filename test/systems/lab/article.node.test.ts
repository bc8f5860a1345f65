import { beforeAll, describe, expect, test } from "vitest";
import { article } from "../../../fixtures/article.js";
import { type LabReport, type LabRow, labReport, runLab } from "../../../src/systems.js";
import { emptyFolders, standIn } from "./stand-in.js";

/** The published measurement (2026-09-30, CLI 2.1.285), made again with the stand-in: what the report says must be its tables. */
let report: LabReport;
beforeAll(async () => {
  const { configDir, lab } = emptyFolders();
  const outcome = await runLab(lab, { program: await standIn(), configDir, runs: 2, seed: 1 });
  expect(outcome).toMatchObject({ failed: [], open: [], stopped: null, cliVersion: "2.1.285" });
  report = await labReport(lab);
});

const atEnd = (place: LabRow["place"]): LabRow[] =>
  report.rows.filter((row) => row.role === "main" && row.boundary !== null && row.place === place);
const backIn = (place: LabRow["place"]): string[] => [
  ...new Set(atEnd(place).flatMap(({ run, fate }) => (fate === "back" ? [run] : []))),
];
const ofTable = (what: string) => article.cameBack.find((row) => row.what === what);
const all = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"];
const edited = all.slice(0, 6);

test("the article's counts: 18 processes, 8 compactions, 12 probes", () => {
  expect(report.spent.processes).toBe(18);
  expect(report.numbers.map(({ name }) => name)).toEqual(all);
  expect(report.answers).toHaveLength(12);
  expect(report.problems).toEqual([]);
});

describe("What came back", () => {
  test.each([
    ["root", "root CLAUDE.md"],
    ["import", "@import file"],
    ["rule", "unscoped rule"],
    ["skill", "skill body"],
    ["sub", "nested CLAUDE.md"],
    ["path-rule", "path-scoped rule"],
    ["hook", "compact hook output"],
  ] as const)("%s as often as the article says of: %s", (place, what) => {
    const { held, of } = ofTable(what) as { held: number; of: number };
    expect([backIn(place).length, new Set(atEnd(place).map(({ run }) => run)).size]).toEqual([held, of]);
  });

  test("the root file and its import from disk on the next turn, the new text in the six runs with an edit", () => {
    for (const place of ["root", "import"] as const)
      for (const row of atEnd(place)) {
        expect(row).toMatchObject({ source: "disk", phase: "next-prompt", carrier: "attachment/instructions" });
        expect(row.text).toBe(edited.includes(row.run) ? "new" : "only");
        // Where nothing was edited the text can't show that the file was read.
        expect(row.grade).toBe(edited.includes(row.run) ? "derived" : "inferred");
      }
  });

  test("the skill as the stored copy with its old text, in none of the resumed runs", () => {
    expect(backIn("skill")).toEqual(["B1", "B2", "C1", "C2", "D1", "D2"]);
    for (const row of atEnd("skill").filter(({ fate }) => fate === "back"))
      expect(row).toMatchObject({ source: "invocation", text: row.shape === "D" ? "only" : "old" });
    for (const row of atEnd("skill").filter(({ shape }) => shape === "A"))
      expect(row).toMatchObject({ fate: "summary only", reason: "other-process", grade: "inferred" });
  });

  test("the nested file and the path rule as files that were read again, with their new text, and not where five are newer", () => {
    expect(backIn("sub")).toEqual(["B1", "B2", "C1", "C2"]);
    expect(backIn("path-rule")).toEqual(["C1", "C2"]);
    for (const place of ["sub", "path-rule"] as const)
      for (const row of atEnd(place).filter(({ fate }) => fate === "back"))
        expect(row).toMatchObject({ carrier: "attachment/file", source: "disk", phase: "boundary", text: "new" });
    for (const { files } of report.filesAgain.filter(({ run }) => run.startsWith("D")))
      expect(files.sort()).toEqual(["other/f2.txt", "other/f3.txt", "other/f4.txt", "other/f5.txt", "other/f6.txt"]);
  });

  test("what was said in the chat with the summary alone, 8 of 8", () => {
    expect(atEnd("message").map(({ run, fate }) => [run, fate])).toEqual(all.map((run) => [run, "summary only"]));
  });

  test("old numbers stand in every summary, beside the new ones of the six runs with an edit", () => {
    for (const row of atEnd("root")) expect(row.inSummary).toBe(true);
  });

  test("every row names a line that holds its number", () => {
    for (const row of report.rows)
      expect(row.line === null || row.evidence.some(({ line }) => line === row.line)).toBe(true);
    expect(report.rows.filter(({ fate, line }) => fate === "back" && line === null)).toEqual([]);
  });
});

describe("The controls", () => {
  const textsOf = (run: string, role: LabRow["role"], place: LabRow["place"]) =>
    report.rows.filter((row) => row.run === run && row.role === role && row.place === place).map(({ text }) => text);

  test("without a compaction the model still sees the old root file, and a note on the nested one that changed", () => {
    for (const run of ["BC1", "BC2"]) {
      expect(textsOf(run, "main", "root")).toEqual(["old"]);
      expect(textsOf(run, "main", "import")).toEqual(["old"]);
      expect(textsOf(run, "main", "sub")).toEqual(["old", "new"]);
    }
  });

  test("a forked process without a compaction gets the new root file beside the old one", () => {
    for (const run of ["A1", "A2"]) expect(textsOf(run, "control", "root")).toEqual(["old", "new"]);
  });
});

test("in all 12 probes the model's list and the record's list are the same", () => {
  for (const { same, said, recorded } of report.answers) {
    expect(same).toBe(true);
    expect(said).toBe(recorded);
    expect(recorded).toBeGreaterThan(4);
  }
});

test("the July explainer, claim by claim, has the article's results", () => {
  const result = (id: string) => {
    const claim = report.claims.find((row) => row.id === id);
    return claim === undefined ? null : `${claim.verdict}: ${claim.held} of ${claim.n}`;
  };
  expect(result("july.root-comes-back")).toBe("held: 8 of 8");
  expect(result("july.unscoped-rules-retained")).toBe("held: 4 of 4");
  expect(result("july.scoped-rules-gone")).toBe("failed: 2 of 4");
  expect(result("july.conversation-in-summary")).toBe("held: 8 of 8");
  expect(result("july.compact-hook-injects")).toBe("held: 4 of 4");
  expect(result("docs.skills-reattached")).toBe("failed: 6 of 8");
});

test("what the article did not measure is named, and what was is not", () => {
  const text = report.notMeasured.join("\n");
  for (const what of ["Automatic compaction", "--continue", "The compact hook under --resume", "/compact with a focus"])
    expect(text).toContain(what);
  expect(text).not.toContain("More than five files read");
  expect(text).toContain("Obedience");
});
