import { describe, expect, test } from "vitest";
import { redact } from "../../src/export/redact.js";
import { boundaries, readTimeline, returned, type Timeline, tools, turns, usage } from "../../src/index.js";
import { handover } from "../../src/queries/handover.js";
import { transcript } from "../../src/testing.js";
import { findSecrets } from "../../src/timeline/secrets.js";
import { madeUpSecrets } from "./made-up-secrets.js";
import { saying } from "./saying.js";

const secrets = madeUpSecrets(200);
const values = secrets.flatMap((one) => one.values);

/** Sessions that hold the secrets one after the other, so that all of them stand somewhere, each in several fields. */
async function withSecrets(): Promise<Timeline[]> {
  const sessions: Timeline[] = [];
  let at = 0;
  for (let turn = 0; turn < 12; turn++) {
    const session = saying(() => secrets[at++ % secrets.length]?.text ?? "");
    at += 7;
    for (const text of session.files().values())
      sessions.push(await readTimeline(text, { payload: turn % 2 === 0 ? "full" : "head" }));
  }
  return sessions;
}

const leaks = (text: string): string[] =>
  values.filter((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));

describe("redacting a timeline", () => {
  test("of 200 secrets in every text of a session, none is in the redacted timeline", async () => {
    const planted = new Set<string>();
    for (const timeline of await withSecrets()) {
      const all = JSON.stringify(timeline);
      for (const value of leaks(all)) planted.add(value);
      expect(leaks(JSON.stringify(redact(timeline)))).toEqual([]);
    }
    expect(planted.size).toBe(new Set(values).size);
  });

  test("of 200 secrets in every text of a session, none is in a row of a hand-over note", async () => {
    let rows = 0;
    for (const timeline of await withSecrets()) {
      const chains = timeline.events.some((event) => event.chain === "main" && event.kind === "boundary");
      for (const options of chains ? [{}, { before: 1 }] : [{}]) {
        const note = handover(timeline, options);
        rows += note.length;
        expect(leaks(JSON.stringify(note))).toEqual([]);
        for (const row of note) expect(findSecrets(row.text)).toEqual([]);
      }
    }
    expect(rows).toBeGreaterThan(100);
  });

  test("queries work on a redacted timeline, and recorded lengths stay those of the original", async () => {
    const [timeline] = await withSecrets();
    if (timeline === undefined) throw new Error("There is a session.");
    const shared = redact(timeline);
    expect(boundaries(shared).map((row) => row.uuid)).toEqual(boundaries(timeline).map((row) => row.uuid));
    expect(turns(shared).map((row) => [row.line, row.state])).toEqual(
      turns(timeline).map((row) => [row.line, row.state]),
    );
    expect(tools(shared).map((row) => [row.state, row.inputChars, row.resultChars])).toEqual(
      tools(timeline).map((row) => [row.state, row.inputChars, row.resultChars]),
    );
    expect(usage(shared)).toEqual(usage(timeline));
    expect(returned(shared).map((row) => [row.item, row.carrier])).toEqual(
      returned(timeline).map((row) => [row.item, row.carrier]),
    );
  });

  test("redacting changes neither the timeline that is given, nor a redacted one", async () => {
    for (const timeline of (await withSecrets()).slice(0, 4)) {
      const before = JSON.stringify(timeline);
      const once = redact(timeline);
      expect(JSON.stringify(timeline)).toBe(before);
      expect(redact(once)).toEqual(once);
    }
  });

  test("a session without secrets stays as it is", async () => {
    const timeline = await readTimeline(saying(() => "The key idea: ship it on Monday.").toString(), {
      payload: "full",
    });
    expect(redact(timeline)).toEqual(timeline);
  });

  test("with paths, no home directory tells whose it is", async () => {
    const session = transcript({ cliVersion: "2.1.285", cwd: "/Users/robin/tide" })
      .prompt("Look at /home/robin/notes.md, /root/x and C:\\Users\\robin\\y.")
      .tool(
        "Bash",
        { command: "cat 'C:\\Users\\robin\\z' ~/.claude/projects/-Users-robin-tide/a.jsonl" },
        "/home/robin: not found in \u001b[31m/Users/robin/tide",
      )
      .write("/Users/robin/tide/a.ts", "x");
    const timeline = await readTimeline(session.toString());
    expect(JSON.stringify(timeline)).toContain("robin");
    const shared = redact(timeline, { paths: true });
    expect(JSON.stringify(shared)).not.toContain("robin");
    const prompt = shared.events.find((event) => event.kind === "prompt");
    expect(prompt).toMatchObject({ text: "Look at ~/notes.md, ~/x and ~\\y.", cwd: "~/tide" });
  });
});
