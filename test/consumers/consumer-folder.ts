import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { manifest, root } from "../package/doors.js";
import { askModule } from "./ask-module.js";
import { doors, pageDoors, portableDoors, serverDoors } from "./doors.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder in which the packed package is installed, with the programs of all consumers. */
    folder: string;
  }
}

/** Long enough for a slow registry; a request that hangs is given up and sent again. */
const patience = ["--prefer-offline", "--fetch-timeout=30000", "--fetch-retries=3"];

/** Packs the package, installs it in a folder of its own, as anyone would, and lays the programs of the consumers there. */
export function setup(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "consumers-")));
  const npm = (cwd: string, ...words: string[]) =>
    execFileSync("npm", words, { cwd, encoding: "utf8", timeout: 240_000, stdio: ["ignore", "pipe", "pipe"] });

  const [packed] = JSON.parse(npm(root, "pack", "--json", "--ignore-scripts", "--pack-destination", folder));
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const peers = [...new Set(doors.flatMap((door) => door.peers ?? []))].map(
    (name) => `${name}@${manifest.devDependencies[name]}`,
  );
  npm(folder, "install", `./${packed.filename}`, ...peers, "--no-audit", "--no-fund", ...patience);

  cpSync(join(root, "fixtures", "demo"), join(folder, "sessions"), { recursive: true });
  cpSync(join(root, "fixtures", "skills"), join(folder, "sessions", "skills"), { recursive: true });
  cpSync(join(root, "test", "consumers", "programs"), folder, { recursive: true });
  writeFileSync(join(folder, "ask.mjs"), askModule(serverDoors, "import"));
  writeFileSync(join(folder, "ask.cjs"), askModule(serverDoors, "require"));
  writeFileSync(join(folder, "ask-in-page.mjs"), askModule(pageDoors, "import"));
  writeFileSync(join(folder, "ask-anywhere.mjs"), askModule(portableDoors, "import"));
  project.provide("folder", folder);
  return () => rmSync(folder, { recursive: true });
}
