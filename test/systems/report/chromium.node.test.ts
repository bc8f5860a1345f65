import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { openTimeline } from "../../../src/node.js";
import { reportHtml } from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";
import { systemProgram } from "../../system-program.js";

const program = systemProgram("chromium");
const quiet =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test.skipIf(program === null)(
  "in a browser the pages are accessible, fit every width, ask for nothing and complain of nothing",
  async () => {
    const timeline = await openTimeline("fixtures/demo/session.jsonl");
    const files = {
      "session.html": await reportHtml(timeline),
      "fleet.html": await reportHtml([timeline, timeline, timeline]),
    };
    const folder = temporaryFolder(Object.entries(files));
    const browser = await chromium.launch({ executablePath: program as string, args: quiet.split(" ") });
    try {
      for (const name of Object.keys(files))
        for (const [width, colorScheme] of [
          [360, "dark"],
          [1280, "light"],
          [3840, "dark"],
        ] as const) {
          const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
          const faults: string[] = [];
          page.on("console", (message) => faults.push(message.text()));
          page.on("request", (request) => {
            if (!request.url().startsWith("file:")) faults.push(request.url());
          });
          await page.goto(pathToFileURL(join(folder, name)).href);
          expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
          expect(faults).toEqual([]);
          // The policy of the page keeps scripts out, so axe comes by the protocol of the browser.
          const found = await page.evaluate<{ id: string; nodes: string[] }[]>(
            `${axe}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`,
          );
          expect(found).toEqual([]);
          await page.close();
        }
    } finally {
      await browser.close();
    }
  },
);

test.skipIf(program === null)(
  "a table is read in another order by keyboard, and a link opens at its line",
  async () => {
    const folder = temporaryFolder([["r.html", await reportHtml(await openTimeline("fixtures/demo/session.jsonl"))]]);
    const browser = await chromium.launch({ executablePath: program as string, args: quiet.split(" ") });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(`${pathToFileURL(join(folder, "r.html")).href}#L40`);
      const top = () => page.evaluate<number>("document.querySelector('#L40').getBoundingClientRect().top");
      await expect.poll(top, { timeout: 10_000 }).toBeLessThan(900);
      await page.focus("#skill-rows-0");
      await page.keyboard.press("ArrowRight");
      expect(await page.locator("#skills .order:visible caption").allTextContents()).toEqual(["Skills, by name"]);
    } finally {
      await browser.close();
    }
  },
);
