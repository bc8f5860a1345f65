import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { hookInput, keepForecast, type StopWarningOptions, stopWarning } from "../../../src/systems.js";
import { type Transcript, transcript } from "../../../src/testing.js";
import { runCaptured } from "../../cli/run-captured.js";
import { madeUpSecrets } from "../../export/made-up-secrets.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

const cwd = "/home/dev/project";
const session_id = "5e550000-0000-4000-8000-000000000001";
const start = () => transcript({ cliVersion: "2.1.285", ambient: false });
/** A request of so many tokens. */
const sized = (tokens: number) => ({ usage: { input: 10, cacheRead: tokens - 10, cacheWrite: 0, output: 5 } });

let folder = "";
let path = "";
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "session.jsonl");
});
const input = (more = {}) => {
  const found = hookInput(JSON.stringify({ session_id, transcript_path: path, hook_event_name: "Stop", ...more }));
  if (found === null) throw new Error("is no input");
  return found;
};
const warningOf = (session: Transcript, options: StopWarningOptions = {}, more = {}) => {
  writeFileSync(path, session.toString());
  return stopWarning(input(more), { cache: join(folder, "cache"), ...options });
};

describe("a Stop hook warns", () => {
  test("of skills, decisions and open questions, each once; of new ones when they come", async () => {
    const session = start().prompt("Let's go with Postgres for the queue.").skill("long", "x".repeat(21_000));
    session.reply("Agreed: the worker retries three times. Shall I write the migration?", sized(170_000));
    expect(await warningOf(session)).toBe(
      [
        "The context is 85 % full (170000 of presumably 200000 tokens). A compaction now would lose:",
        "- skill long: all but its head",
        '- decision, line 1: "Let\'s go with Postgres for the queue."',
        '- decision, line 5: "Agreed: the worker retries three times."',
        '- open question, line 5: "Shall I write the migration?"',
        "What is to stay should be written into a file, such as CLAUDE.md.",
      ].join("\n"),
    );
    expect(await warningOf(session)).toBeNull();
    session.prompt("Yes.").reply("Decided: the table is called jobs. Shall I run it?", sized(172_000));
    expect((await warningOf(session))?.split("\n").slice(1, -1)).toEqual([
      '- decision, line 7: "Decided: the table is called jobs."',
    ]);
  });

  test("again after a compaction, when the same is to be lost again", async () => {
    const session = start().prompt("Begin.").skill("long", "x".repeat(21_000)).reply("Done.", sized(190_000));
    expect(await warningOf(session)).toContain("- skill long: all but its head");
    session.compact().prompt("On.").reply("Done.", sized(20_000));
    expect(await warningOf(session)).toBeNull();
    session.prompt("On.").skill("long", "y".repeat(22_000)).reply("Done.", sized(190_000));
    expect(await warningOf(session)).toContain("- skill long: all but its head");
  });

  test.each<[string, (session: Transcript) => unknown, boolean]>([
    [
      "a file",
      (session) => session.write(`${cwd}/notes.md`, `${"Long. ".repeat(500)}\n- Use Postgres\n  for the queue\n`),
      false,
    ],
    [
      "an edit",
      (session) =>
        session
          .disk(`${cwd}/notes.md`, "old")
          .read(`${cwd}/notes.md`)
          .edit(`${cwd}/notes.md`, "old", "We will use Postgres for the queue!"),
      false,
    ],
    [
      "the task list",
      (session) => session.tool("TodoWrite", { todos: [{ content: "use Postgres for the queue" }] }, "ok"),
      false,
    ],
    [
      "instructions",
      (session) => session.instructions([{ path: `${cwd}/CLAUDE.md`, content: "Use Postgres for the queue" }]),
      false,
    ],
    [
      "a call that failed",
      (session) =>
        session.tool("Write", { file_path: "a", content: "use Postgres for the queue" }, "No.", { isError: true }),
      true,
    ],
    [
      "what a command printed",
      (session) => session.tool("Bash", { command: "ls" }, "use Postgres for the queue"),
      true,
    ],
  ])("of a decision that stands in %s: %#", async (_, write, isLost) => {
    const session = start().prompt("Decision: use Postgres for the queue.");
    write(session);
    const warning = await warningOf(session.reply("Done.", sized(190_000)));
    expect(warning?.includes("use Postgres") ?? false).toBe(isLost);
  });

  test("of no decision that was changed, nor of one that the summary carried", async () => {
    const session = start().prompt("Begin.").reply("Begun.", sized(30_000));
    session.compact({ summary: "Decided: tabs.\n\nNext." });
    session.prompt("Colour: decided on blue.").prompt("Colour: decided on red.").reply("Done.", sized(190_000));
    const warning = (await warningOf(session)) ?? "";
    expect(warning).toContain("decided on red");
    expect(warning).not.toMatch(/blue|tabs/);
  });

  test("with five of a kind at most, and says how many more there are", async () => {
    const session = start().prompt("Begin.");
    for (let at = 1; at <= 7; at++) session.prompt(`Decided: take way number ${at}.`);
    const lines = (await warningOf(session.reply("Done.", sized(190_000))))?.split("\n") ?? [];
    expect(lines.filter((line) => line.startsWith("- decision"))).toHaveLength(5);
    expect(lines).toContain("- and 2 more decisions");
    expect(await warningOf(session)).toBeNull();
  });
});

describe("a Stop hook says nothing", () => {
  const full = () => start().prompt("Decided: use tabs.").reply("Done.", sized(160_000));

  test("below the share of the window that is asked for", async () => {
    expect(await warningOf(full(), { at: 0.81 })).toBeNull();
    expect(await warningOf(full(), { window: 1_000_000 })).toBeNull();
    expect(await warningOf(full(), { at: 0.8 })).toContain("80 % full (160000 of presumably 200000 tokens)");
  });

  test("where the status line was told of a larger window; beyond the usual one the extended is assumed", async () => {
    writeFileSync(path, full().toString());
    const cache = join(folder, "cache");
    await keepForecast(session_id, path, { cache, window: 1_000_000 });
    expect(await warningOf(full())).toBeNull();
    expect(await warningOf(start().prompt("Decided: use tabs.").reply("Done.", sized(900_000)))).toContain(
      "90 % full (900000 of 1000000 tokens)",
    );
    const more = start().prompt("Decided: use tabs.").reply("Done.", sized(400_000));
    await keepForecast(session_id, path, { cache, window: 200_000 });
    expect(await warningOf(more, { at: 0.3 })).toBeNull();
    expect(await warningOf(more, { at: 0.4, cache: join(folder, "new") })).toContain("of presumably 1000000 tokens");
  });

  test("where a Stop hook made the turn go on, in a subagent, and of a session without a request", async () => {
    expect(await warningOf(full(), {}, { stop_hook_active: true })).toBeNull();
    expect(await warningOf(full(), {}, { agent_id: "a1f00d" })).toBeNull();
    expect(await warningOf(start().prompt("Decided: use tabs."))).toBeNull();
    writeFileSync(path, "");
    expect(await stopWarning(input(), { cache: join(folder, "cache") })).toBeNull();
  });

  test("where its cache is no folder", async () => {
    writeFileSync(join(folder, "cache"), "");
    await expect(warningOf(full())).rejects.toThrow("cache");
  });
});

describe("what a warning may hold", () => {
  test("is no secret and no control character, and what is kept holds no text at all", async () => {
    const secrets = madeUpSecrets(100);
    const session = start();
    for (const { text } of secrets) session.prompt(`Decided: we use ${text} \u001b[31mfor now\u202e.`);
    for (const { text } of secrets.slice(0, 5)) session.skill(`deploy ${text}`, "x".repeat(21_000));
    session.reply(`May I keep ${secrets[0]?.text}?`, sized(190_000));
    const warning = (await warningOf(session)) ?? "";
    expect(warning).toMatch(/^- decision, line \d+: "Decided: we use .*\[redacted: /m);
    for (const { values } of secrets) for (const value of values) expect(warning).not.toContain(value);
    expect(warning.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(warning.length).toBeLessThan(10_000);
    const kept = join(folder, "cache", "forecasts");
    for (const name of readdirSync(kept)) expect(readFileSync(join(kept, name), "utf8")).toMatch(/^[["\],0-9a-f]+$/);
  });
});

test("a secret that is parted by what can't be seen is known as one before it is whole", async () => {
  const token = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
  const parted = `${token.slice(0, 12)}\u200b${token.slice(12)}`;
  const session = start().prompt(`Decided: we use ${parted} for now.`).skill(`deploy ${parted}`, "x".repeat(21_000));
  const warning = await warningOf(session.reply(`May I keep ${parted}?`, sized(190_000)));
  expect(warning?.match(/\[redacted: github token\]/g)).toHaveLength(3);
  expect(warning).not.toContain(token);
});

describe("tidemark forecast --stop", () => {
  const run = (args: string[], text: string) => runCaptured(["forecast", "--stop", ...args], { input: [text] });
  const json = (more = {}) => JSON.stringify({ session_id, transcript_path: path, ...more });

  test("prints one JSON object with a message for the person, and nothing the second time", async () => {
    writeFileSync(path, start().prompt("Decided: use tabs.").reply("Done.", sized(50_000)).toString());
    const first = await run(["--at", "40", "--window", "100000"], json());
    expect({ ...first, out: Object.keys(JSON.parse(first.out)) }).toEqual({ code: 0, out: ["systemMessage"], err: "" });
    expect(await run(["--at", "40", "--window", "100000"], json())).toEqual({ code: 0, out: "", err: "" });
  });

  test.each<[string[], string, string]>([
    [[], "no JSON", "standard input is no JSON object"],
    [[], "{}", "standard input names no session and transcript"],
    [[], JSON.stringify({ session_id: "../x", transcript_path: "x" }), "names no session"],
    [[], JSON.stringify({ session_id, transcript_path: "/none.jsonl" }), "/none.jsonl: no such file"],
    [["--at", "0"], "{}", "--at 0 is no whole number from 1 to 100"],
    [["--at", "101"], "{}", "--at 101 is no whole number from 1 to 100"],
    [["--window", "many"], "{}", "--window many is no whole number from 1 on"],
    [["--typo"], "{}", "--typo"],
    [["session.jsonl"], "{}", "session.jsonl"],
  ])(
    "with %j and %j never blocks the turn: it ends with 0 and one line on standard error",
    async (args, text, message) => {
      const { code, out, err } = await run(args, text);
      expect([code, out]).toEqual([0, ""]);
      expect(err).toMatch(/^tidemark: forecast: [^\n]+\n$/);
      expect(err).toContain(message);
    },
  );

  test("is in the help of forecast", async () => {
    const { code, out } = await runCaptured(["forecast", "--stop", "--help"]);
    expect(code).toBe(0);
    for (const option of ["--status-line", "--stop", "--at <percent>", "--window <tokens>"])
      expect(out).toContain(option);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
