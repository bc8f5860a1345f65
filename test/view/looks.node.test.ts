import { readFileSync } from "node:fs";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, demo, dropText, openView, startChromium } from "./chromium.js";

const text = readFileSync(demo, "utf8");

describe.skipIf(chromiumPath === null)("the page at every width, in light and dark", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  /** Rules that a person with a disability would meet as broken; none is left out. */
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    });
  }

  const states: [name: string, hash: string, click: string | null][] = [
    ["a boundary with a row open", "#boundary=1", "article button[aria-expanded]:nth-of-type(1)"],
    ["skills, and a line", "#tab=skills&line=63", "button[aria-expanded]"],
    ["a marker", "#tab=markers&about=Round%20half", "button[aria-expanded]"],
    ["the tables", "#tab=tables&about=usage", null],
  ];

  test.each([
    { width: 360, dark: false },
    { width: 360, dark: true },
    { width: 1280, dark: false },
    { width: 1280, dark: true },
    { width: 3840, dark: false },
    { width: 3840, dark: true },
  ])("$width pixels, dark: $dark", async ({ width, dark }) => {
    const { page, faults } = await openView(browser, { width, height: width > 2000 ? 2160 : 800, dark });
    expect(await violations(page)).toEqual([]);
    await dropText(page, "session.jsonl", text);
    for (const [, hash, click] of width === 1280 ? states : states.slice(0, 2)) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.getByRole("tablist").waitFor();
      if (click !== null) {
        await page.locator(click).first().click();
        await page.locator(".details figure, .details .none").first().waitFor();
      }
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Words/ }).click();
    expect(await violations(page)).toEqual([]);
    await page.close();
    expect(faults).toEqual([]);
  });
});
