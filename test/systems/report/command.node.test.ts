import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCaptured } from "../../cli/run-captured.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

const demo = "fixtures/demo/session.jsonl";

test("report writes a page, and writes it again", async () => {
  const out = join(temporaryFolder(), "report.html");
  for (let time = 0; time < 2; time++)
    expect(await runCaptured(["report", demo, "--html", out])).toEqual({ code: 0, out: `${out} written\n`, err: "" });
  expect(readFileSync(out, "utf8")).toMatch(/^<!doctype html>[\s\S]*id="b2"/);
});

test("a dash is standard output, for both kinds", async () => {
  expect((await runCaptured(["report", demo, "--html", "-"])).out).toMatch(/^<!doctype html>/);
  expect((await runCaptured(["report", demo, "--markdown", "-"])).out).toMatch(/^<!-- tidemark report -->\n/);
});

test("what is no report is never replaced", async () => {
  const folder = temporaryFolder([["session.jsonl", readFileSync(demo)]]);
  const transcript = join(folder, "session.jsonl");
  for (const kind of ["--html", "--markdown"])
    for (const out of [transcript, folder]) {
      const { code, err } = await runCaptured(["report", transcript, kind, out]);
      expect(code).toBe(2);
      expect(err).toMatch(/is there and is no report: name another file; see/);
    }
  expect(readFileSync(transcript, "utf8")).toBe(readFileSync(demo, "utf8"));
  writeFileSync(join(folder, "empty"), "");
  expect((await runCaptured(["report", transcript, "--html", join(folder, "empty")])).code).toBe(0);
});

test("a folder gives the view of many sessions, by names without what they share", async () => {
  const folder = temporaryFolder([
    ["a/one.jsonl", readFileSync(demo)],
    ["b/two.jsonl", readFileSync("fixtures/versions/2.1.232.jsonl")],
    ["b/bad.jsonl", "no transcript\n"],
  ]);
  const { code, out, err } = await runCaptured(["report", folder, "--markdown", "-", "--redact"]);
  expect(code).toBe(2);
  expect(err).toContain("bad.jsonl");
  expect(out).toContain("## 2 sessions: what came back after compactions");
  expect(out).toContain("`a/one.jsonl`");
});

test("what does not go together is wrong use", async () => {
  expect(await runCaptured(["report", demo, "--redact"])).toMatchObject({ code: 2, out: "" });
  expect(await runCaptured(["report", demo, "--html", "-", "--json"])).toMatchObject({ code: 2, out: "" });
  expect(await runCaptured(["report", demo, "--html", "-", "--markdown", "-"])).toMatchObject({ code: 2, out: "" });
});

test("a folder that is not there is wrong use, told before a session is read", async () => {
  const out = join(temporaryFolder(), "no", "report.html");
  for (const option of ["--html", "--markdown"]) {
    const { code, err } = await runCaptured(["report", "absent.jsonl", option, out]);
    expect([code, err]).toEqual([2, expect.stringMatching(/no: the folder is not there; make it first/)]);
    expect(err).not.toContain("absent.jsonl");
  }
});
