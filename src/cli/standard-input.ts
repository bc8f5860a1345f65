import type { SessionFiles } from "../node/folder-sessions.js";

/** What `-` names: the transcript that is written to the program. */
export const standardInput: SessionFiles = {
  main: { path: "-", size: 0, mtimeMs: 0, ctimeMs: 0, stamp: "", regular: false },
  agents: [],
};
