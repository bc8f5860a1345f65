import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Block } from "./markdown-page.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What a block printed, and what went wrong. */
export interface Outcome {
  printed: string;
  problem: string | null;
}

/** Someone who reads pages from top to bottom and does what they say. */
export interface Reader {
  /** Begins a page: in a folder of its own, which is the home of the reader too. */
  open(page: string): void;
  /** Runs a program (`ts`, `js`) or commands (`sh`) of the page. */
  run(block: Block): Promise<Outcome>;
  /** The folder of the page. */
  folder(): string;
  close(): void;
}

/** Packages that pages tell a reader to install. */
const installed = ["@duckdb/node-api", "@observablehq/plot", "@uwdata/flechette", "hyparquet-writer", "linkedom"];

/** Skills of the reader's project. */
const skills = ["governance", "review", "deploy", "release", "docs", "tests"];

/** Programs of a shell as a reader has them once the package is installed. What would install something does nothing; nobody is asked. */
const programs = {
  tidemark: `exec "${process.execPath}" "${join(root, "dist", "cli", "main.js")}" "$@"`,
  npx: '[ "$1" = --yes ] && shift\ncase "$1" in tidemark | tidemark@*) shift; exec tidemark "$@" ;; *) exit 127 ;; esac',
  npm: 'case "$1" in install | ci) ;; *) exit 127 ;; esac',
  claude: 'echo "This would ask a model." >&2\nexit 127',
};

/** Starts a reader, who has the package with what it can use, the demo transcript and the fixtures. */
export function newReader(): Reader {
  const home = mkdtempSync(join(tmpdir(), "reader-"));
  const environment = { TZ: "UTC", NO_COLOR: "1", XDG_CACHE_HOME: join(home, "cache") };
  let folder = home;
  let programCount = 0;
  let child: ChildProcess | null = null;

  async function runProgram(text: string, ending: string): Promise<Outcome> {
    // A page may speak of a `file` that a browser was given; `npm:` is how Deno names a package.
    const given =
      /(?<!["/])\bfile\b(?!["/])/.test(text) && !/(?:const|let)\s+(?:\{[^}]*)?\bfile\b/.test(text)
        ? 'import { readFileSync } from "node:fs";\nconst file = new Blob([readFileSync("session.jsonl")]);\n'
        : "";
    programCount += 1;
    const file = join(folder, `program-${programCount}.${ending}`);
    writeFileSync(file, given + text.replaceAll('"npm:', '"'));
    // One process for all programs: starting it takes longer than most of them.
    child ??= fork(join(root, "docs", "program-runner.mjs"), {
      execArgv: ["--import", join(root, "node_modules", "tsx", "dist", "esm", "index.mjs")],
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.send({ folder, file });
    const [outcome] = await once(child, "message");
    return outcome;
  }

  /** A command that ends with 1 has found a fault; above, it went wrong itself. */
  function runCommands(text: string): Promise<Outcome> {
    const script = text.replaceAll("<project>", "-home-dev-shop").replaceAll("<session>", "5e550137");
    return new Promise((resolve) => {
      const shell = execFile(
        "bash",
        ["-c", `set -o pipefail; trap '[ $? -lt 2 ] || exit 2' ERR\n${script}\ntrue`],
        { cwd: folder, env: { ...environment, PATH: `${join(folder, "bin")}:${process.env.PATH}`, HOME: folder } },
        (error, printed, problem) => resolve({ printed, problem: error === null ? null : problem || error.message }),
      );
      shell.stdin?.end();
    });
  }

  return {
    open(page) {
      folder = join(home, page.replaceAll("/", "-"));
      furnish(folder);
    },
    run: ({ language, text }) =>
      language === "sh"
        ? runCommands(text)
        : runProgram(text, language === "js" && text.includes("require(") ? "cjs" : "mts"),
    folder: () => folder,
    close() {
      child?.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function furnish(folder: string): void {
  const project = join(folder, ".claude", "projects", "-home-dev-shop");
  const modules = join(folder, "node_modules");
  for (const one of [project, modules, join(folder, "bin")]) mkdirSync(one, { recursive: true });
  symlinkSync(root, join(modules, "tidemark"));
  for (const name of installed) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  symlinkSync(join(root, "fixtures"), join(folder, "fixtures"));
  const demo = join(root, "fixtures", "demo", "session.jsonl");
  copyFileSync(demo, join(folder, "session.jsonl"));
  for (const name of skills)
    for (const parent of [".claude", "plugins/team"]) {
      const skill = join(folder, parent, "skills", name);
      mkdirSync(skill, { recursive: true });
      writeFileSync(join(skill, "SKILL.md"), "---\ndescription: Made up.\n---\nAlways test.\n");
    }
  copyFileSync(demo, join(project, "5e550137.jsonl"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
