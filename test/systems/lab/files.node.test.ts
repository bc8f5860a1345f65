import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Spent, spentOn } from "../../../src/systems/lab/cost.js";
import { filesOf } from "../../../src/systems/lab/layout.js";
import type { RunManifest } from "../../../src/systems/lab/manifest.js";
import { drawMarks, patternOf, places } from "../../../src/systems/lab/marks.js";
import { isSay, shapes } from "../../../src/systems/lab/shapes.js";
import { initLab } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

/** Words that would tell a summariser what it is about; the probe comes after the compaction and may ask. */
const purpose =
  /lab|test|marker|codeword|passphrase|surviv|compact|inject|measur|experiment|probe|canary|secret|remember|memory/i;

test("no name and no text of the files says what they are for", () => {
  const marks = drawMarks();
  for (const { layout } of shapes)
    for (const version of [1, 2] as const)
      for (const [path, text] of filesOf(layout, marks, version)) {
        expect(path).not.toMatch(purpose);
        // The settings must name the event that the hook waits for; no model is shown them.
        if (path !== ".claude/settings.json") expect(text).not.toMatch(purpose);
      }
});

test("no message before the compaction says it either", () => {
  for (const { steps } of shapes) {
    const said = steps.filter(isSay);
    const end = said.findIndex(({ step }) => step === "compact");
    for (const say of said.slice(0, end < 0 ? said.length - 1 : end))
      if (say.step !== "control") expect(say.text(drawMarks())).not.toMatch(purpose);
  }
});

test("numbers are drawn apart, by two letters and six digits, and the same seed draws the same", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const marks = drawMarks(seed);
      const all = Object.values(marks.numbers).flat();
      expect(new Set(all).size).toBe(2 * places.length);
      for (const number of all) expect(number).toMatch(new RegExp(`^${patternOf(marks).source}$`));
      expect(drawMarks(seed)).toEqual(marks);
    }),
  );
  expect(drawMarks()).not.toEqual(drawMarks());
});

test("the two versions of a file differ by their numbers alone, and no other file differs", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(...shapes), (seed, { layout }) => {
      const marks = drawMarks(seed);
      const [first, second] = [filesOf(layout, marks, 1), filesOf(layout, marks, 2)];
      const pattern = new RegExp(patternOf(marks).source, "g");
      expect([...second.keys()]).toEqual([...first.keys()]);
      for (const [path, text] of first) {
        expect(second.get(path)?.replaceAll(pattern, "N")).toBe(text.replaceAll(pattern, "N"));
        expect(second.get(path) === text).toBe(text.match(pattern) === null);
      }
    }),
  );
});

test("the caps are met: a skill above 5,000 tokens, six above 25,000, a file above 5,000, at four characters a token", () => {
  const tokens = (shape: string, path: RegExp) => {
    const layout = shapes.find(({ name }) => name === shape)?.layout ?? {};
    const files = [...filesOf(layout, drawMarks(1), 1)].filter(([name]) => path.test(name));
    return files.map(([, text]) => text.length / 4);
  };
  expect(tokens("long-skill", /SKILL/)[0]).toBeGreaterThan(6_000);
  const six = tokens("six-skills", /SKILL/);
  expect(six.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(25_000);
  // No single one is cut, so that the limit of all is what drops one.
  for (const one of six) expect(one).toBeLessThan(5_000);
  expect(six.slice(1).reduce((sum, one) => sum + one, 0)).toBeLessThan(25_000);
  expect(tokens("long-file", /long\.txt/)[0]).toBeGreaterThan(5_000);
});

test("init writes version 1 and then 2 of the same numbers, and keeps the list of them outside", () => {
  const folder = join(temporaryFolder(), "notes");
  const { files, numbers } = initLab(folder, { version: 1 });
  expect(files).toEqual(
    expect.arrayContaining(["CLAUDE.md", "sub/CLAUDE.md", ".claude/note.md", ".claude/settings.json"]),
  );
  const drawn = JSON.parse(readFileSync(numbers, "utf8"));
  expect(numbers).toBe(`${folder}.numbers.json`);
  expect(readFileSync(join(folder, "CLAUDE.md"), "utf8")).toContain(drawn.numbers.root[0]);
  initLab(folder, { version: 2 });
  const text = readFileSync(join(folder, "CLAUDE.md"), "utf8");
  expect(text).toContain(drawn.numbers.root[1]);
  expect(text).not.toContain(drawn.numbers.root[0]);
  expect(readdirSync(folder, { recursive: true }).join()).not.toContain("numbers");
});

test("init refuses what it would replace, and version 2 before version 1; the line says what to do", async () => {
  const folder = temporaryFolder([["project/CLAUDE.md", "mine"]]);
  const project = await runCaptured(["lab", "init", join(folder, "project"), "--version", "1"]);
  expect(project).toMatchObject({ code: 2, out: "" });
  expect(project.err).toMatch(/project is not empty, and nothing of it may be replaced: name a new one/);
  expect(readFileSync(join(folder, "project", "CLAUDE.md"), "utf8")).toBe("mine");
  const second = await runCaptured(["lab", "init", join(folder, "new"), "--version", "2"]);
  expect(second.err).toMatch(/has no version 1 yet: write it with --version 1 first/);
  expect((await runCaptured(["lab", "init", join(folder, "new"), "--version", "3"])).err).toMatch(/pass 1 or 2/);
  expect((await runCaptured(["lab", "init", join(folder, "new"), "--version", "1", "--shape", "Q"])).err).toMatch(
    /No shape is called "Q"; name one of A, B,/,
  );
});

const total = fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: null });
const runWith = (costs: { step: string; costUsd: number | null }[]): RunManifest =>
  ({
    run: "A1",
    attempt: 1,
    processes: 1,
    messages: costs.map(({ step, costUsd }) => ({ step, result: costUsd === null ? null : { costUsd } })),
  }) as unknown as RunManifest;

test("the cost of a session is its last running total; a total that falls began anew; an unknown last one is told", () => {
  const of = (...costs: (number | null)[]): Spent =>
    spentOn([runWith(costs.map((costUsd) => ({ step: "x", costUsd })))]);
  expect(of(0.25, 0.5, 0.75)).toMatchObject({ usd: 0.75, unknownIn: [] });
  expect(of(0.25, null, 0.75)).toMatchObject({ usd: 0.75, unknownIn: [] });
  expect(of(0.5, 0.25)).toMatchObject({ usd: 0.75, unknownIn: [] });
  expect(of(0.5, null)).toMatchObject({ usd: 0.5, unknownIn: ["A1"] });
  expect(of(null)).toMatchObject({ usd: 0, unknownIn: ["A1"] });
  expect(of()).toMatchObject({ usd: 0, unknownIn: [] });
});

test("the sum is never less than any total that was told, and a fork counts beside its original", () => {
  fc.assert(
    fc.property(fc.array(total), fc.array(total), (main, control) => {
      const steps = [
        ...main.map((costUsd) => ({ step: "probe", costUsd })),
        ...control.map((costUsd) => ({ step: "control", costUsd })),
      ];
      const { usd, unknownIn } = spentOn([runWith(steps)]);
      const most = (totals: (number | null)[]): number => Math.max(0, ...totals.map((one) => one ?? 0));
      expect(usd).toBeGreaterThanOrEqual(most(main) + most(control) - 1e-9);
      const isUnknown = [main, control].some((totals) => totals.length > 0 && totals.at(-1) === null);
      expect(unknownIn.length > 0).toBe(isUnknown);
    }),
  );
});
