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

const fieldsOf = (value: unknown): Map<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : new Map();

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
