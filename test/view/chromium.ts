import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { systemProgram } from "../system-program.js";

export const chromiumPath = systemProgram("chromium");
export const demo = fileURLToPath(new URL("../../fixtures/demo/session.jsonl", import.meta.url));
export const viewFile = fileURLToPath(new URL("../../dist/view.html", import.meta.url));

const quiet = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath as string, args: quiet });

/** A page, and whatever it did that it should not: words in the console, errors, requests. */
export interface WatchedPage {
  page: Page;
  faults: string[];
}

export async function openView(
  browser: Browser,
  { file = viewFile, hash = "", width = 1280, height = 900, dark = false } = {},
): Promise<WatchedPage> {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    timezoneId: "UTC",
  });
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  page.on("console", (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(file|blob):/.test(request.url())) faults.push(`request: ${request.url().slice(0, 200)}`);
  });
  await page.goto(pathToFileURL(file).href + hash);
  return { page, faults };
}

/** Drops a file of this name and text on the page. */
export async function dropText(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content as string], fileName as string));
      for (const type of ["dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-view-test-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
