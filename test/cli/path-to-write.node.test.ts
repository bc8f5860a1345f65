import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportRows } from "../../src/node/export-rows.js";
import { runCaptured } from "./run-captured.js";

const demo = "fixtures/demo/session.jsonl";
const root = mkdtempSync(join(tmpdir(), "to-write-"));
beforeAll(() => {
  writeFileSync(join(root, "file"), "a file\n");
  symlinkSync("circle", join(root, "circle"));
  mkdirSync(join(root, "taken"));
  writeFileSync(join(root, "taken", "usage"), "a file\n");
});
afterAll(() => rmSync(root, { recursive: true }));

const notFolders = [
  ["a file", "file", "is a file; name another place"],
  ["what lies below a file", "file/x", "what should be its folder is a file; name another place"],
  ["a name that is too long", "a".repeat(300), "the name is too long; name another place"],
  ["a link to itself", "circle", "is a link that leads in a circle; name another place"],
] as const;

describe("a path that can't be written", () => {
  test.each(notFolders)("%s: export says so in one line, and ends with 2", async (_, name, reason) => {
    const out = join(root, name);
    const { code, err } = await runCaptured(["export", "fixtures/demo", "--out", out, "--format", "csv"]);
    expect({ code, err }).toEqual({ code: 2, err: `tidemark: ${out}: ${reason}\n` });
    const exported = exportRows("fixtures/demo", { out, format: "csv" });
    await expect(exported).rejects.toMatchObject({ name: "TranscriptError", message: `${out}: ${reason}` });
  });

  test("a file where a table's folder should be is told, too", async () => {
    const exported = exportRows("fixtures/demo", { out: join(root, "taken"), format: "csv", tables: ["usage"] });
    await expect(exported).rejects.toMatchObject({
      name: "TranscriptError",
      message: expect.stringMatching(/usage.day=.*: what should be its folder is a file; name another place$/),
    });
  });

  test.skipIf(!existsSync("/proc/self"))("a folder that the system does not give ends the export", async () => {
    const exported = exportRows("fixtures/demo", { out: "/proc/none/rows", format: "csv" });
    await expect(exported).rejects.toThrow("/proc/none/rows: the folder is not there; make it first");
  });

  test.each(notFolders.slice(1))("%s: report and view say so in the same words", async (_, name, reason) => {
    for (const args of [
      ["report", demo, "--html"],
      ["view", demo, "--out"],
    ]) {
      const { code, err } = await runCaptured([...args, join(root, name)]);
      expect(code).toBe(2);
      expect(err).toContain(`${join(root, name)}: ${reason}; see tidemark ${args[0]} --help\n`);
    }
  });
});

const optionsOfPaths = [
  ["export", "fixtures/demo", "--format", "csv", "--out"],
  ["report", demo, "--html"],
  ["report", demo, "--markdown"],
  ["view", demo, "--out"],
  ["setup", "--write"],
  ["setup", "--remove"],
  ["setup", "--plugin"],
  ["telemetry", "report", "--file"],
  ["handover", "show", "--folder"],
  ["lab", "report", "measured", "--out"],
  ["lab", "init", "--version", "1"],
  ["lab", "run"],
  ["lab", "run", "measured", "--config-dir"],
];
test.each(optionsOfPaths.map((words) => [words.join(" "), words] as const))(
  "an empty path after `%s` is wrong use, and nothing is written",
  async (_, words) => {
    const before = readdirSync(".");
    const { code, out, err } = await runCaptured([...words, ""]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^tidemark: .*argument.* is invalid.*\. It is empty: give a path; see tidemark .*--help\n$/);
    expect(readdirSync(".")).toEqual(before);
  },
);

test("exportRows does not take an empty path for the working directory", async () => {
  const exported = exportRows("fixtures/demo", { out: "", format: "csv" });
  await expect(exported).rejects.toThrow("`out` is empty; name a folder to write to.");
});
