import { isAbsolute, join } from "node:path";
import { homeFolder } from "../../node/home-folder.js";

/** Where lines are kept where no file is named: below `XDG_STATE_HOME`, else below `~/.local/state`. */
export function telemetryFile(): string {
  const { XDG_STATE_HOME: xdg } = process.env;
  // Other than absolute paths are to be ignored (XDG Base Directory Specification 0.8).
  return join(xdg && isAbsolute(xdg) ? xdg : join(homeFolder(), ".local", "state"), "tidemark", "compactions.ndjson");
}
