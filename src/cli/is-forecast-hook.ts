/** True where Claude Code runs `forecast`: that must be fast and must never end with 2, so it has a door of its own. */
export const isForecastHook = ([verb, ...args]: readonly string[]): boolean =>
  verb === "forecast" && !args.includes("--help") && (args.includes("--status-line") || args.includes("--stop"));
