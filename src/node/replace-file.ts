import { randomUUID } from "node:crypto";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";

const ownerOnly = 0o600;

/**
 * Writes a file beside its old one and puts it in that one's place at once: a reader sees either. For its owner alone, where no
 * mode is given.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = ownerOnly): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { flag: "wx", mode: ownerOnly });
    if (mode !== ownerOnly) chmodSync(draft, mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
