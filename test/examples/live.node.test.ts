import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transcript } from "../../src/testing.js";
import { systemProgram } from "../system-program.js";
import { installedExample, type RunningExample, startExample } from "./example.js";

const example = installedExample("live");
const executablePath = systemProgram("chromium");
const flags =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

const hostile = `<img src=x onerror="document.title='taken'">`;
const session = () =>
  transcript({ cliVersion: "2.1.285" })
    .hook("SessionStart:startup", { command: "remind.sh", stdout: "Tests live in test/." })
    .prompt("Add tax.")
    .raw({ type: "custom-title", customTitle: hostile, sessionId: "5e55" })
    .skill("deploy", "Always tag first.")
    .read("/home/dev/tide/cart.ts", "export const cart = 1;")
    .reply("Done.", { usage: { input: 10, cacheRead: 61_990, cacheWrite: 0, output: 50 } });

describe.skipIf(example === null)("the live page", () => {
  let folder = "";
  let server: RunningExample;
  const file = () => join(folder, "-home-dev-tide", "5e55.jsonl");

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "live-"));
    mkdirSync(join(folder, "-home-dev-tide"));
    writeFileSync(file(), session().toString());
    execFileSync("npm", ["run", "-s", "build"], { cwd: example as string });
    server = await startExample(example as string, "server/main.js", ["--folder", folder, "--port", "0"]);
  });
  afterAll(() => {
    server?.process.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Asks under a name and with headers that `fetch` would not let through. */
  const ask = async (path: string, headers: OutgoingHttpHeaders = {}, method = "GET"): Promise<IncomingMessage> => {
    const asked = request(server.url + path, { headers, method }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    if (!answer.headers["content-type"]?.startsWith("text/event-stream")) answer.resume();
    return answer;
  };

  /** Reads the stream of events until one is there that is wanted. */
  const until = async (answer: IncomingMessage, wanted: (text: string) => boolean): Promise<string> => {
    let text = "";
    for await (const chunk of answer) {
      text += chunk;
      if (wanted(text)) break;
    }
    answer.destroy();
    return text;
  };

  test("it answers this machine alone, under its own name, and reads nothing but its own files", async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const port = new URL(server.url).port;
    const statuses = await Promise.all(
      [
        ask("/"),
        ask("/", { host: `localhost:${port}` }),
        ask("/", { host: "rebound.example" }),
        ask("/events", { host: `rebound.example:${port}` }),
        ask("/events", { "sec-fetch-site": "cross-site" }),
        ask("/../package.json"),
        ask("/%2e%2e/server/main.js"),
        ask("//"),
        ask("/", {}, "POST"),
      ].map(async (answer) => (await answer).statusCode),
    );
    expect(statuses).toEqual([200, 200, 403, 403, 403, 404, 404, 404, 405]);
    const { headers } = await ask("/", { origin: "https://elsewhere.example" });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  });

  test("a reader that comes back is told all that is there, and then that it is ready", async () => {
    await until(await ask("/events"), (all) => all.includes("event: session"));
    for (const headers of [{}, { "last-event-id": "7" }]) {
      const text = await until(await ask("/events", headers), (all) => all.includes("event: ready"));
      expect([...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(["begin", "session", "ready"]);
      expect(text.startsWith("retry: 1000\n")).toBe(true);
    }
  });

  test("for a reader that takes nothing only the newest state of each session waits", async () => {
    const { listeners } = await import(pathToFileURL(`${example}/server/listeners.js`).href);
    const readers = listeners();
    const taken: string[] = [];
    let takeMore = (): void => {};
    const slow = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write(chunk, _encoding, done) {
        taken.push(chunk);
        takeMore = () => {
          takeMore = () => {};
          done();
        };
      },
    });
    readers.add(slow);
    for (let at = 0; at < 1_000; at++) readers.put(`s${at % 3}`, { at });
    readers.remove("s2");
    expect(slow.writableLength).toBeLessThan(100);
    for (let at = 0; at < 10; at++) {
      takeMore();
      await new Promise(setImmediate);
    }
    readers.close();
    expect(taken.map((text) => /^(?:retry.*\n)?event: (\w+)\ndata: (.*)\n\n$/.exec(text)?.slice(1).join(" "))).toEqual([
      "begin null",
      "ready null",
      'session {"key":"s1","at":997}',
      'session {"key":"s0","at":999}',
      'removed {"key":"s2"}',
    ]);
  });

  describe.skipIf(executablePath === null)("in Chromium", () => {
    let browser: Browser;
    let page: Page;
    const said: string[] = [];
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath as string, args: flags.split(" ") });
      page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
      page.on("console", (message) => said.push(message.text()));
      page.on("pageerror", (error) => said.push(String(error)));
      await page.goto(server.url);
    });
    afterAll(() => browser?.close());

    /** Violations of the rules for accessible pages. */
    const violations = async (): Promise<string[]> => {
      // The policy of the page allows no script that is put in, so the rules come in by the debugger.
      const found = await page.evaluate(`${axe.source}; axe.run().then(({ violations }) => violations)`);
      return (found as { id: string; nodes: { html: string }[] }[]).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    };

    test("it shows a session, and a compaction as it happens, with what it lost", async () => {
      const card = page.getByRole("article").first();
      await card.getByText("62,000 tokens in context").waitFor();
      expect(await page.getByRole("log").getByRole("paragraph").count()).toBe(0);
      expect(await violations()).toEqual([]);

      const before = readFileSync(file(), "utf8");
      const after = session()
        .compact({ trigger: "auto", preTokens: 62_050, postTokens: 9_000 })
        .prompt("Go on.")
        .toString();
      expect(after.startsWith(before)).toBe(true);
      appendFileSync(file(), after.slice(before.length));

      const news = page.getByRole("log").getByRole("paragraph");
      await news.getByText(/auto compaction .* 62,050 → 9,000 tokens, lost 1 hook/).waitFor();
      await card.getByRole("row", { name: /^1 .*auto 62,050 9,000 53,050$/ }).waitFor();
      expect(await card.getByText("9,000 tokens in context").count()).toBe(1);
      expect(await card.getByRole("img", { name: "Context size" }).count()).toBe(1);
      await card.getByText(/^The last one lost/).click();
      await card.getByText("SessionStart:startup: hook not run").waitFor();
      expect(await card.getByRole("heading").textContent()).toBe(hostile);
      expect(await page.title()).toBe("Sessions, live");
      expect(await violations()).toEqual([]);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/live.png`, fullPage: true });
    });

    test.each([
      ["dark", 360],
      ["light", 1600],
    ] as const)("it is accessible in %s colours, %i pixels wide, and does not run over", async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await violations()).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/live-${width}.png`, fullPage: true });
    });

    test("a session that is removed goes, and nothing was said on the console", async () => {
      rmSync(file());
      await page.getByText("No session was written in the last days.").waitFor();
      expect(said).toEqual([]);
    });
  });

  test("Ctrl-C ends it, also while a page listens", async () => {
    const answer = await ask("/events");
    answer.resume();
    const closed = once(answer, "close");
    expect(await server.end()).toBe(0);
    await closed;
    expect(server.errors()).toBe("");
  });

  test("a folder that is not there is one line on standard error, with code 2", async () => {
    const started = startExample(example as string, "server/main.js", ["--folder", "/nowhere", "--port", "0"]);
    const ended = started.then(
      async (running) => `${(await once(running.process, "exit"))[0]}: ${running.errors()}`,
      (error) => String(error),
    );
    expect(await ended).toMatch(/2: live: \/nowhere: no such folder/);
  });
});
