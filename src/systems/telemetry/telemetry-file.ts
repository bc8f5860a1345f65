import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where lines are kept where no file is named: below `XDG_STATE_HOME`, else below `~/.local/state`. */
export function telemetryFile(): string {
  const { XDG_STATE_HOME: xdg } = process.env;
  // Other than absolute paths are to be ignored (XDG Base Directory Specification 0.8).
  return join(xdg && isAbsolute(xdg) ? xdg : join(homedir(), ".local", "state"), "tidemark", "compactions.ndjson");
}
