/** A hook that a settings file names. */
export interface ConfiguredHook {
  event: string;
  /** As configured; null where none is, which means every occasion. */
  matcher: string | null;
  command: string;
}

/**
 * Lists the command hooks of a parsed Claude Code settings object (`hooks` → event → groups with `matcher` and `hooks`).
 *
 * What has another shape, and hooks of other types than `command`, are left out; nothing throws. Shape: hooks page of the
 * documentation, copies of 2026-08-22 to 2026-10-08.
 *
 * @example
 * const settings = { hooks: { Stop: [{ hooks: [{ type: "command", command: "./stop.sh" }] }] } };
 * hooksOfSettings(settings); // => [{ event: "Stop", matcher: null, command: "./stop.sh" }]
 */
export function hooksOfSettings(settings: unknown): ConfiguredHook[] {
  const events = fieldsOf(fieldsOf(settings).get("hooks"));
  const found: ConfiguredHook[] = [];
  for (const [event, groups] of events)
    for (const group of listOf(groups)) {
      const fields = fieldsOf(group);
      const matcher = fields.get("matcher");
      for (const hook of listOf(fields.get("hooks"))) {
        const [type, command] = ["type", "command"].map((name) => fieldsOf(hook).get(name));
        if (typeof command !== "string" || (type !== undefined && type !== "command")) continue;
        found.push({ event, matcher: typeof matcher === "string" && matcher !== "" ? matcher : null, command });
      }
    }
  return found;
}

/**
 * The first place of parsed settings that has not the shape that `hooksOfSettings` lists, with what it is; null where all has.
 */
export function faultOfHookSettings(settings: unknown): string | null {
  if (!isObject(settings)) return "the whole is no object";
  const { hooks = {} } = settings;
  if (!isObject(hooks)) return "hooks is no object";
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) return `hooks.${event} is no list`;
    for (const [at, group] of groups.entries()) {
      const fault = faultOfGroup(group, `hooks.${event}[${at}]`);
      if (fault !== null) return fault;
    }
  }
  return null;
}

function faultOfGroup(group: unknown, place: string): string | null {
  if (!isObject(group)) return `${place} is no object`;
  const { matcher = "", hooks } = group;
  if (typeof matcher !== "string") return `${place}.matcher is no text`;
  if (!Array.isArray(hooks)) return `${place}.hooks is no list`;
  for (const [at, hook] of hooks.entries()) {
    if (!isObject(hook)) return `${place}.hooks[${at}] is no object`;
    const { type = "command", command } = hook;
    if (type === "command" && typeof command !== "string") return `${place}.hooks[${at}].command is no text`;
  }
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Map<string, unknown> =>
  isObject(value) ? new Map(Object.entries(value)) : new Map();

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
