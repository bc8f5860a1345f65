// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../package.json";
import { complain, type Terminal } from "./terminal.js";

/** As sysexits.h has it: an error of the program itself. 1 would be a finding of a check. */
const softwareError = 70;

/** Tells of an error that should not be possible, with what a report of it needs, and gives the exit code. */
export function internalFault(error: unknown, terminal: Terminal): number {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  // Below the message, which may hold text of a session, stand names and lines of the program alone.
  const calls = stack?.slice(stack.indexOf(message) + message.length).match(/^ {4}at .*$/gm) ?? [];
  complain(terminal, `a fault of tidemark ${version} (Node ${process.version}), please report it: ${name}: ${message}`);
  for (const call of calls) terminal.stderr.write(`${call}\n`);
  return softwareError;
}
