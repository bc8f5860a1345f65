import { closeSync, openSync, readSync, statSync } from "node:fs";

/** Whether a name is free to be written to: nothing is there, or a file that is empty or holds the mark of one written before. */
export function isReplaceable(path: string, mark: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return true;
  const head = headOf(path);
  return head !== null && (head === "" || head.includes(mark));
}

/** The beginning of a file; null for a folder and whatever else is none. */
function headOf(path: string): string | null {
  if (!statSync(path).isFile()) return null;
  const bytes = new Uint8Array(1024);
  const file = openSync(path, "r");
  try {
    return new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes)));
  } finally {
    closeSync(file);
  }
}
