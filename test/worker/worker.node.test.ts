import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boundaries, readTimeline, trace } from "../../src/index.js";
import { type TranscriptWorker, transcriptWorker, type WorkerLike } from "../../src/worker.js";
import { chromiumPath, startChromium } from "../view/chromium.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = readFileSync(join(root, "fixtures/demo/session.jsonl"), "utf8");
const thread = join(root, "dist/worker-thread.js");

describe("a worker of Node", () => {
  let worker: TranscriptWorker;
  beforeAll(() => {
    worker = transcriptWorker(new Worker(thread));
  });
  afterAll(() => worker.terminate());

  test("it answers as the main door does", async () => {
    const timeline = await readTimeline(text);
    const session = await worker.open(new Blob([text]));
    expect(await session.ask("boundaries")).toEqual(boundaries(timeline));
    expect(await session.ask("trace", [/Round half \w+/])).toEqual(trace(timeline, [/Round half \w+/]));
    expect(await session.ask("issues")).toEqual(timeline.issues);
  });

  test("text, bytes and the files of one session are taken too", async () => {
    const bytes = new TextEncoder().encode(text);
    const parts = [
      { source: text, name: "session.jsonl", chain: "main" },
      { source: bytes, name: "agent-a1.jsonl", chain: "a1" },
    ];
    for (const source of [text, bytes, bytes.buffer]) {
      const session = await worker.open(source);
      expect(await session.ask("boundaries")).toHaveLength(2);
    }
    const session = await worker.open(parts);
    const [row] = await session.ask("boundaries");
    expect(row?.evidence[0]).toMatchObject({ file: "session.jsonl", line: 39 });
  });

  test("it tells how far it has come", async () => {
    const told: { bytes: number; total: number | null }[] = [];
    await worker.open(new Blob([text]), { onProgress: (progress) => told.push(progress) });
    const bytes = new TextEncoder().encode(text).length;
    expect(told.at(-1)).toEqual({ bytes, total: bytes });
  });

  test("wrong use comes back as the error it is", async () => {
    const session = await worker.open(text);
    await expect(worker.open("session.jsonl")).rejects.toMatchObject({ name: "TranscriptError", code: "wrong-source" });
    await expect(worker.open(new ReadableStream() as never)).rejects.toThrow("await response.blob()");
    await expect(session.ask("context", { line: -1 })).rejects.toMatchObject({ code: "wrong-option" });
    await expect((session.ask as (name: string) => Promise<unknown>)("toString")).rejects.toThrow(
      '"toString" is no query of this worker; ask boundaries',
    );
    await expect(session.ask("context", (() => 1) as never)).rejects.toThrow("leave functions out");
    await expect(worker.open("no json\n", { onIssue: "throw" })).rejects.toMatchObject({
      issue: { place: { line: 1 } },
    });
    session.close();
    await expect(session.ask("boundaries")).rejects.toThrow("This session was closed");
  });

  test("a read is ended with the signal's reason, and the worker goes on", async () => {
    const aborted = new AbortController();
    const long = new Blob(Array.from({ length: 400 }, () => text));
    const read = worker.open(long, { signal: aborted.signal, onProgress: () => aborted.abort(new Error("enough")) });
    await expect(read).rejects.toThrow("enough");
    await expect(worker.open(text, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    expect(await (await worker.open(text)).ask("boundaries")).toHaveLength(2);
  });
});

test("a search is ended in the worker too, and with it the page's wait; the session goes on", async () => {
  const raw = new Worker(thread);
  const replies: { id: number; answer?: unknown; error?: { message: string } }[] = [];
  raw.on("message", (reply) => "progress" in reply || replies.push(reply));
  const worker = transcriptWorker(raw);
  const session = await worker.open(new Blob(Array.from({ length: 100 }, () => text)));
  const aborted = new AbortController();
  const search = session.until(aborted.signal).ask("trace", ["Round half"]);
  setTimeout(() => aborted.abort(new Error("enough")), 5);
  await expect(search).rejects.toThrow("enough");
  await expect(session.until(aborted.signal).ask("boundaries")).rejects.toThrow("enough");
  expect(await session.ask("boundaries")).toHaveLength(2);
  await expect.poll(() => replies.find(({ id }) => id === 2)).toMatchObject({ error: { message: /aborted/ } });
  worker.terminate();
});

test("a session whose page ended the read when it was already done is let go, as nobody would close it", async () => {
  const raw = new Worker(thread);
  const answerTo = async (request: object) => {
    raw.postMessage(request);
    for (;;) {
      const [reply] = await once(raw, "message");
      if (!("progress" in reply)) return reply;
    }
  };
  const parts = [{ source: text, name: null, chain: "main" }];
  expect(await answerTo({ id: 1, to: "open", parts, options: {} })).toEqual({ id: 1, answer: undefined });
  raw.postMessage({ id: 1, to: "abort" });
  expect(await answerTo({ id: 2, to: "ask", session: 1, query: "boundaries", given: [] })).toMatchObject({
    error: { message: expect.stringContaining("This session was closed") },
  });
  await raw.terminate();
});

describe("a worker that ends", () => {
  test("by its page: what was asked, and what is asked later, is refused", async () => {
    const worker = transcriptWorker(new Worker(thread));
    const open = worker.open(text);
    worker.terminate();
    await expect(open).rejects.toThrow("The worker was ended.");
    await expect(worker.open(text)).rejects.toThrow("The worker was ended.");
  });

  test("by a fault: the page is told of it", async () => {
    const worker = transcriptWorker(new Worker("throw new Error('out of order')", { eval: true }) as WorkerLike);
    await expect(worker.open(text)).rejects.toThrow("The worker failed: out of order.");
  });
});

describe.skipIf(chromiumPath === null)("a worker of a plain page in Chromium", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    browser = await startChromium();
    server = createServer((request, response) => {
      const path = new URL(request.url ?? "", "http://localhost").pathname;
      const types: Record<string, string> = { ".js": "text/javascript", ".html": "text/html" };
      response.setHeader("content-type", types[extname(path)] ?? "text/html");
      response.end(path.startsWith("/dist/") ? readFileSync(join(root, path)) : "<!doctype html><title>page</title>");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("it is started by the door alone, and answers", async () => {
    const page = await browser.newPage();
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    // As text: what the test runner makes of an import is none that a page knows.
    const triggers = await page.evaluate(`(async (content) => {
      const { transcriptWorker } = await import("/dist/worker.js");
      const worker = transcriptWorker();
      const session = await worker.open(new File([content], "session.jsonl"));
      const rows = await session.ask("boundaries");
      worker.terminate();
      return rows.map(({ trigger }) => trigger);
    })(${JSON.stringify(text)})`);
    expect(triggers).toEqual(["auto", "manual"]);
    await page.close();
  });
});
