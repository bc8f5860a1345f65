import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, vi } from "vitest";
import { projectName } from "../../src/node/known-sessions.js";
import { demoTranscript, sessionId } from "./demo-transcript.js";
import { inFolder } from "./run-captured.js";

const ids = [
  "3f0c8a52-6d1e-4b7a-9c35-0e2f71d4ab90",
  "3f0c9999-6d1e-4b7a-9c35-0e2f71d4ab90",
  "a1b2c3d4-0000-4000-8000-0",
];
/** Ids of sessions; the first two begin alike. */
export const [first = "", second = "", third = ""] = ids;
const emptyFolder = process.env.CLAUDE_CONFIG_DIR;

/** Sessions of the standard folder by project and name, the later ones written later; the last five minutes ago. */
export async function withSessions(
  names: [directory: string, name: string, text?: string][],
  ask: (root: string) => Promise<void>,
): Promise<void> {
  await inFolder({}, async (folder) => {
    process.env.CLAUDE_CONFIG_DIR = folder;
    for (const [at, [directory, name, text = demoTranscript().replaceAll(sessionId, name)]] of names.entries()) {
      const path = join(folder, "projects", projectName(directory), `${name}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      const written = Date.now() / 1000 - 300 - 60 * (names.length - 1 - at);
      utimesSync(path, written, written);
    }
    await ask(join(folder, "projects"));
  });
}

afterEach(() => {
  process.env.CLAUDE_CONFIG_DIR = emptyFolder;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
