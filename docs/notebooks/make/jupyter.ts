import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemProgram } from "../../../test/system-program.js";

const bin = fileURLToPath(new URL("../../../test/notebooks/node_modules/.bin/", import.meta.url));

const executor = fileURLToPath(new URL("execute.py", import.meta.url));

/** Jupyter with a home of its own, in which the kernels of Deno and tslab are installed and nothing else. */
export interface Jupyter {
  /** Runs notebooks, each in the folder in which it lies, writes what they became to `out`, and gives the paths there. */
  run(notebooks: readonly string[], out: string): string[];
}

/** Prepares a Jupyter below `home`; null where there is no Jupyter on this machine. */
export function jupyterIn(home: string, variables: Record<string, string> = {}): Jupyter | null {
  const jupyter = systemProgram("jupyter");
  if (jupyter === null) return null;
  // Which Python has Jupyter's packages is known to its program alone.
  const python = /^#!\s*(\S+)/.exec(readFileSync(jupyter, "utf8"))?.[1] ?? "python3";
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    DENO_DIR: join(home, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    TZ: "UTC",
    LANG: "C.UTF-8",
    ...variables,
  };
  const kernels = join(home, ".local", "share", "jupyter", "kernels");
  execFileSync(join(bin, "deno"), ["jupyter", "--install"], { env, stdio: "pipe" });
  mkdirSync(join(kernels, "tslab"), { recursive: true });
  writeFileSync(
    join(kernels, "tslab", "kernel.json"),
    JSON.stringify({
      argv: [join(bin, "tslab"), "kernel", "--config-path", "{connection_file}"],
      display_name: "TypeScript",
      language: "typescript",
    }),
  );
  return {
    run(notebooks, out) {
      execFileSync(python, [executor, out, ...notebooks], {
        env,
        encoding: "utf8",
        stdio: ["ignore", "inherit", "pipe"],
      });
      return notebooks.map((path) => join(out, basename(path)));
    },
  };
}
