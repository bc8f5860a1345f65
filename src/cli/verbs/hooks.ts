import { readFileSync } from "node:fs";
import { reasonOf } from "../../node/file-source.js";
import { type ConfiguredHook, faultOfHookSettings, hooksOfSettings } from "../../queries/hook-settings.js";
import { type HookRow, hooks } from "../../queries/hooks.js";
import { hooksColumns } from "../../show/columns/hooks.js";
import { verbOf } from "../verb.js";

interface Given {
  settings?: ConfiguredHook[];
}

export const hooksVerb = verbOf<HookRow, Given>({
  name: "hooks",
  question: "Which hooks ran, for what, and how much of their output reached the model?",
  also: "To set hooks up: tidemark setup",
  hint: "to set hooks up: tidemark setup [--write FILE]",
  example: "tidemark hooks session.jsonl --settings ~/.claude/settings.json",
  next: ["tidemark returned session.jsonl", "what came back beside the output of hooks"],
  options: {
    settings: {
      placeholder: "<file>",
      help: "also list the hooks of this settings file that did not run; may be repeated",
      parse: (path, before = []) => [...before, ...hooksOfSettings(settingsAt(path))],
    },
  },
  query: (timeline, { settings }) => hooks(timeline, { configured: settings }),
  columns: hooksColumns,
  none: "no hook run is recorded",
});

function settingsAt(path: string): unknown {
  const settings = jsonAt(path);
  const fault = faultOfHookSettings(settings);
  if (fault !== null)
    throw new Error(
      `${path}: ${fault}; write {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "..."}]}]}}.`,
    );
  return settings;
}

function jsonAt(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(reasonOf(path, error));
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON; name a settings.json of Claude Code.`);
  }
}
