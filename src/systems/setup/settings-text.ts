import { TranscriptError } from "../../read/transcript-error.js";
import type { HookSystem } from "./hook-systems.js";
import { inserted, removed, styleOf } from "./json-edits.js";
import { behindSpace, type JsonContainer, jsonEntries } from "./json-entries.js";

/** One thing that goes into settings: a group of one hook under its event, or the status line. */
interface Part {
  system: string;
  /** Event, such as `Stop`; null for the status line. */
  event: string | null;
  args: string;
  value: object;
}

/** What systems put into settings; `command` stands for the program, such as `tidemark`. */
export function partsOf(systems: readonly HookSystem[], command: string): Part[] {
  return systems.flatMap(({ name, hooks, statusLine }): Part[] => [
    ...hooks.map(({ event, matcher, args, timeoutSeconds }) => ({
      system: name,
      event,
      args,
      value: {
        ...(matcher !== undefined && { matcher }),
        hooks: [{ type: "command", command: `${command} ${args}`, timeout: timeoutSeconds }],
      },
    })),
    ...(statusLine === undefined
      ? []
      : [
          {
            system: name,
            event: null,
            args: statusLine.args,
            value: {
              type: "command",
              command: `${command} ${statusLine.args}`,
              refreshInterval: statusLine.refreshSeconds,
            },
          },
        ]),
  ]);
}

/** The settings of systems, as an object. */
export function settingsBlock(systems: readonly HookSystem[], command: string): Record<string, unknown> {
  const hooks: Record<string, object[]> = {};
  let statusLine: object | null = null;
  for (const { event, value } of partsOf(systems, command))
    if (event === null) statusLine = value;
    else hooks[event] = [...(hooks[event] ?? []), value];
  return { ...(Object.keys(hooks).length > 0 && { hooks }), ...(statusLine !== null && { statusLine }) };
}

/** Settings as they become, and what that does to each part, told as `system: event`. */
export interface SettingsChange {
  text: string;
  changed: string[];
  /** To be added: is there already. To be removed: is there in another form, and stays. */
  left: string[];
  /** Can't be added, since the settings have another one. */
  conflicts: string[];
}

/**
 * Adds systems to the text of a settings file; all else stays as it is, byte for byte. What is there already, also with
 * other options, is not added again, and a status line that is there is never replaced.
 *
 * Throws a `TranscriptError` where the text is no JSON object, or `hooks` in it is not what it should be.
 *
 * @example
 * const change = withSystems("{}", hookSystems, "tidemark");
 * JSON.parse(change.text).hooks.Stop[0].hooks[0].command; // => "tidemark forecast --stop"
 */
export function withSystems(text: string, systems: readonly HookSystem[], command: string): SettingsChange {
  const change: SettingsChange = { text, changed: [], left: [], conflicts: [] };
  for (const part of partsOf(systems, command)) {
    const root = settingsIn(change.text);
    const there = foundIn(change.text, root, part);
    if (there.exact !== null || there.alike) change.left.push(nameOf(part));
    else if (part.event === null && entryOf(root, "statusLine") !== undefined) change.conflicts.push(nameOf(part));
    else {
      change.text = added(change.text, root, part);
      change.changed.push(nameOf(part));
    }
  }
  return change;
}

/**
 * Takes systems out of the text of a settings file again: what `withSystems` put there, and what is then left empty.
 *
 * `formers` are texts that the file had before, the newest first: where one of them is what remains, but for empty `hooks`
 * or lists of an event that stood there, it is given as it was. Throws as `withSystems` does.
 *
 * @example
 * const change = withSystems('{"model": "opus"}', hookSystems, "tidemark");
 * withoutSystems(change.text, hookSystems, "tidemark").text; // => '{"model": "opus"}'
 */
export function withoutSystems(
  text: string,
  systems: readonly HookSystem[],
  command: string,
  formers: readonly string[] = [],
): SettingsChange {
  const parts = partsOf(systems, command);
  const change: SettingsChange = { text, changed: [], left: [], conflicts: [] };
  for (const part of parts) {
    let there = foundIn(change.text, settingsIn(change.text), part);
    if (there.exact !== null) change.changed.push(nameOf(part));
    else if (there.alike) change.left.push(nameOf(part));
    for (; there.exact !== null; there = foundIn(change.text, settingsIn(change.text), part))
      change.text = removed(change.text, there.exact);
  }
  if (change.changed.length === 0) return change;
  const isFormer = (former: string): boolean => {
    try {
      const root = settingsIn(former);
      return !parts.some((part) => foundIn(former, root, part).exact !== null) && bare(former) === bare(change.text);
    } catch {
      return false;
    }
  };
  return { ...change, text: formers.find(isFormer) ?? change.text };
}

const nameOf = ({ system, event }: Part): string => `${system}: ${event ?? "statusLine"}`;

/** The settings object of a text. */
function settingsIn(text: string): JsonContainer {
  let settings: unknown;
  const start = text.startsWith("\ufeff") ? 1 : 0;
  try {
    settings = JSON.parse(text.slice(start));
  } catch (error) {
    // Its message quotes the text, which may hold a secret: only the place is taken from it.
    const [, position] = /position (\d+)/.exec((error as Error).message) ?? [];
    const line = position === undefined ? "" : ` at line ${text.slice(0, start + Number(position)).split("\n").length}`;
    const hint = /^\s*\/[/*]/m.test(text)
      ? "Claude Code takes no comments in it; take them out first"
      : "repair it first";
    throw wrong(`is not JSON${line}; ${hint}`);
  }
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw wrong("holds no JSON object; name a settings.json of Claude Code");
  return jsonEntries(text, behindSpace(text, start));
}

const wrong = (what: string): TranscriptError => new TranscriptError("wrong-source", what);

function entryOf({ entries }: JsonContainer, key: string): JsonContainer["entries"][number] | undefined {
  const found = entries.filter((entry) => entry.key === key);
  if (found.length > 1) throw wrong(`names "${key}" twice; leave one of them`);
  return found[0];
}

/** The container under a key; null where there is none. */
function under(text: string, parent: JsonContainer, key: string, opening: "{" | "["): JsonContainer | null {
  const entry = entryOf(parent, key);
  if (entry === undefined) return null;
  if (text[entry.valueStart] !== opening)
    throw wrong(`has something else under "${key}" than ${opening === "{" ? "an object" : "a list"}; repair it first`);
  return jsonEntries(text, entry.valueStart);
}

/** An entry, with the containers that it stands in, from the outermost to its own. */
interface Found {
  exact: { containers: JsonContainer[]; start: number } | null;
  /** A form of the same command is there. */
  alike: boolean;
}

function foundIn(text: string, root: JsonContainer, { event, args, value }: Part): Found {
  const hooks = under(text, root, "hooks", "{");
  const groups = event === null || hooks === null ? null : under(text, hooks, event, "[");
  const line = event === null ? entryOf(root, "statusLine") : undefined;
  const entries = event === null ? (line === undefined ? [] : [line]) : (groups?.entries ?? []);
  const parsed = ({ valueStart, end }: { valueStart: number; end: number }): unknown =>
    JSON.parse(text.slice(valueStart, end));
  const exact = entries.find((entry) => JSON.stringify(parsed(entry)) === JSON.stringify(value));
  const containers = groups === null || hooks === null ? [root] : [root, hooks, groups];
  return {
    exact: exact === undefined ? null : { containers, start: exact.start },
    alike: entries.some((entry) => commandsIn(parsed(entry)).some((command) => runs(command, args))),
  };
}

/** Commands of a group of hooks, or of a status line. */
function commandsIn(value: unknown): string[] {
  const { command, hooks } = (value ?? {}) as { command?: unknown; hooks?: unknown };
  return [
    ...(typeof command === "string" ? [command] : []),
    ...(Array.isArray(hooks) ? hooks.flatMap(commandsIn) : []),
  ];
}

/** True where a command runs this of tidemark, whatever its path and its other options are, and in whatever order. */
function runs(command: string, args: string): boolean {
  const at = command.search(/tidemark|cli\.js/);
  const words = command.slice(at).split(/[\s"';|&<>()]+/);
  const [verb = "", ...others] = args.split(" ");
  return at >= 0 && others.every((word) => words.indexOf(word) > words.indexOf(verb)) && words.includes(verb);
}

function added(text: string, root: JsonContainer, { event, value }: Part): string {
  const style = styleOf(text, root);
  if (event === null) return inserted(text, root, "statusLine", value, 1, style);
  const hooks = under(text, root, "hooks", "{");
  if (hooks === null) return inserted(text, root, "hooks", { [event]: [value] }, 1, style);
  const groups = under(text, hooks, event, "[");
  if (groups === null) return inserted(text, hooks, event, [value], 2, style);
  return inserted(text, groups, null, value, 3, style);
}

/** The text without `hooks` and lists of events that are empty. */
function bare(text: string): string {
  for (let at = text; ; ) {
    const root = settingsIn(at);
    const hooks = under(at, root, "hooks", "{");
    const empty = hooks?.entries.find(
      ({ valueStart }) => at[valueStart] === "[" && jsonEntries(at, valueStart).entries.length === 0,
    );
    if (hooks !== null && empty !== undefined) at = removed(at, { containers: [root, hooks], start: empty.start });
    else if (hooks !== null && hooks.entries.length === 0) at = removed(at, { containers: [root], start: hooks.start });
    else return root.entries.length === 0 ? at.slice(0, root.start + 1) + at.slice(root.end - 1) : at;
  }
}
