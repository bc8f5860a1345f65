import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changesOf, type LabChange } from "../../../src/systems/lab/compare-versions.js";
import type { LabRow } from "../../../src/systems/lab/observe.js";
import { labMarkdown, labReport, runLab } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import type { Behaviour } from "./stand-in/behaviour.js";
import { emptyFolders, standIn } from "./stand-in.js";

/** Two laboratories with the same shapes, one for each program. */
async function measured(older: Partial<Behaviour>, newer: Partial<Behaviour>): Promise<string[]> {
  const { configDir, lab } = emptyFolders();
  const folders = [];
  for (const behaviour of [older, newer]) {
    const folder = join(lab, behaviour.version ?? "");
    await runLab(folder, { program: await standIn(behaviour), configDir, shapes: ["A", "B"], runs: 2, seed: 3 });
    folders.push(folder);
  }
  return folders;
}

const brief = ({ shape, place, change, before, after }: LabChange) =>
  `${shape} ${place}: ${before.back} of ${before.of}, then ${after.back} of ${after.of}: ${change}`;

test("a version that no longer brings skills back in one process is a regression, and the report ends with 1", async () => {
  const folders = await measured({ version: "2.1.285" }, { version: "2.1.300", losesSkills: true });
  const { changes, versions } = await labReport(folders);
  expect(versions).toEqual(["2.1.285", "2.1.300"]);
  expect(changes.map(brief)).toEqual(["B skill: 2 of 2, then 0 of 2: regression"]);
  const { code, out } = await runCaptured(["lab", "report", ...folders]);
  expect(code).toBe(1);
  expect(out).toContain("| B | Skill body | 2.1.285: 2 of 2 (old, invocation) | 2.1.300: 0 of 2 | regression |");
});

test("a version in which a resumed process keeps skills is told as such, and the report ends with 0", async () => {
  const folders = await measured({ version: "2.1.285" }, { version: "2.1.301", keepsSkills: true });
  // The order of the folders does not matter: versions tell which is older.
  const { changes } = await labReport([...folders].reverse());
  expect(changes.map(brief)).toEqual(["A skill: 0 of 2, then 2 of 2: restored"]);
  expect((await runCaptured(["lab", "report", ...folders, "--json"])).code).toBe(0);
});

test("versions that do the same are said to, with how many cases; without a shape in common nothing is compared", async () => {
  const folders = await measured({ version: "2.1.285" }, { version: "2.1.286" });
  const report = await labReport(folders);
  // Five marked texts in each of two shapes.
  expect([report.changes, report.compared]).toEqual([[], 10]);
  expect(labMarkdown(report)).toContain(
    "In 10 marked texts, shape by shape, no version differs from the one before it.",
  );
  const { configDir, lab } = emptyFolders();
  await runLab(lab, { program: await standIn({ version: "2.1.287" }), configDir, shapes: ["C"], runs: 1 });
  const other = await labReport([folders[0] as string, lab]);
  expect(labMarkdown(other)).toContain("No shape was run with two versions, so nothing is compared.");
});

const row = fc.record({
  run: fc.constantFrom("A1", "A2", "A3"),
  shape: fc.constant("A"),
  role: fc.constant("main" as const),
  boundary: fc.constant(1),
  place: fc.constantFrom("root", "skill"),
  cliVersion: fc.constantFrom("2.1.9", "2.1.10"),
  fate: fc.constantFrom("back", "summary only", "lost", "not loaded", "not recorded"),
  text: fc.constant("old"),
  source: fc.constant("disk"),
}) as unknown as fc.Arbitrary<LabRow>;

test("a change is called by its shares, older version first, and what could not be judged counts on no side", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      for (const { from, to, change, before, after } of changesOf(rows).changes) {
        expect([from, to]).toEqual(["2.1.9", "2.1.10"]);
        expect(Math.min(before.of, after.of)).toBeGreaterThan(0);
        const [earlier, later] = [before.back / before.of, after.back / after.of];
        if (change === "regression") expect([earlier, later]).toEqual([1, 0]);
        if (change === "restored") expect([earlier, later]).toEqual([0, 1]);
        if (change === "less") expect(later).toBeLessThan(earlier);
        if (change === "more") expect(later).toBeGreaterThan(earlier);
      }
      const unjudged = rows.filter(({ fate }) => fate === "not loaded" || fate === "not recorded");
      expect(changesOf(unjudged)).toEqual({ changes: [], compared: 0 });
    }),
  );
});
