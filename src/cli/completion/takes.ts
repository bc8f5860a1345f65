import { Argument, type Command, type Option } from "commander";
import { sqlQueries } from "../../export/sql-queries.js";
import { ruleSets } from "../../queries/rule-sets.js";
import { shapeGroups, shapes } from "../../systems/lab/shapes.js";
import { lintRules } from "../../systems/lint/lint-rules.js";
import { hookSystems } from "../../systems/setup/hook-systems.js";
import { compactionGroups } from "../../systems/telemetry/compaction-totals.js";
import { usageGroups } from "../../tables/token-totals.js";

/** What an argument or the value of an option can be. */
export interface Takes {
  words?: readonly string[];
  /** Whether several of the words are given with commas between. */
  list?: boolean;
  /** Paths, which the shell completes by itself; with transcripts, the ids of sessions too. */
  paths?: "transcripts" | "files" | "folders";
}

const rules: Takes = { words: ruleSets.map(({ value }) => value.name) };

/** What the command line itself does not say, by command and option or argument. It is loaded for completion alone. */
export const takes: Readonly<Record<string, Takes>> = {
  "usage --by": { words: usageGroups, list: true },
  "budget --rules": rules,
  "forecast --rules": rules,
  "sql query": { words: sqlQueries.map(({ name }) => name) },
  "setup system": { words: hookSystems.map(({ name }) => name) },
  "telemetry report": { words: ["report"] },
  "telemetry --by": { words: compactionGroups, list: true },
  "lint path": { paths: "files" },
  "lint --level": { words: lintRules.map(({ id }) => `${id}=`) },
  "lint --rules": rules,
  "lab run --shapes": { words: [...shapeGroups.keys(), ...shapes.map(({ name }) => name)], list: true },
};

/** What an argument or an option of a command takes: as it is told above, else by its choices, else by the name of its value. */
export function takesOf(command: Command, one: Option | Argument): Takes {
  const name = one instanceof Argument ? one.name() : (one.long ?? "");
  const told = takes[`${pathOf(command)} ${name}`];
  if (told !== undefined) return told;
  if (one.argChoices !== undefined) return { words: one.argChoices };
  return takesByName(one instanceof Argument ? name : (/<([^>]+)>/.exec(one.flags)?.[1] ?? ""));
}

/** The words that call a command, after that of the program: `lab run`. */
const pathOf = (command: Command): string =>
  command.parent?.parent == null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

function takesByName(name: string): Takes {
  if (/^(folder|directory)$/.test(name)) return { paths: "folders" };
  if (/^(path|transcript|session\|file)$/.test(name)) return { paths: "transcripts" };
  return name === "file" ? { paths: "files" } : {};
}
