import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Command, Option } from "commander";
import { TranscriptError } from "../read/transcript-error.js";
import { plainText } from "../show/plain-text.js";
import { type HookSystem, hookSystems } from "../systems/setup/hook-systems.js";
import type { SettingsFileChange } from "../systems/setup/settings-file.js";
import { pathGiven } from "./path-given.js";
import { harmlessJson } from "./print-json.js";
import { readBy } from "./read-by.js";
import { complain, type Terminal } from "./terminal.js";
import { tried } from "./tried.js";

interface Given {
  write?: string;
  remove?: string;
  plugin?: string;
  yes?: boolean;
  command: string;
  json?: boolean;
}

const explained = `
Systems (default: all):
${hookSystems.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join("\n")}

Examples:
  tidemark setup forecast status-line
  tidemark setup --write ~/.claude/settings.json --yes
  tidemark setup --remove ~/.claude/settings.json --yes`;

/** Adds `setup`: what Claude Code needs to run the systems. */
export function addSetup(program: Command, terminal: Terminal, end: (code: number) => void): void {
  program
    .command("setup")
    .summary("hooks and status line for your settings, or as a plugin")
    .description(
      "Prints the settings by which Claude Code runs systems of tidemark, or puts them into a file that you name. Without --yes a file is shown as it would be, and not touched.",
    )
    .usage("[system...] [options]")
    .argument("[system...]", "what to set up")
    .addOption(
      new Option("--write <file>", "merge them into this settings file")
        .argParser(path)
        .conflicts(["remove", "plugin"]),
    )
    .addOption(
      new Option("--remove <file>", "take them out of it again").argParser(path).conflicts(["write", "plugin"]),
    )
    .addOption(new Option("--plugin <folder>", "write a plugin with the hooks into a new folder").argParser(path))
    .option("--yes", "with --write and --remove: do it, with a backup beside the file")
    .option("--command <text>", "how Claude Code is to start the program", "tidemark")
    .option("--json", "print what was done as JSON and nothing else")
    .addHelpText("after", explained)
    .action(async (names: string[], given: Given) => {
      end(await tried(terminal, () => setUp(names, given, terminal)));
    });
}

const path = readBy(pathGiven);

async function setUp(names: string[], given: Given, terminal: Terminal): Promise<boolean> {
  const { write: file, remove, plugin, yes = false, command, json = false } = given;
  const systems = systemsOf(names);
  const print = (text: string) => void terminal.stdout.write(`${text}\n`);
  if (plugin !== undefined) {
    const { writePlugin } = await import("../systems/setup/plugin-folder.js");
    const hooked = systems.filter(({ hooks }) => hooks.length > 0);
    if (hooked.length === 0)
      throw wrongUse("a plugin can't set a status line; use tidemark setup status-line --write FILE");
    const files = writePlugin(plugin, hooked);
    if (json) print(harmlessJson(JSON.stringify({ folder: plugin, files, systems: hooked.map(({ name }) => name) })));
    else print(`${plainText(plugin)}: ${files.join(", ")}\nTry it with: claude --plugin-dir ${plainText(plugin)}`);
    if (hooked.length < systems.length) complain(terminal, "a plugin can't set a status line: it is left out");
    return true;
  }
  const target = file ?? remove;
  if (target === undefined) {
    const { settingsBlock } = await import("../systems/setup/settings-text.js");
    print(harmlessJson(JSON.stringify(settingsBlock(systems, command), null, 2)));
    return true;
  }
  const { addToSettings, removeFromSettings } = await import("../systems/setup/settings-file.js");
  const change = (remove === undefined ? addToSettings : removeFromSettings)(target, systems, { command, write: yes });
  if (json) print(harmlessJson(JSON.stringify({ ...change, text: undefined, former: undefined })));
  else await show(change, remove !== undefined, terminal);
  if (remove === undefined && !isOnPath(command))
    complain(terminal, `${command} is not on your PATH: npm install -g tidemark, or give --command`);
  return names.length === 0 || change.conflicts.length === 0;
}

async function show(change: SettingsFileChange, isRemoved: boolean, terminal: Terminal): Promise<void> {
  const [{ lineDiff }, { redactText }] = await Promise.all([
    import("../show/line-diff.js"),
    import("../timeline/secrets.js"),
  ]);
  const { file, former, text, changed, left, conflicts, written, backup } = change;
  const list = (names: string[]) => names.join(", ");
  const lines = [
    ...lineDiff(former, text).map((line) => redactText(plainText(line.replaceAll("\t", "  ")))),
    ...(left.length === 0
      ? []
      : [isRemoved ? `stays, since it was changed by hand: ${list(left)}` : `is there already: ${list(left)}`]),
    ...(conflicts.length === 0
      ? []
      : ["the file has a status line of its own, which stays; let it call tidemark forecast --status-line"]),
    changed.length === 0
      ? `nothing to ${isRemoved ? "take out" : "add"}`
      : written
        ? `written: ${plainText(file)}${backup === null ? "" : `; as it was: ${plainText(backup)}`}`
        : "nothing is written yet: the same with --yes does it",
  ];
  terminal.stdout.write(`${lines.join("\n")}\n`);
}

const wrongUse = (what: string): TranscriptError => new TranscriptError("wrong-option", what);

function systemsOf(names: string[]): readonly HookSystem[] {
  if (names.length === 0) return hookSystems;
  const known = hookSystems.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongUse(`no system ${unknown}; give some of ${known.join(", ")}`);
  return hookSystems.filter(({ name }) => names.includes(name));
}

/** Whether a shell would find the first word of a command; of more than a bare word nothing is said. */
function isOnPath(command: string): boolean {
  if (!/^[\w-]+$/.test(command)) return true;
  return (process.env.PATH ?? "").split(delimiter).some((folder) =>
    (process.platform === "win32" ? [`${command}.cmd`, `${command}.exe`] : [command]).some((name) => {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}
