import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// Builds the package: `npm run build`. With `--if-changed` only where what it is made of has changed since it was built, as a
// build takes a minute and several scripts need one.

const stamp = "node_modules/.cache/tidemark/built";
const made = ["index.js", "index.d.ts", "cli.js", "view.html", "man/tidemark.1"].map((name) => join("dist", name));

function sourcesHash(): string {
  const below = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? join(entry.parentPath, entry.name) : [],
    );
  const beside = readdirSync(".").filter((name) => /\.ts$|^tsconfig.*\.json$|^package(-lock)?\.json$/.test(name));
  const hash = createHash("sha256").update(process.version);
  for (const path of [...below("src"), ...below("schemas"), ...beside, "docs/words.md"].sort())
    hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

const hash = sourcesHash();
const isBuilt = made.every((path) => existsSync(path)) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
if (!process.argv.includes("--if-changed") || !isBuilt) {
  rmSync(stamp, { force: true });
  execFileSync(process.execPath, ["node_modules/tsup/dist/cli-default.js"], { stdio: "inherit" });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
