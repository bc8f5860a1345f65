import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { allVerbs } from "../../src/cli/verbs.js";
import { demoTranscript } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const verbs = await allVerbs();

const pieces = demoTranscript().match(/.{1,100}/gsu) as string[];
const names = verbs.map(({ name }) => name).filter((name) => name !== "trace");

describe("- is standard input", () => {
  test.each(names)("%s answers it as it answers a file", async (name) => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      const file = await runCaptured([name, `${path}/one.jsonl`, "--json"]);
      expect(await runCaptured([name, "-", "--json"], { input: pieces })).toEqual(file);
    });
  });

  test("what is no transcript is told as of a file", async () => {
    expect(await runCaptured(["check", "-"])).toEqual({
      code: 2,
      out: "",
      err: "tidemark: -: the file is empty; name a transcript that Claude Code has written\n",
    });
  });

  test("trace, which reads twice, says what to do", async () => {
    const { code, err } = await runCaptured(["trace", "-", "READY"], { input: pieces });
    expect(code).toBe(2);
    expect(err).toBe(
      "tidemark: -: trace reads a transcript twice, and this can be read once; save it to a file and name that\n",
    );
  });

  test.each([
    ["export", "-", "--out", "rows"],
    ["sql", "select 1", "-"],
  ])("%s, which needs a folder, says so", async (...args) => {
    const { code, out, err } = await runCaptured(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^tidemark: -: standard input is one transcript; name a folder of transcripts\n$/);
  });

  test("a process that is given one reads it and ends", async () => {
    const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", main, "boundaries", "-", "--json"],
      { encoding: "utf8", input: demoTranscript() },
    );
    expect([status, JSON.parse(stdout).length, stderr]).toEqual([0, 1, ""]);
  });
});

describe.skipIf(process.platform === "win32")("a pipe that has a name", () => {
  const writeTo = (fifo: string) => pipeline(pieces, createWriteStream(fifo));

  test("is read as a stream, also beside the files of subagents of an old layout", async () => {
    await inFolder({ "one.jsonl": demoTranscript(), "agent-a1.jsonl": demoTranscript() }, async (path) => {
      const fifo = join(path, "pipe.jsonl");
      execFileSync("mkfifo", [fifo]);
      const written = writeTo(fifo);
      const { code, out, err } = await runCaptured(["boundaries", fifo, "--json"]);
      await written;
      expect([code, JSON.parse(out).length, err]).toEqual([0, 1, ""]);
    });
  });

  test("is summed up as any transcript", async () => {
    await inFolder({}, async (path) => {
      const fifo = join(path, "pipe");
      execFileSync("mkfifo", [fifo]);
      const written = writeTo(fifo);
      const { code, out, err } = await runCaptured(["usage", fifo, "--by", "session", "--json"]);
      await written;
      expect([code, JSON.parse(out).length, err]).toEqual([0, 1, ""]);
    });
  });

  test("a writer that comes late is waited for, and other work goes on", async () => {
    await inFolder({}, async (path) => {
      const fifo = join(path, "pipe");
      execFileSync("mkfifo", [fifo]);
      const answered = runCaptured(["boundaries", fifo, "--json"]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await writeTo(fifo);
      expect(JSON.parse((await answered).out)).toHaveLength(1);
    });
  });

  test("process substitution of a shell is one", async () => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
      const command = `"${process.execPath}" --import tsx "${main}" boundaries <(cat "${path}/one.jsonl") --json`;
      const out = await new Promise<string>((resolve, reject) =>
        execFile("bash", ["-c", command], (error, stdout) => (error === null ? resolve(stdout) : reject(error))),
      );
      expect(JSON.parse(out)).toHaveLength(1);
    });
  });

  test("a folder that holds one says so, and does not wait for it", async () => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      execFileSync("mkfifo", [join(path, "pipe.jsonl")]);
      const { code, out, err } = await runCaptured(["boundaries", path, "--json"]);
      expect([code, JSON.parse(out).length]).toEqual([2, 1]);
      expect(err).toBe(`tidemark: ${path}/pipe.jsonl: is no regular file; a transcript is one\n`);
    });
  });
});
