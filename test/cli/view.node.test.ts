import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, demo, openView, startChromium, temporaryFolder, viewFile } from "../view/chromium.js";
import { runCaptured } from "./run-captured.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);

describe("tidemark view", () => {
  test("without a path it is the built page", async () => {
    const out = join(folder, "empty.html");
    const { code, out: printed } = await runCaptured(["view", "--out", out]);
    expect([code, printed]).toEqual([0, `${out}\nOpen it in a browser.\n`]);
    expect(readFileSync(out, "utf8")).toBe(readFileSync(viewFile, "utf8"));
  });

  test("a page with a transcript in it is for its owner alone, and names nothing but the file", async () => {
    const out = join(folder, "demo.html");
    expect((await runCaptured(["view", demo, "--out", out])).code).toBe(0);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readFileSync(out, "utf8").match(/data-path="[^"]*"/g)).toContain('data-path="session.jsonl"');
  });

  test("a page is written again; a transcript never is replaced by one", async () => {
    const transcript = join(folder, "mine.jsonl");
    writeFileSync(transcript, readFileSync(demo));
    const { code, err } = await runCaptured(["view", transcript, "--out", transcript]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("is there and is no page of `tidemark view`: name another file"),
    ]);
    expect(readFileSync(transcript)).toEqual(readFileSync(demo));
    const out = join(folder, "twice.html");
    for (let time = 0; time < 2; time++) expect((await runCaptured(["view", demo, "--out", out])).code).toBe(0);
  });

  test("what can't be read is told, and ends with 2; the rest is in the page", async () => {
    const out = join(folder, "some.html");
    const { code, err } = await runCaptured(["view", join(folder, "absent.jsonl"), demo, "--out", out]);
    expect(code).toBe(2);
    expect(err).toContain("absent.jsonl: no such file; check the path");
    expect(readFileSync(out, "utf8")).toContain('data-path="session.jsonl"');
    const none = await runCaptured(["view", join(folder, "absent.jsonl"), "--out", join(folder, "none.html")]);
    expect([none.code, none.out]).toEqual([2, ""]);
    const nowhere = await runCaptured(["view", demo, "--out", join(folder, "no", "where.html")]);
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining("the folder is not there; make it first")]);
  });
});

describe.skipIf(chromiumPath === null)("a page that tidemark view wrote, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  test("a link to a line of a session survives a reload", async () => {
    const project = join(folder, "project");
    mkdirSync(project);
    for (const name of ["one", "two"]) writeFileSync(join(project, `${name}.jsonl`), readFileSync(demo));
    const out = join(folder, "project.html");
    expect((await runCaptured(["view", project, "--out", out])).code).toBe(0);
    const { page, faults } = await openView(browser, { file: out, hash: "#session=two.jsonl&boundary=2&line=63" });
    for (const visit of [1, 2]) {
      await page.getByRole("heading", { name: "two.jsonl", exact: true }).waitFor();
      await page.getByRole("heading", { name: /^Boundary 2/ }).waitFor();
      await page.locator("ins", { hasText: "Round half up." }).waitFor();
      if (visit === 1) await page.reload();
    }
    await page.close();
    expect(faults).toEqual([]);
  });
});
