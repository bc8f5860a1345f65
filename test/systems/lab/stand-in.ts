import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll } from "vitest";
import type { Behaviour } from "./stand-in/behaviour.js";

const folder = mkdtempSync(join(tmpdir(), "stand-in-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let built: Promise<unknown> | null = null;
let made = 0;

/** A program that stands for `claude` and behaves like this; gives its path. */
export async function standIn(behaviour: Partial<Behaviour> = {}): Promise<string> {
  built ??= build({
    entryPoints: [fileURLToPath(new URL("stand-in/main.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: join(folder, "main.mjs"),
  });
  await built;
  const path = join(folder, `claude-${++made}.mjs`);
  writeFileSync(
    path,
    `#!${process.execPath}\nprocess.env.STAND_IN = ${JSON.stringify(JSON.stringify(behaviour))};\nawait import("./main.mjs");\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** A folder of settings, and one for a laboratory, both gone at the end. */
export function emptyFolders(): { configDir: string; lab: string } {
  const own = mkdtempSync(join(folder, "t-"));
  mkdirSync(join(own, "settings"));
  return { configDir: join(own, "settings"), lab: join(own, "lab") };
}
