import { TranscriptError } from "../read/transcript-error.js";

/** Loads a package that only some need, or several with spaces between; where one is not installed, the error says how to install it. */
export async function optionalPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new TranscriptError(
      "wrong-option",
      `This needs ${name.includes(" ") ? `the packages ${name}; install them` : `the package ${name}; install it`} with: npm install ${name} (with -g where tidemark was installed with it)`,
    );
  }
}
