import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file beside its old one and puts it in that one's place at once: a reader sees either. For its owner alone. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { flag: "wx", mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
