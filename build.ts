import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// Builds the package: `npm run build`. With `--if-changed` only where what it is made of has changed since it was built, as a
// build takes a minute and several scripts need one. With `--for-install` as that too, and where `npm ci` asks for it without
// declarations, which are most of the minute: nobody publishes out of an `npm ci`, and what needs them builds them.

const stamp = "node_modules/.cache/tidemark/built";
const declarations = "index.d.ts";
const made = ["index.js", "cli/main.js", "view.html", "man/tidemark.1"];

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

const asked = (flag: string): boolean => process.argv.includes(flag);
const hash = sourcesHash();
const whole = `${hash} with declarations`;
const runnable = `${hash} without declarations`;
const isRunnableEnough = asked("--for-install") && process.env.npm_command === "ci";

function isBuilt(): boolean {
  const built = existsSync(stamp) ? readFileSync(stamp, "utf8") : null;
  const there = (name: string): boolean => existsSync(join("dist", name));
  if (!made.every(there)) return false;
  return (built === whole && there(declarations)) || (isRunnableEnough && built === runnable);
}

if (!(asked("--if-changed") || asked("--for-install")) || !isBuilt()) {
  rmSync(stamp, { force: true });
  const options = isRunnableEnough ? ["--no-dts"] : [];
  execFileSync(process.execPath, ["node_modules/tsup/dist/cli-default.js", ...options], { stdio: "inherit" });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, isRunnableEnough ? runnable : whole);
}
