import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { missing, readTimeline, returned } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import {
  chromiumPath,
  demo,
  dropText,
  openView,
  startChromium,
  temporaryFolder,
  type WatchedPage,
} from "./chromium.js";

const text = readFileSync(demo, "utf8");
const microcompaction = {
  type: "system",
  subtype: "microcompact_boundary",
  uuid: "micro-1",
  parentUuid: null,
  content: "Context microcompacted",
  microcompactMetadata: { trigger: "auto", preTokens: 50_000, tokensSaved: 9000 },
};

describe.skipIf(chromiumPath === null)("the page in Chromium", () => {
  let browser: Browser;
  let shown: WatchedPage | null = null;
  const { folder, remove } = temporaryFolder();
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    remove();
  });
  afterEach(async () => {
    const { page, faults } = shown as WatchedPage;
    await page.close();
    expect(faults).toEqual([]);
  });

  async function openDemo(hash = "", options = {}): Promise<Page> {
    shown = await openView(browser, { hash, ...options });
    await dropText(shown.page, "session.jsonl", text);
    await shown.page.getByRole("tablist").waitFor();
    return shown.page;
  }

  test("a dropped transcript is read, and its first boundary shown with what came back and what did not", async () => {
    const page = await openDemo();
    await page.getByRole("heading", { name: "Boundary 1 · auto · run 1 · line 39" }).waitFor();
    const card = page.getByRole("article");
    await expect(card.getByText("167,900 tokens before, 22,400 after").count()).resolves.toBe(1);
    await expect(card.getByRole("row", { name: /order\.ts.*beyond-file-limit\?/ }).count()).resolves.toBe(1);
    await expect(page.getByRole("img", { name: "Context size" }).count()).resolves.toBe(1);
  });

  test("a click on a boundary of the plot, or on its label, goes to it", async () => {
    const page = await openDemo("#tab=skills");
    const plot = page.getByRole("img", { name: "Context size" });
    const places = await plot
      .locator(".tidemark-boundaries line")
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().toJSON() as DOMRect));
    expect(places).toHaveLength(2);
    const [first, second] = places as [DOMRect, DOMRect];
    await page.mouse.click(second.x, second.y + second.height / 2);
    await page.getByRole("heading", { name: /^Boundary 2 · manual/ }).waitFor();
    expect(new URL(page.url()).hash).toBe("#boundary=2");
    await page.getByRole("img", { name: "Context size" }).getByText("1 auto").first().click();
    await page.getByRole("heading", { name: /^Boundary 1 · auto/ }).waitFor();
    expect(new URL(page.url()).hash).toBe("#boundary=1");
    await page.mouse.click((first.x + second.x) / 2, first.y + 10);
    expect(new URL(page.url()).hash).toBe("#boundary=1");
  });

  test("a row opens with its grade, its evidence, and both texts beside each other", async () => {
    const page = await openDemo();
    await page.getByRole("row", { name: /cart\.ts disk/ }).click();
    const details = page.locator(".details");
    await expect(details.locator("dl").first().textContent()).resolves.toContain(
      "derived Text, order or counts of the record show it.",
    );
    await details.getByText("export const total = (prices: number[]) => sum(prices.map(net));").waitFor();
    await expect(page.locator("del").allInnerTexts()).resolves.toEqual([
      "export const total = (prices: number[]) => sum(prices);",
    ]);
    await details.getByRole("link", { name: "line 18" }).first().click();
    await page.getByRole("complementary", { name: "Line 18" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#line=18");
  });

  test("links lead to a boundary and to a line, also where the transcript is dropped later", async () => {
    const page = await openDemo("#boundary=2&line=63");
    await page.getByRole("heading", { name: /^Boundary 2 · manual/ }).waitFor();
    const panel = page.getByRole("complementary", { name: "Line 63" });
    await panel.locator("ins", { hasText: "Round half up." }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(new URL(page.url()).hash).toBe("#boundary=2");
  });

  test("a link to what is not there says so", async () => {
    const page = await openDemo("#boundary=7&line=1000");
    await page.getByText("There is no such boundary.").waitFor();
    await page.getByText("The file ends before this line.").waitFor();
  });

  test("a marker is found before and after boundaries, with its source", async () => {
    const page = await openDemo("#tab=markers&about=Round%20half");
    const rows = page.locator("tbody tr");
    await rows.first().waitFor();
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent)),
    );
    expect(cells.map(([boundary, side, , source]) => [boundary, side, source])).toEqual([
      ["1", "after", "disk"],
      ["2", "before", "disk"],
      // What a process that starts reads from disk is inferred.
      ["2", "after", "disk?"],
    ]);
  });

  test.each([
    ["its button", async (page: Page) => page.getByRole("button", { name: "Stop" }).click()],
    ["Escape", async (page: Page) => page.keyboard.press("Escape")],
  ])("a search that runs is ended by %s, and another one begun", async (_, end) => {
    shown = await openView(browser);
    const { page } = shown;
    // The worker never hears of this search, so that it runs for as long as the test looks.
    await page.evaluate(() => {
      const said: object[] = [];
      const post = Worker.prototype.postMessage as (message: object) => void;
      Worker.prototype.postMessage = function (message: object) {
        said.push(message);
        if (!JSON.stringify(message).includes('"endless"')) post.call(this, message);
      };
      Object.assign(globalThis, { said });
    });
    await dropText(page, "session.jsonl", text);
    await page.getByRole("tablist").waitFor();
    await page.keyboard.press("/");
    await page.locator("#marker:focus").waitFor();
    await page.keyboard.type("endless");
    await page.keyboard.press("Enter");
    await page.getByText("Searching …").waitFor();
    await end(page);
    await page.getByText("Searching …").waitFor({ state: "detached" });
    expect(new URL(page.url()).hash).toBe("#tab=markers");
    const said = () => page.evaluate(() => (globalThis as unknown as { said: { id: number; to: string }[] }).said);
    const asked = (await said()).find((message) => JSON.stringify(message).includes('"endless"'));
    await expect.poll(said).toContainEqual({ id: asked?.id, to: "abort" });

    const field = page.locator("#marker:focus");
    await expect.poll(() => field.inputValue()).toBe("endless");
    await field.fill("Round half");
    await page.keyboard.press("Enter");
    await page.getByText("3 rows").waitFor();
  });

  test("events come without notes of bookkeeping until they are asked for", async () => {
    const page = await openDemo("#tab=events");
    const kinds = () => page.locator("table tbody tr td:nth-child(2)").allInnerTexts();
    const box = page.getByRole("checkbox", { name: /^with \d+ notes of bookkeeping/ });
    await box.waitFor();
    const count = async () => Number(/^(\d+) rows/.exec((await page.getByText(/^\d+ rows/).textContent()) ?? "")?.[1]);
    const without = await count();
    expect(await kinds()).not.toContain("note");
    await box.check();
    const notes = Number(/with (\d+) notes/.exec((await page.locator("label", { has: box }).textContent()) ?? "")?.[1]);
    await expect.poll(count).toBe(without + notes);
  });

  test("what became of a skill is explained in the words, and where a row is opened", async () => {
    const page = await openDemo("#tab=skills");
    await page.getByRole("button", { name: "What the words mean: fate" }).click();
    const words = page.getByRole("dialog");
    await words.getByRole("heading", { name: "What became of a skill at a boundary: fate" }).waitFor();
    await expect(words.locator('[data-word="fate"] dt').allInnerTexts()).resolves.toEqual([
      "active",
      "kept",
      "truncated",
      "lost",
      "reinvoked",
    ]);
    await page.keyboard.press("Escape");
    await page.getByRole("row", { name: /review.*lost/ }).click();
    await page.locator(".details dd", { hasText: "It did not come back; reason says why." }).waitFor();
  });

  test("the rows that are shown are saved as JSON and as CSV", async () => {
    const page = await openDemo();
    const timeline = await readTimeline(text);
    const save = async (heading: string, format: string): Promise<string> => {
      const rows = page.getByRole("heading", { name: heading }).locator("xpath=following-sibling::*[1]");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        rows.getByRole("button", { name: format }).click(),
      ]);
      return readFileSync(await download.path(), "utf8");
    };
    const lost = missing(timeline).filter(({ boundary }) => boundary === 1);
    expect(JSON.parse(await save("Did not come back", "JSON"))).toEqual(lost);
    const csv = (await save("Came back", "CSV")).split("\r\n");
    const back = returned(timeline).filter(({ boundary }) => boundary === 1);
    expect(csv[0]?.split(",").toSorted()).toEqual(Object.keys(back[0] as object).toSorted());
    expect(csv.length).toBe(back.length + 2);
  });

  test("a microcompaction is shown where it is chosen, not the compaction with its number", async () => {
    shown = await openView(browser);
    const { page } = shown;
    const session = transcript({ cliVersion: "2.1.20" }).prompt("a").reply("b").raw(microcompaction);
    session.compact({ trigger: "manual", preTokens: 40_000 }).prompt("c").reply("d");
    await dropText(page, "micro.jsonl", session.toString());
    await page.getByRole("heading", { name: /^Boundary 1 · manual/ }).waitFor();
    await page.locator("label", { hasText: "micro" }).click();
    await page.getByRole("heading", { name: /^Microcompaction 1 · auto/ }).waitFor();
    expect(new URL(page.url()).hash).toBe("#kind=microcompact&boundary=1");
    await page.locator("label", { hasText: "1 manual" }).click();
    await page.getByRole("heading", { name: /^Boundary 1 · manual/ }).waitFor();
  });

  test("all of it is reached by keys alone", async () => {
    const page = await openDemo();
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await expect(page.getByRole("dialog").getByText("Read from the file, as it was then.").count()).resolves.toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    await page.getByRole("radio", { name: /^1 auto/ }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: /^Boundary 2/ }).waitFor();

    const first = page.getByRole("article").getByRole("button", { expanded: false }).first();
    await first.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".details").waitFor();

    await page.getByRole("tab", { name: "Boundary" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("Skills");
    await page.getByRole("img", { name: "Lives of skills" }).waitFor();

    await page.keyboard.press("/");
    await page.locator("#marker:focus").waitFor();
    await page.keyboard.type("Round half");
    await page.keyboard.press("Enter");
    await page.getByText("3 rows").waitFor();
  });

  test("a folder shows its sessions, the files of subagents with their session", async () => {
    shown = await openView(browser);
    const { page } = shown;
    const sub = join(folder, "project", "one", "subagents");
    const { mkdirSync } = await import("node:fs");
    mkdirSync(sub, { recursive: true });
    writeFileSync(join(folder, "project", "one.jsonl"), text);
    writeFileSync(join(folder, "project", "two.jsonl"), text);
    writeFileSync(join(folder, "project", "notes.txt"), "no transcript");
    writeFileSync(join(sub, "agent-a1.jsonl"), text.split("\n").slice(0, 3).join("\n"));
    await page.getByLabel("Folder of transcripts").setInputFiles(join(folder, "project"));
    const list = page.getByRole("navigation", { name: "Sessions" });
    await list.getByRole("link", { name: /^one/ }).click();
    await page.getByRole("heading", { name: "one.jsonl", exact: true }).waitFor();
    await expect(list.getByRole("link").count()).resolves.toBe(2);
    expect(new URL(page.url()).hash).toBe("#session=one.jsonl");
  });

  test("sessions of two projects are told apart in the list", async () => {
    shown = await openView(browser);
    const { page } = shown;
    const id = "3f0c8a52-0000-4000-8000-000000000001";
    const { mkdirSync } = await import("node:fs");
    for (const project of ["-home-dev-shop", "-home-dev-till"]) {
      mkdirSync(join(folder, "projects", project), { recursive: true });
      writeFileSync(join(folder, "projects", project, `${id}.jsonl`), text);
    }
    await page.getByLabel("Folder of transcripts").setInputFiles(join(folder, "projects"));
    const links = page.getByRole("navigation", { name: "Sessions" }).getByRole("link");
    await links.first().waitFor();
    const words = (await links.allInnerTexts()).map((link) => link.split("\n").slice(0, 2));
    expect(words.toSorted()).toEqual([
      ["3f0c8a52", "-home-dev-shop"],
      ["3f0c8a52", "-home-dev-till"],
    ]);
    await expect(links.first().getAttribute("title")).resolves.toContain(`${id}.jsonl`);
  });

  test("a line that put nothing before the model is shown as it is written", async () => {
    shown = await openView(browser, { hash: "#line=39" });
    await dropText(shown.page, "session.jsonl", text);
    const line = shown.page.getByRole("complementary", { name: "Line 39" });
    await line.getByText("before the first boundary").waitFor();
    await line.getByText('"subtype": "compact_boundary"').waitFor();
  });

  test("what is no transcript is told of", async () => {
    shown = await openView(browser);
    await dropText(shown.page, "empty.jsonl", "");
    await shown.page.getByText("No compaction boundary is in this transcript.").waitFor();
    await dropText(shown.page, "torn.jsonl", '{"type":"user","uuid":"u1"\nnot json\n');
    await shown.page.getByRole("navigation", { name: "Sessions" }).getByRole("link", { name: /^torn/ }).click();
    await shown.page.getByText(/issues? in the transcript itself/).waitFor();
  });
});
