import type { Command } from "commander";
import { isInChild } from "../systems/handover/child-flag.js";
import type { HandoverSession } from "../systems/handover/handover-session.js";
import type { HookInput } from "../systems/hook-input.js";
import { endWith } from "./end-with.js";
import { wholeNumber } from "./option.js";
import { pathGiven } from "./path-given.js";
import { readBy } from "./read-by.js";
import { runHook } from "./run-hook.js";
import type { Terminal } from "./terminal.js";
import { tried } from "./tried.js";
import { addWidth } from "./width-option.js";

const setUp = `
Set-up (shows what would change; with --yes it does it):
  tidemark setup handover --write ~/.claude/settings.json

Notes lie in ~/.claude/handovers, or where --folder says, for 30 days.`;

interface Folder {
  folder?: string;
}

/** Adds `handover`: what a session hands over to itself over a compaction. */
export function addHandover(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const handover = program
    .command("handover")
    .summary("a note over a compaction: hooks that write it and give it back")
    .description("Writes down, before a compaction, what the summary may lose, and gives it back after it.")
    .usage("<pre|post|show|check> [options]")
    // Hooks name this command too, and a hook that ends with 2 stops the compaction.
    .exitOverride(endWith(1))
    .helpCommand(false)
    .addHelpText("after", setUp);
  handover.commandsGroup("Hooks:");
  addPre(hookCommand(handover, "pre"), terminal, end);
  addPost(hookCommand(handover, "post"), terminal, end);
  handover.commandsGroup("For people:");
  addShow(forPeople(handover, "show"), terminal, end);
  addCheck(forPeople(handover, "check"), terminal, end);
}

const folderOption = [
  "--folder <folder>",
  "where the notes lie; default handovers in Claude Code's folder",
  readBy(pathGiven),
] as const;

/** A hook never stops a session, whatever is wrong with its command line. */
const hookCommand = (handover: Command, name: string): Command =>
  handover
    .command(name)
    .exitOverride(endWith(0))
    .option(...folderOption);

function forPeople(handover: Command, name: string): Command {
  const command = handover
    .command(name)
    .exitOverride(endWith(2))
    .option(...folderOption)
    .option("--json", "print JSON and nothing else");
  addWidth(command);
  return command;
}

interface Pre extends Folder {
  with?: string[];
  timeout: number;
}

function addPre(command: Command, terminal: Terminal, end: (code: number) => void): void {
  command
    .summary("hook for PreCompact: writes the note")
    .description("Writes the note of the session that the hook's JSON on standard input names.")
    .option(
      "--with <command>",
      "asks this program for the note, on its standard input; may be repeated: the next one is asked where one fails",
      (one, before: string[] = []) => [...before, one],
    )
    .option("--timeout <seconds>", "for all of them together", readBy(wholeNumber), 90)
    .addHelpText("after", `\nExample:\n  tidemark handover pre --with "claude -p --model sonnet" < hook.json`)
    .action(async ({ folder, with: summarisers, timeout }: Pre) => {
      const code = await runHandoverHook(terminal, "handover pre", async (input) => {
        const { writeHandover } = await import("../systems/handover/write-handover.js");
        const written = await writeHandover(sessionOf(input), {
          ...(folder !== undefined && { folder }),
          ...(summarisers !== undefined && { summarisers, signal: terminal.interrupted }),
          timeoutMs: timeout * 1000,
        });
        if (written.problems.length > 0) throw new Error(written.problems.join(" "));
      });
      end(code);
    });
}

function addPost(command: Command, terminal: Terminal, end: (code: number) => void): void {
  command
    .summary("hook for SessionStart, matcher compact: gives the note back")
    .description("Prints the note that was written before the compaction, at most what a hook may deliver.")
    .addHelpText("after", "\nExample:\n  tidemark handover post < hook.json")
    .action(async ({ folder }: Folder) => {
      const code = await runHandoverHook(terminal, "handover post", async (input) => {
        if (input.event === "SessionStart" && input.occasion !== "compact")
          throw new Error(`the session did not start after a compaction; set the hook's matcher to compact`);
        const { deliverHandover } = await import("../systems/handover/deliver-handover.js");
        const { text, problem } = await deliverHandover(sessionOf(input), folder === undefined ? {} : { folder });
        terminal.stdout.write(text);
        if (problem !== null) throw new Error(problem);
      });
      end(code);
    });
}

/** Inside of a summariser that a hook started, a hook has nothing to do. */
const runHandoverHook: typeof runHook = async (...hook) => (isInChild() ? 0 : runHook(...hook));

function sessionOf({ sessionId, transcriptPath, agentId }: HookInput): HandoverSession {
  if (sessionId === null) throw new Error("standard input names no session_id; nothing was written or read");
  return { sessionId, transcriptPath, agentId };
}

function addShow(command: Command, terminal: Terminal, end: (code: number) => void): void {
  command
    .summary("prints a note, or lists them all")
    .description(
      "Prints the note of a session; of a transcript the note that would be written now. Without either, lists the notes.",
    )
    .argument("[session|file]", "session id or its beginning, or a transcript")
    .addHelpText("after", "\nExamples:\n  tidemark handover show\n  tidemark handover show session.jsonl")
    .action(async (what: string | undefined, { folder, json = false }: Folder & { json?: boolean }) => {
      end(
        await tried(terminal, async () => {
          const { showHandover } = await import("./show-handover.js");
          await showHandover(terminal, { what, folder, json });
          return true;
        }),
      );
    });
}

function addCheck(command: Command, terminal: Terminal, end: (code: number) => void): void {
  command
    .summary("which lines of a note the next summary kept")
    .description(
      "Holds a session's note against the compaction that followed it; of a transcript the note of the local pass.",
    )
    .argument("<session|file>", "session id or its beginning, or a transcript")
    .option(
      "--before <number>",
      "of a transcript: the compaction, counted from 1; default the last",
      readBy(wholeNumber),
    )
    .addHelpText("after", "\nExample:\n  tidemark handover check session.jsonl --before 2")
    .action(async (what: string, { folder, json = false, before }: Folder & { json?: boolean; before?: number }) => {
      end(
        await tried(terminal, async () => {
          const { printHandoverCheck } = await import("./show-handover.js");
          await printHandoverCheck(terminal, { what, folder, json, before });
          return true;
        }),
      );
    });
}
