import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { openTimeline, readTimeline } from "../../../src/node.js";
import { reportHtml } from "../../../src/systems.js";
import { transcript } from "../../../src/testing.js";
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
          if (width === 3840) continue;
          // The policy of the page keeps scripts out, so axe comes by the protocol of the browser.
          const found = await page.evaluate<{ id: string; nodes: string[] }[]>(
            `${axe}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`,
          );
          expect(found).toEqual([]);
        }
    } finally {
      await browser.close();
    }
  },
  120_000,
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

test.skipIf(program === null)(
  "on a phone what came back is drawn to fit; where there are too many boundaries it scrolls, with its whole legend in sight",
  async () => {
    const many = transcript({ cliVersion: "2.1.285" })
      .prompt("Begin.")
      .read("/home/dev/tide/src/cart.ts", "export {};");
    for (let at = 0; at < 20; at++) many.compact({ trigger: "auto" }).prompt("Go on.").reply("Yes.");
    const folder = temporaryFolder([
      ["few.html", await reportHtml(await openTimeline("fixtures/demo/session.jsonl"))],
      ["many.html", await reportHtml(await readTimeline(many.toString()))],
    ]);
    const browser = await chromium.launch({ executablePath: program as string, args: quiet.split(" ") });
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
      for (const [name, scrolls] of [
        ["few.html", false],
        ["many.html", true],
      ] as const) {
        await page.goto(pathToFileURL(join(folder, name)).href);
        const picture = page.locator("#things .picture:visible");
        expect(await picture.evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))).toEqual([
          scrolls,
        ]);
        const legend = await picture.locator("text").evaluateAll((all) => {
          const words = /^(?:disk|held|hook|invocation|summary|kept|registry|process|dashed|dotted|did not come back)/;
          const shown = all.filter(({ textContent }) => words.test(textContent ?? ""));
          const top = Math.min(...shown.map((one) => one.getBoundingClientRect().top));
          return shown
            .map((one) => ({ says: one.textContent, ...(one.getBoundingClientRect().toJSON() as DOMRect) }))
            .filter((one) => one.top < top + 60);
        });
        expect(legend.length).toBeGreaterThan(1);
        for (const { says, left, right, height } of legend)
          expect([says, left >= 0, right <= 360, height > 9]).toEqual([says, true, true, true]);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      }
    } finally {
      await browser.close();
    }
  },
);
