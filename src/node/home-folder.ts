import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { TranscriptError } from "../read/transcript-error.js";

/**
 * The user's home folder. Throws a `TranscriptError` where it is not known, as where `HOME` is set to nothing: what is kept
 * there would else lie in whatever folder the program runs in.
 */
export function homeFolder(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  throw new TranscriptError(
    "wrong-source",
    `The home folder is not known: HOME is "${home}"; set it to an absolute path`,
  );
}
