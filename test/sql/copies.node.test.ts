import { describe, expect, test } from "vitest";
import { allTables } from "../../src/export/tables.js";
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

describe("of two copies of a session under one id, the one that goes on further stands", () => {
  const session = transcript({ cliVersion: "2.1.285", cwd: "/srv/tide" })
    .prompt("Go.")
    .reply("Looking.")
    .tool("Bash", { command: "ls" }, "a.ts");
  const stale = [...session.files()];
  session
    .reply("Seen.")
    .compact()
    .prompt("On.")
    .reply("Done.")
    .compact()
    .prompt("More.")
    .reply("Done.")
    .exit()
    .resume();
  session.prompt("Again.").reply("Done.");
  test.each(["-srv-able", "-srv-zeal"])("in every table, where the older copy lies in %s", async (older) => {
    const below = (folder: string, files: Iterable<[string, string]>) =>
      [...files].map(([path, text]): [string, string] => [`${folder}/${path}`, text]);
    const newer = temporaryFolder(below("-srv-tide", session.files()));
    const both = temporaryFolder([...below("-srv-tide", session.files()), ...below(older, stale)]);
    const out = temporaryFolder();
    await exportRows(both, { out, redact: false });
    for (const table of allTables) {
      const every = `select * from ${table.name} order by row_id`;
      const rows = await sql(every, { over: newer });
      expect(await sql(every, { over: both }), table.name).toEqual(rows);
      expect(await sql(every, { over: out }), table.name).toEqual(rows);
    }
  });
});

test("of a skill that a boundary kept, a copy that ends before the boundary adds no row", async () => {
  const session = transcript({ cliVersion: "2.1.285", cwd: "/srv/tide" })
    .prompt("Go.")
    .skill("deploy", "Tag first.")
    .reply("Done.");
  const fork = session.fork().skill("review", "Read twice.").reply("Else.");
  session.compact().prompt("On.").reply("Done.").compact();
  const projects = temporaryFolder(
    [...session.files(), ...fork.files()].map(([path, text]): [string, string] => [`-srv-tide/${path}`, text]),
  );
  const out = temporaryFolder();
  await exportRows(projects, { out });
  for (const over of [projects, out])
    expect(await sql("select name, boundary from skills order by name, boundary", { over })).toEqual([
      { name: "deploy", boundary: 1 },
      { name: "deploy", boundary: 2 },
      { name: "review", boundary: null },
    ]);
});

describe("rows that count what a session holds", () => {
  /** A transcript of one prompt and one entry of a kind that no schema knows. */
  const surprising = (sessionId: string | null): string => {
    const common = { timestamp: "2026-10-01T09:00:00.000Z", version: "2.1.285", ...(sessionId && { sessionId }) };
    const prompt = { type: "user", uuid: `${sessionId}-1`, parentUuid: null, message: { role: "user", content: "hi" } };
    return [{ type: "surprise", uuid: `${sessionId}-2` }, prompt]
      .map((entry) => JSON.stringify({ ...entry, ...common }))
      .join("\n");
  };
  const kinds = "select session_id, kind, count from drift order by session_id";

  test("stand for each session, of what no schema knows too", async () => {
    const projects = temporaryFolder(["a", "b"].map((id) => [`-srv-tide/${id}.jsonl`, surprising(id)]));
    const out = temporaryFolder();
    await exportRows(projects, { out });
    for (const over of [projects, out])
      expect(await sql(kinds, { over })).toEqual([
        { session_id: "a", kind: "surprise", count: 1 },
        { session_id: "b", kind: "surprise", count: 1 },
      ]);
  });

  test("stand for each transcript where no session is recorded", async () => {
    const projects = temporaryFolder(["a", "b"].map((name) => [`-srv-tide/${name}.jsonl`, surprising(null)]));
    const out = temporaryFolder();
    await exportRows(projects, { out });
    for (const over of [projects, out])
      expect(await sql(kinds, { over })).toEqual([
        { session_id: null, kind: "surprise", count: 1 },
        { session_id: null, kind: "surprise", count: 1 },
      ]);
  });
});
