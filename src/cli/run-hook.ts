import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { plainText } from "../show/plain-text.js";
import { type HookInput, hookInput } from "../systems/hook-input.js";
import { complain, type Terminal } from "./terminal.js";

/** A summary of a whole window is far shorter. */
const mostInputChars = 8 * 1024 * 1024;
const longestWaitMs = 5000;

/**
 * Runs a hook with what Claude Code wrote to standard input. A hook must never stop a session, so the exit code is 0
 * whatever happens, and what went wrong is one line on standard error, secrets replaced.
 */
export async function runHook(
  terminal: Terminal,
  name: string,
  act: (input: HookInput) => Promise<void> | void,
): Promise<number> {
  // What can't be written, to a full disk for example, must not end the program with another code.
  terminal.stdout.removeAllListeners("error").on("error", (error) => complain(terminal, `${name}: ${error.message}`));
  terminal.stderr.on("error", () => {});
  try {
    if ("isTTY" in terminal.stdin && terminal.stdin.isTTY)
      throw new Error(`waits for the JSON of a hook; see tidemark ${name} --help`);
    const input = hookInput(await textOf(terminal.stdin));
    if (input === null)
      throw new Error(`standard input is no JSON object; it is run as a hook, see tidemark ${name} --help`);
    await act(input);
  } catch (error) {
    // Loaded where it is needed: a hook starts faster without.
    const { redactText } = await import("../timeline/secrets.js");
    complain(terminal, redactText(plainText(`${name}: ${error instanceof Error ? error.message : String(error)}`)));
  }
  return 0;
}

async function textOf(stdin: Readable): Promise<string> {
  const ended = new AbortController();
  const late = setTimeout(longestWaitMs, null, { signal: ended.signal }).then(() => {
    throw new Error("standard input did not end");
  });
  try {
    return await Promise.race([read(stdin), late]);
  } finally {
    late.catch(() => {});
    ended.abort();
    stdin.destroy();
  }
}

async function read(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > mostInputChars) throw new Error("standard input is too long");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
