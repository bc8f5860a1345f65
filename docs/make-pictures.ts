/** Writes the pictures of the documentation from the bundled session: `npm run pictures`, or with the names of some of them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PlotOptions } from "@observablehq/plot";
import { chromium } from "playwright-core";
import { pageWith } from "../src/cli/view-page.js";
import { boundaries, missing, openTimeline, returned, skills, trace, usage } from "../src/node.js";
import { contextPlot, markerPlot, plotSvg, shedPlot, skillPlot, survivalPlot } from "../src/plots.js";
import { reportHtml } from "../src/systems.js";
import { systemProgram } from "../test/system-program.js";

process.env.TZ = "UTC";
const session = fileURLToPath(new URL("../fixtures/demo/session.jsonl", import.meta.url));
const timeline = await openTimeline(session);
const cuts = boundaries(timeline);

/** Each picture by its file's name. */
const pictures: Record<string, () => string | Promise<string | Uint8Array>> = {
  "context.svg": () => standing(contextPlot({ usage: usage(timeline), boundaries: cuts })),
  "survival.svg": () => standing(survivalPlot({ returned: returned(timeline), missing: missing(timeline) })),
  "skills.svg": () => standing(skillPlot({ skills: skills(timeline), boundaries: cuts })),
  "shed.svg": () => standing(shedPlot(cuts)),
  "markers.svg": () => standing(markerPlot(trace(timeline, ["Round half", "Tag first", "no floats for money"]))),
  "report.png": async () => screenshot(await reportHtml(timeline), { width: 1120, height: 1180 }),
  "view.png": async () => {
    const { page } = await pageWith([session], process.stdin);
    return screenshot(page, { width: 1280, height: 1000, hash: "#boundary=1", shows: "Boundary 1" });
  },
};

/** A picture that stands by itself has no text around whose colour it could take: it follows the reader's system. */
const standing = (spec: PlotOptions): string =>
  `${plotSvg(spec).replace(
    "<style>",
    "<style>svg { color: #1f2328; } @media (prefers-color-scheme: dark) { svg { color: #e6edf3; } } ",
  )}\n`;

interface Shot {
  width: number;
  height: number;
  /** The end of the address. */
  hash?: string;
  /** Beginning of a heading to wait for, where a script brings it. */
  shows?: string;
}

/** The upper part of a page, as Chromium shows it. */
async function screenshot(html: string, { width, height, hash = "", shows }: Shot): Promise<Uint8Array> {
  const program = systemProgram("chromium");
  if (program === null) throw new Error("Screenshots need Chromium: install it, or name the pictures to make.");
  const folder = mkdtempSync(join(tmpdir(), "tidemark-pictures-"));
  const browser = await chromium.launch({
    executablePath: program,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    writeFileSync(join(folder, "page.html"), html);
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
    await page.goto(pathToFileURL(join(folder, "page.html")).href + hash);
    if (shows !== undefined) await page.getByRole("heading", { name: shows }).waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return await page.screenshot();
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

const folder = new URL("pictures/", import.meta.url);
mkdirSync(folder, { recursive: true });
const asked = process.argv.slice(2);
for (const [name, make] of Object.entries(pictures))
  if (asked.length === 0 || asked.includes(name)) writeFileSync(new URL(name, folder), await make());
