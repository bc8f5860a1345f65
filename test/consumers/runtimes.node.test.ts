import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { doors as packageDoors } from "../package/doors.js";
import { answersOf, doors } from "./doors.js";

const folder = inject("folder");

/** A program that the packages of this folder bring. */
const brought = (name: string) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));

/** Runs a program in the folder; gives what it wrote, and says by throwing what it had against it. */
const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });

test("every door of the package is asked", () => {
  expect(doors.map(({ specifier }) => specifier)).toEqual(packageDoors.map(({ specifier }) => specifier));
});

// No network. The skill lint asks the variables that the package yaml looks at.
const denoMay = [
  "--allow-read",
  "--allow-env=LOG_STREAM,LOG_TOKENS",
  "--no-prompt",
  "--no-remote",
  "--node-modules-dir=manual",
];

test.each([
  ["Node imports", process.execPath, ["main.mjs"]],
  ["Node requires", process.execPath, ["main.cjs"]],
  ["Deno imports", brought("deno"), ["run", ...denoMay, "main.mjs"]],
  ["Bun imports", brought("bun"), ["main.mjs"]],
  ["Bun requires", brought("bun"), ["main.cjs"]],
])("%s: each door gives the right answer", (_consumer, program, words) => {
  expect(JSON.parse(run(program, ...words))).toEqual(answersOf(doors));
});
