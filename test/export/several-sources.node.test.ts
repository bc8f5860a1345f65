import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exportRows } from "../../src/node/export-rows.js";
import { sql } from "../../src/node/sql.js";
import { type Transcript, transcript } from "../../src/testing.js";
import { put, temporaryFolder } from "../node/temporary-folder.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";

const project = "-srv-tide";
const sourceOf = (text: string, sessionId: string): string =>
  temporaryFolder([[`${project}/${sessionId}.jsonl`, text]]);
const session = (): Transcript =>
  transcript({ cliVersion: "2.1.285", cwd: "/srv/tide" }).prompt("Go.").reply("One.", { messageId: "msg_1" });
const partsBelow = (out: string): string[] =>
  readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => /part-/.test(name));
const messages = (over: string) => sql("select message_id from usage order by message_id", { over });

/** Two transcripts of one name in projects of one name that went on apart. */
function apart(): [one: string, other: string] {
  const base = session();
  const { sessionId } = base;
  const text = base.toString();
  const one = base.prompt("On.").reply("Two.", { messageId: "msg_2" }).toString();
  const other = session().wait(5_000).prompt("Else.").reply("Three.", { messageId: "msg_3" }).toString();
  expect(other.startsWith(text)).toBe(true);
  return [sourceOf(one, sessionId), sourceOf(other, sessionId)];
}

test("two sources that hold a session of one id and project keep the rows of both, in whatever order", async () => {
  const [one, other] = apart();
  const out = temporaryFolder();
  for (const source of [one, other, one]) await exportRows(source, { out });
  expect(await messages(out)).toEqual([{ message_id: "msg_1" }, { message_id: "msg_2" }, { message_id: "msg_3" }]);
  const before = partsBelow(out);
  for (const source of [other, one])
    expect(await exportRows(source, { out })).toMatchObject({ written: 0, removed: 0 });
  expect(partsBelow(out)).toEqual(before);
});

test("an older copy of a session, exported after it, takes nothing away", async () => {
  const base = session();
  const older = sourceOf(base.toString(), base.sessionId);
  const newer = sourceOf(base.prompt("On.").reply("Two.", { messageId: "msg_2" }).toString(), base.sessionId);
  const out = temporaryFolder();
  for (const source of [newer, older]) await exportRows(source, { out });
  expect(await messages(out)).toEqual([{ message_id: "msg_1" }, { message_id: "msg_2" }]);
});

test("a session that grows has the files that an export of it alone has, wherever it stood before", async () => {
  const faults = ["torn-line", "wrong-field", "copy", "unknown-attachment", "foreign-row", "cycle"] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(arbitrarySession(), arbitrarySession({ faults })),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (built, share) => {
        const lines = built.lines();
        const text = lines.join("\n");
        const source = sourceOf(lines.slice(0, Math.ceil(lines.length * share)).join("\n"), built.sessionId);
        const out = temporaryFolder();
        const options = { format: "ndjson", tables: ["usage", "turns", "session", "checks"] } as const;
        await exportRows(source, { out, ...options });
        put(`${source}/${project}/${built.sessionId}.jsonl`, text);
        await exportRows(source, { out, ...options });
        const alone = temporaryFolder();
        await exportRows(source, { out: alone, ...options });
        expect(partsBelow(out)).toEqual(partsBelow(alone));
      },
    ),
    { numRuns: 60 },
  );
});
