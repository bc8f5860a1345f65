import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transcript } from "../../src/testing.js";
import { chromiumPath, dropText, openView, startChromium } from "./chromium.js";

const attack = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>\u202egnp.exe`;
const cwd = `/home/dev/${attack}`;

/** Markup, scripts and signs that turn the direction of a text, in every text that a session can hold. */
const hostile = transcript({ cliVersion: "2.1.285", cwd })
  .hook("SessionStart:startup", { command: attack, stdout: attack })
  .instructions([{ path: `${cwd}/CLAUDE.md`, content: attack }])
  .listing([attack])
  .prompt(attack)
  .read(`${cwd}/${attack}.ts`, attack)
  .tool(attack, { command: attack }, attack)
  .skill(attack, attack, { by: "model", args: attack })
  .reply(attack)
  .compact({ trigger: "auto", summary: attack })
  .prompt("Go on")
  .reply(attack)
  .toString();

describe.skipIf(chromiumPath === null)("the page in Chromium, with a hostile or a long transcript", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  test("whatever a transcript holds is text", async () => {
    const { page, faults } = await openView(browser);
    await dropText(page, `${attack.replaceAll("/", "")}.jsonl`, hostile);
    await page.getByRole("tablist").waitFor();
    for (const hash of [
      "boundary=1",
      "tab=skills",
      "tab=hooks",
      "tab=conflicts",
      "tab=events",
      "tab=tables&about=listings",
      "line=1",
    ]) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      const rows = page.locator(".tab button.row");
      await rows.first().or(page.locator(".tab .none")).first().waitFor();
      for (const row of (await rows.all()).slice(0, 8)) {
        await row.click();
        await page.locator(".details").waitFor();
      }
    }
    const found = await page.evaluate(() => ({
      title: document.title,
      elements: document.querySelectorAll("#view img, #view script, #view iframe, #view [onerror]").length,
      turned: /[\u202a-\u202e\u2066-\u2069]/.test(document.querySelector("#view")?.textContent ?? ""),
    }));
    expect(found).toEqual({ title: "tidemark", elements: 0, turned: false });
    await page.close();
    expect(faults).toEqual([]);
  });

  test("of ten thousand events no more are in the page than can be seen, and the last is reached", async () => {
    const session = transcript({ cliVersion: "2.1.285", cwd: "/home/dev/long" });
    for (let turn = 0; turn < 1500; turn++) {
      session.prompt(`Go on with part ${turn}.`).reply("Yes.");
      session.tool("Bash", { command: `npm test -- ${turn}` }, "passed").reply(`Part ${turn} is done.`);
      session.tool("Bash", { command: `git commit -m ${turn}` }, "committed").reply("Next.");
      if (turn % 100 === 99) session.compact({ trigger: "auto", summary: "What was done." });
    }
    const { page, faults } = await openView(browser, { hash: "#tab=events" });
    await dropText(page, "long.jsonl", session.toString());
    const rows = page.locator(".tab button.row");
    await rows.first().waitFor();
    const events = Number(((await page.locator(".tab .count").textContent()) ?? "").replace(/\D/g, ""));
    expect(events).toBeGreaterThan(10_000);
    const nodes = (): Promise<number> => page.evaluate(() => document.querySelectorAll("*").length);
    expect(await nodes()).toBeLessThan(3000);

    await rows.first().focus();
    await page.keyboard.press("End");
    await page.locator(`.tab [aria-rowindex="${events + 1}"]`).waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex"))).toBe(
      String(events + 1),
    );
    expect(await nodes()).toBeLessThan(3000);
    await page.getByLabel("Filter events").fill("part 1234.");
    await page
      .getByText(`2 of ${events.toLocaleString("en-US")} rows`)
      .or(page.getByText(`1 of ${events.toLocaleString("en-US")} rows`))
      .waitFor();
    await page.close();
    expect(faults).toEqual([]);
  });
});
