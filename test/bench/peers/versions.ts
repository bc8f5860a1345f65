import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "./questions.js";

/** The version of each tool that is installed; a tool that is not is left out, and told with what to do. */
export function installedTools(repository: string, say: (line: string) => void): Map<Tool, string> {
  const modules = join(repository, "node_modules");
  const peers = join(repository, "test", "bench", "peers", "node_modules");
  const ours = packageVersion(repository);
  const [grep, jq] = [programVersion("grep"), programVersion("jq")];
  const versions: Record<Tool, string | null> = {
    tidemark: ours,
    "tidemark, library": ours,
    ccusage: existsSync(join(peers, ".bin", "ccusage")) ? packageVersion(join(peers, "ccusage")) : null,
    "agent SDK": packageVersion(join(peers, "@anthropic-ai", "claude-agent-sdk")),
    DuckDB: packageVersion(join(modules, "@duckdb", "node-api")),
    jq,
    "grep, jq": grep === null || jq === null ? null : `${grep}; ${jq}`,
    wc: programVersion("wc"),
  };
  const installed = new Map<Tool, string>();
  for (const [tool, version] of Object.entries(versions) as [Tool, string | null][])
    if (version !== null) installed.set(tool, version);
    else if (tool === "ccusage" || tool === "agent SDK")
      say(`skipped: ${tool}; install it with \`npm run bench:peers\``);
    else say(`skipped: ${tool}; it is not on this system`);
  return installed;
}

function packageVersion(folder: string): string | null {
  const manifest = join(folder, "package.json");
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version : null;
}

function programVersion(program: string): string | null {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 ? (stdout.split("\n")[0] ?? "") : null;
}
