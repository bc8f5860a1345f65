import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { internalFault } from "../../src/cli/internal-fault.js";
import { demoTranscript } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

test("a fault of the program has a code of its own, and what a report of it needs on lines that steer no terminal", () => {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text) };
  expect(internalFault(new RangeError("no \u001b[31mrow\nhere"), { stderr } as never)).toBe(70);
  expect(written[0]).toMatch(
    /^tidemark: a fault of tidemark \d+\.\d+\.\d+ \(Node v\d+.*\), please report it: RangeError: no row here\n$/,
  );
  expect(written[1]).toMatch(/^ {4}at .*faults\.node\.test\.ts:\d+:\d+/);
  expect(internalFault("a word", { stderr } as never)).toBe(70);
});

test.skipIf(!existsSync("/dev/full") || !existsSync(program))(
  "an answer that can't be written ends with 2 and one line",
  async () => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      const command = `"${process.execPath}" "${program}" returned "${path}/one.jsonl" > /dev/full`;
      const { status, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/^tidemark: the answer can't be written: ENOSPC.*\n$/),
      ]);
    });
  },
);

test.skipIf(!existsSync("/dev/full") || !existsSync(program))(
  "problems that can't be written change neither the answer nor the code",
  async () => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      const ask = (more: string) =>
        spawnSync(
          "sh",
          ["-c", `"${process.execPath}" "${program}" boundaries "${path}/one.jsonl" "${path}/none.jsonl" ${more}`],
          {
            encoding: "utf8",
          },
        );
      const right = ask("");
      expect([right.status, right.stderr]).toEqual([2, expect.stringContaining("no such file")]);
      const { status, stdout } = ask("2> /dev/full");
      expect([status, stdout]).toEqual([2, right.stdout]);
    });
  },
);

test("an answer that never ends, as nothing is left to wait for, is no success", async () => {
  await inFolder(
    { "one.jsonl": demoTranscript(), "stuck.cjs": "process.stdout.write = () => false;" },
    async (path) => {
      const args = ["--require", `${path}/stuck.cjs`, program, "returned", `${path}/one.jsonl`];
      expect(spawnSync(process.execPath, args, { encoding: "utf8" }).status).toBe(13);
    },
  );
});

test("a working directory that is not there any more is told, in one line", async () => {
  await inFolder({ "projects/a/one.jsonl": demoTranscript() }, async (folder) => {
    vi.stubEnv("CLAUDE_CONFIG_DIR", folder);
    // What Node throws there: a thread of the tests can't leave its own directory.
    const gone = Object.assign(new Error("ENOENT: process.cwd failed"), { code: "ENOENT", syscall: "uv_cwd" });
    const cwd = vi.spyOn(process, "cwd").mockImplementation(() => {
      throw gone;
    });
    const { code, out, err } = await runCaptured([]).finally(() => {
      cwd.mockRestore();
      vi.unstubAllEnvs();
    });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe("tidemark: the working directory is not there any more; go to another one\n");
  });
});
