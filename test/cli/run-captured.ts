import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { afterAll } from "vitest";
import { run } from "../../src/cli/run.js";

// The index that a folder gets lies here, and not among what the user of this machine has.
const cache = mkdtempSync(join(tmpdir(), "tidemark-cache-"));
process.env.XDG_CACHE_HOME = cache;
// Nor are the sessions of the user of this machine among what is asked.
process.env.CLAUDE_CONFIG_DIR = join(cache, "claude");
afterAll(() => rmSync(cache, { recursive: true, force: true }));

export interface Captured {
  code: number;
  out: string;
  err: string;
}

/** Runs the program in this process and gives what it wrote. */
export async function runCaptured(
  args: string[],
  {
    columns = null as number | null,
    errorColumns = null as number | null,
    color = false,
    input = [] as Iterable<string | Uint8Array>,
    isTTY = false,
    interrupted = new AbortController().signal,
  } = {},
): Promise<Captured> {
  const stdout = sink();
  const stderr = sink();
  const code = await run(args, {
    stdin: Object.assign(Readable.from(input), { isTTY }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    columns,
    errorColumns,
    color,
    interrupted,
  });
  return { code, out: await stdout.text(), err: await stderr.text() };
}

/** A stream that asks for a pause after every write, as a slow pipe does. */
function sink(): { stream: Writable; text: () => Promise<string> } {
  const chunks: string[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      setImmediate(done);
    },
  });
  const text = async () => {
    stream.end();
    await finished(stream);
    return chunks.join("");
  };
  return { stream, text };
}

/** Makes a folder with these files, asks for its path, and removes it. */
export async function inFolder<T>(files: Record<string, string>, ask: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-cli-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return await ask(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
