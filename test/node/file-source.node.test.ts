import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTimeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";

test("other work has its turn while a large file is read, and can end the reading", async () => {
  const folder = mkdtempSync(join(tmpdir(), "file-source-"));
  try {
    const path = join(folder, "session.jsonl");
    const line = transcript({ cliVersion: "2.1.285" }).prompt("word ".repeat(200_000)).toString();
    writeFileSync(path, line.repeat(12));
    const asked = new AbortController();
    setImmediate(() => asked.abort(new Error("enough")));
    await expect(openTimeline(path, { signal: asked.signal })).rejects.toThrow("enough");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
