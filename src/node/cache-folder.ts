import { isAbsolute, join } from "node:path";
import { homeFolder } from "./home-folder.js";

/** Where what is computed from transcripts is kept: in the folder given, else in `XDG_CACHE_HOME`, else in `~/.cache`. */
export function cacheFolder(given: string | null): string {
  const { XDG_CACHE_HOME: xdg } = process.env;
  // Other than absolute paths are to be ignored (XDG Base Directory Specification 0.8).
  return given ?? join(xdg && isAbsolute(xdg) ? xdg : join(homeFolder(), ".cache"), "tidemark");
}
