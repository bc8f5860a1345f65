import { describe, expect, test } from "vitest";
import { exportRows } from "../../src/node/export-rows.js";
import { sql } from "../../src/node/sql.js";
import { transcript } from "../../src/testing.js";
import { temporaryFolder } from "../node/temporary-folder.js";

describe("of a message that a fork copied without its counts", () => {
  const first = "00000000-0000-4000-8000-00000000000a";
  const last = "ffffffff-0000-4000-8000-00000000000f";

  test.each([
    { original: first, copy: last },
    { original: last, copy: first },
  ])("the one with its counts stands, whichever session comes first: $original", async ({ original, copy }) => {
    const counted = transcript({ cliVersion: "2.1.285", sessionId: original })
      .prompt("Count.")
      .reply("One.", { thinking: "Ten.", usage: { input: 10, output: 1_627, cacheRead: 1_000, cacheWrite: 500 } });
    const fork = counted.exit().fork({ sessionId: copy });
    const copied = fork
      .lines()
      .join("\n")
      .replaceAll(/"([a-z_]+_tokens)":\d+/g, '"$1":0');
    const projects = temporaryFolder([
      [`-home-dev-tide/${original}.jsonl`, counted.toString()],
      [`-home-dev-tide/${copy}.jsonl`, copied],
    ]);
    const out = temporaryFolder();
    await exportRows(projects, { out, redact: false });
    for (const over of [projects, out])
      expect(await sql("select input, output, cache_read, session_id from usage", { over })).toEqual([
        { input: 10, output: 1_627, cache_read: 1_000, session_id: original },
      ]);
  });
});
