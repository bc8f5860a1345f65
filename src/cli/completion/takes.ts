import { Argument, type Command, type Option } from "commander";

/** What an argument or the value of an option can be. */
export interface Takes {
  words?: readonly string[];
  /** Whether several of the words are given with commas between. */
  list?: boolean;
  /** Paths, which the shell completes by itself; with transcripts, the ids of sessions too. */
  paths?: "transcripts" | "files" | "folders";
}

const rules = async (): Promise<Takes> => ({
  words: (await import("../../queries/rule-sets.js")).ruleSets.map(({ value }) => value.name),
});

/** What the command line itself does not say, by command and option or argument; loaded where it is asked for. */
export const takes: Readonly<Record<string, () => Promise<Takes>>> = {
  "usage --by": async () => ({ words: (await import("../../tables/token-totals.js")).usageGroups, list: true }),
  "budget --rules": rules,
  "forecast --rules": rules,
  "sql query": async () => ({
    words: (await import("../../export/sql-queries.js")).sqlQueries.map(({ name }) => name),
  }),
  "setup system": async () => ({
    words: (await import("../../systems/setup/hook-systems.js")).hookSystems.map(({ name }) => name),
  }),
  "telemetry report": async () => ({ words: ["report"] }),
  "telemetry --by": async () => ({
    words: (await import("../../systems/telemetry/compaction-totals.js")).compactionGroups,
    list: true,
  }),
  "lint path": async () => ({ paths: "files" }),
  "lint --level": async () => ({
    words: (await import("../../systems/lint/lint-rules.js")).lintRules.map(({ id }) => `${id}=`),
  }),
  "lint --rules": rules,
  "lab run --shapes": async () => {
    const { shapeGroups, shapes } = await import("../../systems/lab/shapes.js");
    return { words: [...shapeGroups.keys(), ...shapes.map(({ name }) => name)], list: true };
  },
};

/** What an argument or an option of a command takes: as it is told above, else by its choices, else by the name of its value. */
export async function takesOf(command: Command, one: Option | Argument): Promise<Takes> {
  const name = one instanceof Argument ? one.name() : (one.long ?? "");
  const told = takes[`${pathOf(command)} ${name}`];
  if (told !== undefined) return told();
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
