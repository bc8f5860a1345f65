import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, which the bundler puts into the program.
import { version } from "../../../package.json";
import { reasonOf } from "../../node/file-source.js";
import { TranscriptError } from "../../read/transcript-error.js";
import type { HookSystem } from "./hook-systems.js";
import { settingsBlock } from "./settings-text.js";

/** A plugin's own program may not be on the path, and a hook must end with 0 also where none is installed. */
const launcher = `#!/bin/sh
# Runs tidemark as a hook: the one installed in this plugin, else the one on the PATH. It never stops a session.
own="\${CLAUDE_PLUGIN_ROOT:-$(dirname "$0")/..}/node_modules/.bin/tidemark"
if [ -x "$own" ]; then
  "$own" "$@"
elif command -v tidemark >/dev/null 2>&1; then
  tidemark "$@"
else
  echo "tidemark is not installed: npm install -g tidemark" >&2
fi
exit 0
`;

/**
 * Gives the files of a Claude Code plugin that runs the hooks of systems, by their paths in it. A plugin can't set a status
 * line: systems that are nothing else are left out.
 *
 * Source: code.claude.com/docs/en/plugins-reference, 2026-10-08.
 *
 * @example
 * [...pluginFiles(hookSystems).keys()]; // => [".claude-plugin/plugin.json", "hooks/hooks.json", "scripts/tidemark"]
 */
export function pluginFiles(systems: readonly HookSystem[]): Map<string, string> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code puts the folder of the plugin there.
  const { hooks = {} } = settingsBlock(systems, '"${CLAUDE_PLUGIN_ROOT}/scripts/tidemark"');
  const manifest = {
    name: "tidemark",
    version,
    description: "Runs tidemark around compactions of the context.",
    license: "MIT",
  };
  return new Map([
    [".claude-plugin/plugin.json", json(manifest)],
    ["hooks/hooks.json", json({ description: manifest.description, hooks })],
    ["scripts/tidemark", launcher],
  ]);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes the plugin into a folder that is new or empty. Throws a `TranscriptError` for any other, and where it can't be
 * written; then nothing of it stays.
 */
export function writePlugin(folder: string, systems: readonly HookSystem[]): string[] {
  const wrong = (what: string) => new TranscriptError("wrong-option", what);
  const isNew = mkdir(folder) !== undefined;
  if (readdirSync(folder).length > 0) throw wrong(`${folder}: is not empty; name a new folder for the plugin`);
  const files = pluginFiles(systems);
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { flag: "wx" });
      if (text === launcher) chmodSync(join(folder, path), 0o755);
    }
  } catch (error) {
    for (const path of files.keys())
      rmSync(join(folder, path.split("/")[0] as string), { recursive: true, force: true });
    if (isNew) rmSync(folder, { recursive: true, force: true });
    throw wrong(reasonOf(folder, error));
  }
  return [...files.keys()];

  function mkdir(path: string): string | undefined {
    try {
      return mkdirSync(path, { recursive: true });
    } catch (error) {
      throw wrong(reasonOf(path, error));
    }
  }
}
