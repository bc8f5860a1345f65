import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { manifest, doors as packageDoors } from "../package/doors.js";
import { answersOf, doors, portableDoors, serverDoors } from "./doors.js";

const folder = inject("folder");

/** A program that the packages of this folder bring. */
const brought = (name: string) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));

/** Runs a program in the folder, over the transcript; gives what it wrote, and throws with what it had against it. */
const run = (program: string, words: readonly string[]): string =>
  execFileSync(program, words, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    input: readFileSync(join(folder, "sessions", "session.jsonl")),
  });

test("every door of the package is asked", () => {
  const asked = doors.map(({ specifier }) => specifier);
  expect(asked.sort()).toEqual(packageDoors.map(({ specifier }) => specifier).sort());
});

const deno = ["run", "--no-prompt", "--no-remote", "--node-modules-dir=manual"];
// The skill lint reads with the package yaml, which looks at these variables.
const denoMay = ["--allow-read", "--allow-env=LOG_STREAM,LOG_TOKENS"];

test.each([
  ["Node imports", process.execPath, ["main.mjs"]],
  ["Node requires", process.execPath, ["main.cjs"]],
  ["Deno imports", brought("deno"), [...deno, ...denoMay, "main.mjs"]],
  ["Bun imports", brought("bun"), ["main.mjs"]],
  ["Bun requires", brought("bun"), ["main.cjs"]],
])("%s: each door gives the right answer", (_consumer, program, words) => {
  expect(JSON.parse(run(program, words))).toEqual(answersOf(serverDoors));
});

test("in Deno, the portable doors need no permission at all", () => {
  expect(JSON.parse(run(brought("deno"), [...deno, "piped.mjs"]))).toEqual(answersOf(portableDoors));
});

test("the program answers from where it is installed", () => {
  const program = join(folder, "node_modules", ".bin", "tidemark");
  const rows = JSON.parse(run(program, ["boundaries", join("sessions", "session.jsonl"), "--json"]));
  expect(rows.map((row: { preTokens: number }) => row.preTokens)).toEqual([167_900, 81_000]);
});

test("it is installed without the optional packages, and runs nothing while it is", () => {
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, "node_modules", "tidemark", "package.json"), "utf8"));
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  const peers = Object.keys(manifest.peerDependenciesMeta).filter(
    (name) => !doors.some((door) => door.peers?.includes(name)),
  );
  expect(peers.filter((name) => existsSync(join(folder, "node_modules", name)))).toEqual([]);
});
