import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runCaptured } from "../cli/run-captured.js";
import { madeUpSecrets } from "../export/made-up-secrets.js";
import { temporaryFolder } from "../node/temporary-folder.js";
import { newSession, pathOf } from "./session-file.js";

const events = {
  reinvoke: { hook_event_name: "SessionStart", source: "compact" },
  telemetry: { hook_event_name: "PostCompact", trigger: "auto" },
};

test.each(["reinvoke", "telemetry"] as const)(
  "%s: whatever the fields of its input hold, it ends with 0, with one line on standard error at most",
  async (name) => {
    const any = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\u0000", "..", "/", ""), fc.jsonValue());
    const fields = fc.record({ session_id: any, transcript_path: any, cwd: any, compact_summary: any, agent_id: any });
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(fields, async (input) => {
        const text = JSON.stringify({ ...input, ...events[name] });
        const file = name === "telemetry" ? ["--file", join(folder, "c.ndjson")] : [];
        const { code, err } = await runCaptured([name, ...file], { input: [text] });
        expect(code).toBe(0);
        expect(err).toMatch(/^([^\n]+\n)?$/);
      }),
      { numRuns: 100 },
    );
  },
);

test("no secret of 200 is passed on, from whatever field of a transcript, an input or a catalogue", async () => {
  const secrets = madeUpSecrets(200);
  const session = newSession();
  for (const { text } of secrets) {
    session.prompt(text).skill(text, `Rules: ${text}`, { args: text });
    session.tool("Bash", { command: text }, text).reply(text);
  }
  const all = secrets.map(({ text }) => text).join("\n");
  const path = pathOf(session.compact({ summary: all }));
  const folder = temporaryFolder([["catalog.md", all]]);
  const file = join(folder, "c.ndjson");
  const outputs: string[] = [];
  const ask = async (args: string[], input?: object) => {
    const { out, err } = await runCaptured(args, input === undefined ? {} : { input: [JSON.stringify(input)] });
    outputs.push(out, err);
  };
  const common = { transcript_path: path, compact_summary: all };
  await ask(["reinvoke", "--max", "500", "--only", "all"], { ...common, ...events.reinvoke });
  await ask(["reinvoke", "--catalog", join(folder, "catalog.md")], { ...common, ...events.reinvoke });
  await ask(["reinvoke", path]);
  await ask(["reinvoke", path, "--json"]);
  for (const { text } of secrets.slice(0, 25))
    await ask(["telemetry", "--file", file], {
      ...common,
      ...events.telemetry,
      trigger: text,
      session_id: text,
      cwd: `/home/dev/${text}`,
    });
  await ask(["telemetry", "report", "--file", file]);
  await ask(["telemetry", "report", "--file", file, "--json", "--by", "skill,session,project,trigger"]);
  const seen = `${outputs.join("\n")}\n${readFileSync(file, "utf8")}`;
  expect(seen).toContain("[redacted: github token]");
  for (const { values } of secrets) for (const value of values) expect(seen).not.toContain(value);
});
