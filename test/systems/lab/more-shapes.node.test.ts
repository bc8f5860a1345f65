import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type LabReport, type LabRow, labReport, runLab } from "../../../src/systems.js";
import { emptyFolders, standIn } from "./stand-in.js";

/** The shapes that the article names as not measured; what is expected of each is what the documentation or a report says. */
let report: LabReport;
let settings = "";
beforeAll(async () => {
  const { configDir, lab } = emptyFolders();
  settings = configDir;
  const shapes = ["auto", "continue", "hook-resumed", "long-skill", "six-skills", "long-file", "personal", "focus"];
  await runLab(lab, { program: await standIn(), configDir, runs: 1, seed: 2, shapes });
  report = await labReport(lab);
});

const rowsOf = (shape: string, place: LabRow["place"]): Partial<LabRow>[] =>
  report.rows
    .filter((row) => row.shape === shape && row.place === place)
    .map(({ fate, text, source, reason }) => ({ fate, text, source, reason }));

test("all of them meet one compaction, and nothing is wrong with them", () => {
  expect(report.problems).toEqual([]);
  expect(report.runs.map(({ compactions }) => compactions)).toEqual(Array(8).fill(1));
});

describe("an automatic compaction", () => {
  test("is recorded as one", () => {
    expect(report.numbers.find(({ name }) => name === "auto-1")).toMatchObject({ trigger: "auto" });
  });

  test("brings the held copy of the instructions, and with the next prompt the file (reports on 2.1.260 to 2.1.270)", () => {
    expect(rowsOf("auto", "root")).toEqual([
      { fate: "back", text: "old", source: "held", reason: null },
      { fate: "back", text: "new", source: "disk", reason: null },
    ]);
  });
});

test("--continue loses the skill as --resume does: another process invoked it", () => {
  expect(rowsOf("continue", "skill")).toMatchObject([{ fate: "summary only", reason: "other-process" }]);
  expect(rowsOf("continue", "root")).toMatchObject([{ fate: "back", text: "new", source: "disk" }]);
});

test("the compact hook runs in a resumed process too, and prints the file as it is then", () => {
  expect(rowsOf("hook-resumed", "hook")).toMatchObject([{ fate: "back", text: "new", source: "hook" }]);
});

test("a skill above 5,000 tokens keeps its head and loses its end", () => {
  expect(rowsOf("long-skill", "skill")).toMatchObject([{ fate: "back", text: "old" }]);
  expect(rowsOf("long-skill", "skill-end")).toMatchObject([{ fate: "summary only", reason: "truncated" }]);
});

test("of six skills above 25,000 tokens the oldest is dropped", () => {
  expect(rowsOf("six-skills", "skill")).toMatchObject([{ fate: "summary only", reason: "over-budget" }]);
  for (const place of ["skill-2", "skill-3", "skill-4", "skill-5", "skill-6"] as const)
    expect(rowsOf("six-skills", place)).toMatchObject([{ fate: "back", text: "old" }]);
});

test("a file above 5,000 tokens comes back as a path", () => {
  expect(rowsOf("long-file", "long-file")).toMatchObject([{ fate: "summary only", reason: "path-only" }]);
  expect(report.filesAgain.find(({ run }) => run === "long-file-1")?.references).toEqual(["other/long.txt"]);
});

test("the person's CLAUDE.md and CLAUDE.local.md come back from disk, and the first is taken away at the end", () => {
  for (const place of ["user", "local"] as const)
    expect(rowsOf("personal", place)).toMatchObject([{ fate: "back", text: "new", source: "disk" }]);
  expect(readdirSync(settings)).not.toContain("CLAUDE.md");
});

test("with a focus the summary keeps what it was told to, and leaves out the rest", () => {
  const kept = report.rows.filter((row) => row.shape === "focus").map(({ place, inSummary }) => [place, inSummary]);
  expect(kept).toEqual([
    ["root", false],
    ["import", false],
    ["sub", false],
    ["skill", false],
    ["message", true],
  ]);
});
