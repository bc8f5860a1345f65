import { type Command, Option } from "commander";
import { graded, lineOf } from "../show/cells.js";
import { count } from "../show/count.js";
import { type Cell, table } from "../show/table.js";
import { wrapWords } from "../show/text-width.js";
import type { ReinvokeOptions, ReinvokeRow } from "../systems/reinvoke/reinvocations.js";
import type { ReinvokeHookOptions } from "../systems/reinvoke/reinvoke-hook.js";
import { endAsHook } from "./end-with.js";
import { wholeNumber } from "./option.js";
import { pathNamed } from "./path-named.js";
import { jsonRows } from "./print-json.js";
import { readBy } from "./read-by.js";
import { runHook } from "./run-hook.js";
import type { Terminal } from "./terminal.js";
import { tried } from "./tried.js";
import { addWidth } from "./width-option.js";

interface Given extends ReinvokeHookOptions {
  json?: boolean;
}

/** Adds `reinvoke`: a hook that tells the model which skills to invoke again after a compaction. */
export function addReinvoke(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const command = program
    .command("reinvoke")
    .exitOverride(endAsHook(program))
    .summary("hook: skills to invoke again after a compaction")
    .description(
      "As a SessionStart hook with the matcher compact: tells the model which of the skills in use were lost or cut, so that it invokes them again. With a transcript: shows what it would say at the last compaction, and why.",
    )
    .usage("[transcript] [options]")
    .argument(
      "[transcript]",
      "show its last compaction, also by the id of the session; default: answer the hook on standard input",
    )
    .option("--max <number>", "skills at most, the most recently used", readBy(wholeNumber), 3)
    .option("--allow <names>", "only these skills, separated by commas (repeatable)", names)
    .addOption(
      new Option(
        "--only <fate>",
        "only what was lost, or truncated (default: both); all: what came back whole, too",
      ).choices(["lost", "truncated", "all"]),
    )
    .option("--catalog <file>", "add this list of skills, one a line, as far as there is room")
    .option("--json", "with a transcript: print one JSON array of rows and nothing else");
  addWidth(command);
  command
    .addHelpText(
      "after",
      "\nSet-up (shows what would change; with --yes it does it):\n  tidemark setup reinvoke --write ~/.claude/settings.json\n\nExample:\n  tidemark reinvoke session.jsonl",
    )
    .action(async (path: string | undefined, { json = false, ...given }: Given) => {
      end(
        path === undefined
          ? await runHook(terminal, "reinvoke", async (input) => {
              const { reinvokeHook } = await import("../systems/reinvoke/reinvoke-hook.js");
              const { output, problems } = await reinvokeHook(input, given);
              if (output !== null) terminal.stdout.write(`${output}\n`);
              if (problems.length > 0) throw new Error(problems.join("; "));
            })
          : await tried(terminal, () => show(terminal, path, json, given)),
      );
    });
}

const names = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== ""),
];

async function show(terminal: Terminal, path: string, json: boolean, given: ReinvokeHookOptions): Promise<boolean> {
  const [{ sessionEnd }, { reinvocations }, { reinvokeOutput }, { catalogEntries }] = await Promise.all([
    import("../node/session-end.js"),
    import("../systems/reinvoke/reinvocations.js"),
    import("../systems/reinvoke/reinvoke-text.js"),
    import("../systems/reinvoke/catalog.js"),
  ]);
  const { catalog, ...wanted }: ReinvokeOptions & { catalog?: string } = given;
  const entries = catalog === undefined ? [] : catalogEntries(catalog);
  const found = await sessionEnd(pathNamed(path));
  const rows = reinvocations(found, { ...wanted, at: "last" });
  if (json) {
    terminal.stdout.write(jsonRows(rows));
    return true;
  }
  const width = terminal.columns ?? 80;
  const output = reinvokeOutput(rows, entries);
  const said = output === null ? null : (JSON.parse(output).hookSpecificOutput.additionalContext as string);
  const named = rows.filter(({ name }) => name !== null);
  const unnamed = rows.length - named.length;
  const lines = [
    ...(rows[0]?.boundary === null ? ["No compaction is in this file: this is foreseen for one at its end.", ""] : []),
    ...(rows.length === 0 ? ["no skill was in use"] : table(columnsOf(named), width)),
    ...(unnamed === 0 ? [] : [`${count(unnamed)} more with a name that no skill can have`]),
    "",
    ...(said === null
      ? ["The hook would print nothing."]
      : ["The hook would tell the model:", "", ...said.split("\n").flatMap((line) => wrapWords(line, width))]),
  ];
  terminal.stdout.write(`${lines.join("\n")}\n`);
  return true;
}

function columnsOf(rows: ReinvokeRow[]): Record<string, Cell[]> {
  const column = (of: (row: ReinvokeRow) => Cell): Cell[] => rows.map(of);
  return {
    "#": column((row) => row.boundary),
    skill: column((row) => row.name),
    fate: column((row) => graded(row.fate, row.grade)),
    reason: column((row) => (row.reason === null ? null : graded(row.reason, row.grade))),
    by: column((row) => row.invokedBy),
    invoke: column((row) => row.invoke),
    because: column((row) => row.left),
    "last use": column((row) => lineOf(row.lastUse)),
  };
}
