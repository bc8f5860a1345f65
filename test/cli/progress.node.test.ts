import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demoTranscript } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const erase = "\r\u001b[K";
const files = Object.fromEntries(["1", "2", "3", "4"].map((name) => [`p/${name}.jsonl`, demoTranscript()]));

/** A clock on which every look is a second after the last one. */
beforeEach(() => {
  let now = 1_800_000_000_000;
  vi.spyOn(Date, "now").mockImplementation(() => (now += 1000));
});
afterEach(() => void vi.restoreAllMocks());

test("on a terminal a line on standard error tells how far a folder is read, and is gone at the end", async () => {
  await inFolder(files, async (path) => {
    const { code, out, err } = await runCaptured(["survival", path, "--json"], { errorColumns: 80 });
    expect([code, Array.isArray(JSON.parse(out))]).toEqual([0, true]);
    expect(err).toBe(
      [
        "",
        // Two seconds after the first one was done, by the clock above, there is something to tell by.
        "[#####...............] 1/4 sessions, 1/1 MB",
        "[##########..........] 2/4 sessions, 1/1 MB",
        "[###############.....] 3/4 sessions, 1/1 MB, about 5 s left",
        "[####################] 4/4 sessions, 1/1 MB",
        "",
      ].join(erase),
    );
  });
});

test("the line is taken away before anything else is written", async () => {
  await inFolder({ ...files, "p/2-bad.jsonl": "no\n" }, async (path) => {
    const { err } = await runCaptured(["usage", path], { errorColumns: 80 });
    expect(err).toContain(`${erase}tidemark: ${path}/p/2-bad.jsonl: not a transcript`);
    expect(err.endsWith(erase)).toBe(true);
  });
});

test("the line is no longer than the terminal is wide", async () => {
  await inFolder(files, async (path) => {
    const { err } = await runCaptured(["survival", path, "--json"], { errorColumns: 30 });
    const lines = err.split(erase).filter((line) => line !== "");
    expect(lines.map((line) => line.length)).toEqual([29, 29, 29, 29]);
  });
});

test("there is none where standard error is no terminal, and none for one file", async () => {
  await inFolder(files, async (path) => {
    expect((await runCaptured(["survival", path])).err).toBe("");
    expect((await runCaptured(["survival", `${path}/p/1.jsonl`], { errorColumns: 80 })).err).toBe("");
  });
});

test("what is done in an instant shows none", async () => {
  vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_000);
  await inFolder(files, async (path) => {
    expect((await runCaptured(["survival", path], { errorColumns: 80 })).err).toBe("");
  });
});

test.each([
  ["export", (path: string) => ["export", path, "--out", join(path, "rows"), "--format", "ndjson"]],
  ["sql", (path: string) => ["sql", "select count(*) as n from session", path]],
])("%s shows one too", async (_, args) => {
  await inFolder(files, async (path) => {
    const { err } = await runCaptured(args(path), { errorColumns: 80 });
    expect(err).toContain(`${erase}[####################] 4/4 sessions, 1/1 MB${erase}`);
  });
});
