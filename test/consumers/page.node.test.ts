import { createReadStream } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { systemProgram } from "../system-program.js";
import { answersOf, pageDoors, portableDoors } from "./doors.js";

const folder = inject("folder");
const executablePath = systemProgram("chromium");
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

let server: Server;
let browser: Browser;

beforeAll(async () => {
  if (executablePath === null) return;
  const output = { logLevel: "warn", build: { outDir: "built", emptyOutDir: true, target: "es2022" } } as const;
  await build({ root: join(folder, "page"), configFile: false, base: "./", worker: { format: "es" }, ...output });
  server = createServer(({ url = "/" }, response) => {
    const path = url === "/" ? "/index.html" : url;
    response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
    createReadStream(join(folder, "page", "built", path))
      .on("error", () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  browser = await chromium.launch({ executablePath, args: [...flags, "--disable-background-networking"] });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

test.skipIf(executablePath === null)(
  "a page that Vite built, and its module worker, answer in a real browser and say nothing on the console",
  async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("requestfailed", (request) => said.push(`${request.url()} failed`));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("'answers' in globalThis", undefined, { timeout: 30_000 }).catch(() => {});
    const answers = await page.evaluate("globalThis.answers");
    expect(said).toEqual([]);
    expect(answers).toEqual({ page: answersOf(pageDoors), worker: answersOf(portableDoors) });
  },
);
