import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const programs = [
  new URL("one.ts", import.meta.url),
  new URL("peers/ours.ts", import.meta.url),
  new URL("peers/duckdb.ts", import.meta.url),
  new URL("peers/agent-sdk.ts", import.meta.url),
];

/**
 * Compiles the programs that run in processes of their own, so that plain `node` runs them: a loader would count in time
 * and memory. They lie two folders below the repository, from where `built.ts` and packages are found as from here.
 */
export async function compilePrograms(): Promise<string> {
  const parent = fileURLToPath(new URL("../../.tmp", import.meta.url));
  mkdirSync(parent, { recursive: true });
  const outdir = mkdtempSync(join(parent, "bench-"));
  await build({
    entryPoints: programs.map((url) => fileURLToPath(url)),
    outdir,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  return outdir;
}
