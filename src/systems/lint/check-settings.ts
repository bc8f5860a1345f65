import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { checkHooks } from "./check-hooks.js";
import { finding, type LintFinding } from "./finding.js";
import type { HookPlace } from "./printed-files.js";

/** Checks the hooks of a settings file, or of a plugin's `hooks.json`. */
export function checkSettings(file: string, path: string, text: string, root: string, rules: Sourced<RuleSet>) {
  const invalid = (line: number, what: string): LintFinding[] => [
    finding("settings-invalid", { file, line, message: `The file is ${what}.` }),
  ];
  let settings: unknown;
  try {
    settings = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    // What the error says holds a part of the file, which may be a secret.
    return invalid(lineOfError(text, error), "not valid JSON");
  }
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return invalid(1, "no JSON object");
  return checkHooks(file, settings, hookPlace(path, root), commandLines(text), rules);
}

function lineOfError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  return message.includes("end of JSON") ? lineAt(text.trimEnd(), text.length) : 1;
}

const lineAt = (text: string, offset: number): number => 1 + (text.slice(0, offset).match(/\n/g)?.length ?? 0);

/** Gives the line of a command's next occurrence in a JSON text; 1 where it is written in an unusual way. */
function commandLines(text: string): (command: string) => number {
  const from = new Map<string, number>();
  return (command) => {
    const written = JSON.stringify(command);
    const at = text.indexOf(written, from.get(command) ?? 0);
    if (at === -1) return 1;
    from.set(command, at + written.length);
    return lineAt(text, at);
  };
}

/** Where the hooks of a file run: in the project, or in that which a plugin is used in, taken to be `root`. */
export function hookPlace(path: string, root: string): HookPlace {
  const plugin = pluginOf(path);
  const parts = path.split(sep);
  const at = parts.lastIndexOf(".claude");
  const folder = at === -1 ? root : parts.slice(0, at).join(sep) || sep;
  if (plugin !== null) return { folder, variables: { CLAUDE_PLUGIN_ROOT: plugin } };
  return { folder, variables: { CLAUDE_PROJECT_DIR: folder, PWD: folder } };
}

function pluginOf(path: string): string | null {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, ".claude-plugin", "plugin.json"))) return folder;
  return path.endsWith(join(sep, "hooks", "hooks.json")) ? dirname(dirname(path)) : null;
}
