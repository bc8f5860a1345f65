import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/**
 * Folder of an example; null where its packages are not installed, for `skipIf`.
 *
 * @throws where they are not and the environment variable `TIDEMARK_COMPLETE` asks for complete tests, as in CI
 */
export function installedExample(name: string): string | null {
  const folder = fileURLToPath(new URL(`../../docs/examples/${name}`, import.meta.url));
  if (existsSync(`${folder}/node_modules`) && existsSync(`${folder}/../../../dist/node.js`)) return folder;
  const why = `the example ${name} is not installed: npm run build && npm run examples`;
  if (process.env.TIDEMARK_COMPLETE) throw new Error(`TIDEMARK_COMPLETE lets no test skip, and ${why}`);
  process.stderr.write(`Tests are skipped: ${why}.\n`);
  return null;
}

export interface RunningExample {
  url: string;
  process: ChildProcess;
  /** What it wrote on standard error. */
  errors: () => string;
  /** Ends it as Ctrl-C does, and gives the exit code. */
  end: () => Promise<number | null>;
}

/** Starts the server of an example, which prints its address first. */
export async function startExample(folder: string, program: string, args: string[]): Promise<RunningExample> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const line = once(createInterface(child.stdout), "line").then(([text]) => text as string);
  const first = await Promise.race([line, exited]);
  if (typeof first !== "string") throw new Error(`${program} ended with ${first}: ${errors}`);
  return {
    url: first,
    process: child,
    errors: () => errors,
    end: () => {
      child.kill("SIGINT");
      return exited;
    },
  };
}
