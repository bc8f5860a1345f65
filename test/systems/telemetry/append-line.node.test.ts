import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { appendLine, filesAside } from "../../../src/systems/telemetry/append-line.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

const linesOf = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1));

test("a line is appended, in a folder and a file that are for their owner alone", () => {
  const folder = join(temporaryFolder(), "state", "tidemark");
  const path = join(folder, "lines.ndjson");
  appendLine(path, "one\n");
  appendLine(path, "two\n");
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
  expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
});

test("behind a part of a line, which a full disk leaves, a new line begins", () => {
  const path = join(temporaryFolder([["lines.ndjson", 'one\n{"torn":']]), "lines.ndjson");
  appendLine(path, "two\n");
  expect(readFileSync(path, "utf8")).toBe('one\n{"torn":\ntwo\n');
});

test("a full file is put aside, and of these so many are kept, the newest", () => {
  const folder = temporaryFolder();
  const path = join(folder, "lines.ndjson");
  for (let at = 0; at < 100; at++) {
    appendLine(path, `${String(at).padStart(9, "0")}\n`, { maxBytes: 40, keep: 3 });
    // Names are by the time in milliseconds.
    for (const began = Date.now(); at % 4 === 3 && Date.now() === began; );
  }
  expect(filesAside(path)).toHaveLength(3);
  expect(existsSync(path)).toBe(false);
  expect(
    linesOf(folder)
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 12 }, (_, at) => 88 + at));
});

test("files of other names are left alone", () => {
  const folder = temporaryFolder([
    ["lines.old.ndjson", "old\n"],
    ["lines.2026-10-01.ndjson", "other\n"],
    ["others.2026-10-01T09-00-00-000Z-0123abcd.ndjson", "other\n"],
  ]);
  const path = join(folder, "lines.ndjson");
  for (let at = 0; at < 5; at++) appendLine(path, "line\n", { maxBytes: 1, keep: 1 });
  expect(filesAside(path)).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(4);
});

test("many processes at once lose no line, mix none, and put each full file aside", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "lines.ndjson");
  const source = fileURLToPath(new URL("../../../src/systems/telemetry/append-line.ts", import.meta.url));
  const program = `
    const { appendLine } = await import(${JSON.stringify(source)});
    const who = process.argv[1];
    for (let at = 0; at < 300; at++)
      appendLine(${JSON.stringify(path)}, JSON.stringify({ who, at, text: who.repeat(300) }) + "\\n", { maxBytes: 20_000, keep: 10_000 });
  `;
  const writers = ["a", "b", "c", "d", "e", "f", "g", "h"].map((who) =>
    spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program, who], {
      stdio: ["ignore", "ignore", "inherit"],
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    }),
  );
  const codes = await Promise.all(writers.map(async (writer) => (await once(writer, "exit"))[0]));
  expect(codes).toEqual(writers.map(() => 0));
  const lines = linesOf(folder).flatMap((line) => (line === "" ? [] : JSON.parse(line)));
  for (const { who, text } of lines) expect(text).toBe(who.repeat(300));
  const seen = new Set(lines.map(({ who, at }) => `${who} ${at}`));
  expect([lines.length, seen.size]).toEqual([8 * 300, 8 * 300]);
  expect(filesAside(path).length).toBeGreaterThan(20);
}, 120_000);

test("what is no file, and a folder that can't be written, are told", () => {
  const folder = temporaryFolder([["file", ""]]);
  expect(() => appendLine(folder, "line\n")).toThrow("EISDIR");
  expect(() => appendLine("/dev/null", "line\n")).toThrow("is no file");
  expect(() => appendLine(join(folder, "file", "lines.ndjson"), "line\n")).toThrow();
});
