import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { startRefresh } from "../../../src/systems/forecast/refresh.js";
import { hookInput, keepForecast, lossLine, statusLine } from "../../../src/systems.js";
import { transcript } from "../../../src/testing.js";
import { runCaptured } from "../../cli/run-captured.js";
import { put, temporaryFolder } from "../../node/temporary-folder.js";

const cwd = "/home/dev/project";
const sessionId = "5e550000-0000-4000-8000-000000000001";

/** Six skills that are cut, of which five fill the budget; seven files, of which five come back; two prompts. */
function losing(): string {
  const session = transcript({ cliVersion: "2.1.285", ambient: false }).prompt("Begin.").listing(["a", "b", "c"]);
  for (let at = 1; at <= 6; at++) session.skill(`s${at}`, "x".repeat(21_000));
  for (let at = 1; at <= 7; at++) session.read(`${cwd}/f${at}.ts`, "File.\n");
  return session.reply("Begun.").prompt("Go on.").reply("Done.").toString();
}
const line = "compaction would lose: 1 skill, 2 files, 2 prompts, 3 listed skills; cut: 5";

let folder = "";
let path = "";
let cache = "";
beforeEach(() => {
  folder = temporaryFolder([["session.jsonl", losing()]]);
  path = join(folder, "session.jsonl");
  cache = join(folder, "cache");
});
const input = () => ({ sessionId, transcriptPath: path });
const kept = () => join(cache, "forecasts", `${sessionId}.json`);

describe("the line of a session", () => {
  test("is what a compaction now would lose, counted, once it was worked out", async () => {
    expect(statusLine(input(), 0, cache)).toMatchObject({ line: "compaction would lose: being read", outdated: true });
    expect((await keepForecast(sessionId, path, { cache, window: 200_000 })).line).toBe(line);
    expect(statusLine(input(), 0, cache)).toMatchObject({ line, outdated: false, kept: { window: 200_000 } });
  });

  test("has its age where the transcript has changed since", async () => {
    const { at } = await keepForecast(sessionId, path, { cache });
    appendFileSync(path, "\n");
    const later = (seconds: number) => statusLine(input(), at + seconds * 1000, cache);
    expect(later(7)).toMatchObject({ line: `${line} (7 s ago)`, outdated: true });
    expect(later(-5).line).toBe(`${line} (0 s ago)`);
    expect([later(90), later(7_200), later(300_000)].map((one) => one.line.slice(line.length))).toEqual([
      " (2 min ago)",
      " (2 h ago)",
      " (3 days ago)",
    ]);
  });

  test("of a transcript of which not all was read says at least", () => {
    const losses = { skills: 0, nestedMemories: 2, hooks: 1, files: 0, listed: 0, prompts: 1, cut: 0 };
    expect(lossLine(losses, false)).toBe(
      "compaction would lose: at least 2 nested instruction files, 1 hook text, 1 prompt",
    );
    expect(lossLine({ ...losses, nestedMemories: 0, hooks: 0, prompts: 0 }, false)).toBe(
      "compaction would lose: nothing",
    );
  });

  test("of what can't be read says why, and is not worked out", async () => {
    const lineOf = (transcriptPath: string | null, id: string | null = sessionId) => {
      const shown = statusLine({ sessionId: id, transcriptPath }, 0, cache);
      expect(shown.outdated).toBe(false);
      return shown.line;
    };
    expect(lineOf(null)).toBe("compaction would lose: unknown, no transcript was named");
    expect(lineOf(path, null)).toBe("compaction would lose: unknown, no session was named");
    expect(lineOf(path, "../../elsewhere")).toBe("compaction would lose: unknown, no session was named");
    expect(lineOf(join(folder, "none.jsonl"))).toBe("compaction would lose: unknown, there is no transcript yet");
    expect(lineOf(folder)).toBe("compaction would lose: unknown, the transcript is no file");
    await expect(keepForecast("../x", path, { cache })).rejects.toThrow("can't name a file");
    expect((await keepForecast(sessionId, folder, { cache })).line).toContain("unknown, the transcript is no file");
  });

  test.each(["", "\u0000\u0001\u0002", "{}\n"])(
    "of a transcript that holds %j is unknown, which is not nothing",
    async (text) => {
      put(path, text);
      expect((await keepForecast(sessionId, path, { cache })).line).toBe(
        "compaction would lose: unknown, the transcript holds no conversation",
      );
    },
  );

  test("holds counts only, for its owner alone, and is never another transcript's", async () => {
    await keepForecast(sessionId, path, { cache });
    const text = readFileSync(kept(), "utf8");
    expect(text).not.toMatch(/s1|f1\.ts|Begin|xxxx/);
    expect([statSync(kept()).mode & 0o777, statSync(join(cache, "forecasts")).mode & 0o777]).toEqual([0o600, 0o700]);
    const other = join(folder, "other.jsonl");
    put(other, losing());
    expect(statusLine({ sessionId, transcriptPath: other }, 0, cache).kept).toBeNull();
  });

  test.each(["", "{", "null", "[]", '{"line":7}', JSON.stringify({ line: "\u001b]0;title\u0007" })])(
    "is not taken from a damaged note: %j",
    async (text) => {
      await keepForecast(sessionId, path, { cache });
      const note = JSON.parse(readFileSync(kept(), "utf8"));
      writeFileSync(kept(), text.startsWith('{"line":"') ? JSON.stringify({ ...note, ...JSON.parse(text) }) : text);
      expect(statusLine(input(), 0, cache)).toMatchObject({
        line: "compaction would lose: being read",
        outdated: true,
      });
      await keepForecast(sessionId, path, { cache });
      expect(statusLine(input(), 0, cache).line).toBe(line);
    },
  );
});

describe("a program that reads on", () => {
  test("is started once, until its lock is gone or too old", async () => {
    const lock = join(cache, "forecasts", "a.lock");
    const command = [process.execPath, "-e", "0"];
    expect([startRefresh(lock, command), startRefresh(lock, command)]).toEqual([true, false]);
    const old = Date.now() / 1000 - 61;
    utimesSync(lock, old, old);
    expect([startRefresh(lock, command), startRefresh(lock, command)]).toEqual([true, false]);
  });

  test("is started also where a clock was put back since the lock was taken", () => {
    const lock = join(cache, "forecasts", "a.lock");
    put(lock, "");
    const future = Date.now() / 1000 + 3600;
    utimesSync(lock, future, future);
    expect(startRefresh(lock, [process.execPath, "-e", "0"])).toBe(true);
  });

  test("that can't be started leaves no lock", async () => {
    const lock = join(cache, "forecasts", "a.lock");
    expect(startRefresh(lock, [join(folder, "no-such-program")])).toBe(true);
    await expect.poll(() => existsSync(lock)).toBe(false);
  });
});

const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

describe.skipIf(!existsSync(program))("tidemark forecast --status-line", () => {
  const run = (text: string, env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "forecast", "--status-line"], {
      input: text,
      encoding: "utf8",
      env: { ...process.env, XDG_CACHE_HOME: cache, ...env },
    });
    return { status, stdout, stderr };
  };
  const json = (more = {}) => JSON.stringify({ session_id: sessionId, transcript_path: path, ...more });
  const note = () => join(cache, "tidemark", "forecasts");

  test("reads a session by a program of its own, and shows what is known meanwhile", async () => {
    const window = { context_window: { context_window_size: 1_000_000 } };
    expect(run(json(window)).stdout).toMatch(/^compaction would lose: (being read|1 skill, .*)\n$/);
    const settled = { status: 0, stdout: `${line}\n`, stderr: "" };
    await expect.poll(() => run(json()), { timeout: 20_000 }).toEqual(settled);
    appendFileSync(path, "\n");
    expect(run(json()).stdout).toMatch(/; cut: 5 \(\d+ s ago\)\n$/);
    await expect.poll(() => run(json()), { timeout: 20_000 }).toEqual(settled);
    await expect.poll(() => readdirSync(note())).toEqual([`${sessionId}.json`]);
    // The size of the window stays known where it is not told again.
    expect(JSON.parse(readFileSync(join(note(), `${sessionId}.json`), "utf8")).window).toBe(1_000_000);
  });

  test("where nothing can be kept says so, and ends with 0", () => {
    writeFileSync(cache, "a file where the folder would be");
    const { status, stdout, stderr } = run(json());
    expect([status, stdout]).toEqual([0, "compaction would lose: being read\n"]);
    expect(stderr).toMatch(/^tidemark: forecast: [^\n]+\n$/);
  });

  test.each(["", "no JSON", "[]", '"text"'])("given %j on standard input ends with 0 and one line", (text) => {
    const { status, stdout, stderr } = run(text);
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^tidemark: forecast: standard input is no JSON object[^\n]+\n$/);
  });
});

test("tidemark forecast prints the table, and the same line below it", async () => {
  const { out } = await runCaptured(["forecast", path]);
  expect(out.split("\n").at(-2)).toBe(line);
  expect(out.split("\n").filter((row) => row.startsWith("lose "))).toHaveLength(5);
});

test("what the status line is told of the window is read, and nothing else taken for it", () => {
  const windowOf = (value: unknown) => hookInput(JSON.stringify({ context_window: value }))?.contextWindow;
  expect(windowOf({ context_window_size: 200_000 })).toBe(200_000);
  for (const value of [
    null,
    7,
    "x",
    {},
    { context_window_size: 0 },
    { context_window_size: "9" },
    { context_window_size: 1.5 },
  ])
    expect(windowOf(value)).toBeNull();
});
