import { join } from "node:path";
import type { Transcript } from "../../src/testing.js";
import { transcript } from "../../src/testing.js";
import { temporaryFolder } from "../node/temporary-folder.js";

export const newSession = (cliVersion = "2.1.285"): Transcript => transcript({ cliVersion, cwd: "/home/dev/project" });

/** A transcript on disk, which is gone when the test has ended. */
export const pathOf = (text: Transcript | string): string =>
  join(temporaryFolder([["session.jsonl", String(text)]]), "session.jsonl");

/** The text of a transcript without its last compaction and what came with it: as a hook may find the file. */
export function beforeCompaction(session: Transcript): string {
  const lines = session.lines();
  return `${lines
    .slice(
      0,
      lines.findLastIndex((line) => line.includes('"compact_boundary"')),
    )
    .join("\n")}\n`;
}
