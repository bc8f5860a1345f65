import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part, Scale, Table } from "./part.js";
import { compilePrograms } from "./programs.js";

/** Runs one part in a folder that is removed afterwards. */
export async function measure(part: Part, scale: Scale, say: (line: string) => void): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const programs = await compilePrograms();
  try {
    return await part({ scale, folder, programs, say });
  } finally {
    for (const temporary of [folder, programs]) rmSync(temporary, { recursive: true, force: true });
  }
}
