import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sessionThreads, threadsThatPay } from "../../src/node/session-threads.js";
import { check, indexedRows, openTimeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { doors } from "../package/doors.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { temporaryFolder } from "./temporary-folder.js";

/** The package as it is built: threads read from there. */
const nodeDoor = doors.find(({ specifier }) => specifier === "tidemark/node")?.module ?? "";
const built: typeof import("../../src/node.js") = await import(nodeDoor);

async function rowsOf(library: typeof built, folder: string, options: object) {
  const rows = [];
  for await (const answer of library.indexedRows("check", folder, { index: false, ...options })) rows.push(answer);
  return rows;
}

const cannotRead = (folder: string): void => {
  mkdirSync(join(folder, "p"), { recursive: true });
  symlinkSync(join(folder, "gone"), join(folder, "p", "lost.jsonl"));
};

describe("indexed rows by several threads", () => {
  const sessions = fc.array(
    arbitrarySession({ maxSteps: 5 }).map((one) => one.toString()),
    { minLength: 2, maxLength: 6 },
  );

  test("are those of one, in the same order", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.integer({ min: 2, max: 4 }), async (texts, threads) => {
        const folder = temporaryFolder(texts.map((text, at) => [`p/${at}.jsonl`, text]));
        const alone = await rowsOf(built, folder, { threads: 0 });
        expect(await rowsOf(built, folder, { threads })).toEqual(alone);
        // From the sources there is no file for a thread: what it was asked is asked again.
        expect(await rowsOf({ ...built, indexedRows }, folder, { threads })).toEqual(alone);
      }),
      { numRuns: 10 },
    );
  });

  test("and what can't be read stops nothing else", async () => {
    const session = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").toString();
    const folder = temporaryFolder([
      ["p/1.jsonl", session],
      ["p/2.jsonl", session],
    ]);
    cannotRead(folder);
    const problems: string[] = [];
    const rows = await rowsOf(built, folder, {
      threads: 3,
      onError: ({ file }: { file: string }) => void problems.push(basename(file)),
    });
    expect([rows.map(({ file }) => basename(file)), problems]).toEqual([["1.jsonl", "2.jsonl"], ["lost.jsonl"]]);
  });

  test("end with the reason of their signal", async () => {
    const session = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").toString();
    const folder = temporaryFolder(Array.from({ length: 6 }, (_, at) => [`p/${at}.jsonl`, session]));
    const ended = new AbortController();
    const options = { threads: 2, signal: ended.signal, onProgress: () => ended.abort(new Error("Enough.")) };
    await expect(rowsOf(built, folder, options)).rejects.toThrow("Enough.");
  });

  test.each([0, 3])("left without an end let a process with %i threads end", (threads) => {
    const session = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.").toString();
    const folder = temporaryFolder(Array.from({ length: 6 }, (_, at) => [`p/${at}.jsonl`, session]));
    const program = `
      const { indexedRows } = await import(${JSON.stringify(nodeDoor)});
      const rows = indexedRows("check", ${JSON.stringify(folder)}, { threads: ${threads}, index: false });
      console.log((await rows.next()).done);`;
    const options = { encoding: "utf8", timeout: 20_000 } as const;
    expect(execFileSync(process.execPath, ["--input-type=module", "-e", program], options)).toBe("false\n");
  });

  test("of no number are wrong use", async () => {
    await expect(rowsOf(built, temporaryFolder(), { threads: -1 })).rejects.toThrow("`threads` is -1; pass a whole");
  });
});

test("a thread of the built package answers stored queries as JSON, and says why it can't", async () => {
  const session = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").compact({ summary: "So far." });
  const folder = temporaryFolder([["p/1.jsonl", session.toString()]]);
  const path = join(folder, "p/1.jsonl");
  const worker = new Worker(join(dirname(nodeDoor), "session-worker.js"));
  const asked = (id: number, main: string) =>
    new Promise((resolve) => {
      worker.once("message", resolve);
      worker.postMessage({ id, task: "stored", question: { main, agents: [], queries: ["check", "emptiness"] } });
    });
  const rows = JSON.stringify(check(await openTimeline(path)));
  expect(await asked(1, path)).toEqual({ id: 1, packed: [rows, "null"] });
  expect(await asked(2, join(folder, "none.jsonl"))).toMatchObject({ id: 2, code: "unreadable-file" });
  await worker.terminate();
});

test("after its threads are closed, nothing more is answered", async () => {
  const { ask, close } = sessionThreads("stored", 3);
  close();
  const ended = AbortSignal.abort(new Error("Closed."));
  await expect(ask({ main: "x", agents: [], queries: [] }, ended)).rejects.toThrow("Closed.");
});

test("threads pay for much to read, and never more of them than there are cores", () => {
  const gigabyte = 1024 ** 3;
  for (const task of ["messages", "stored"] as const) {
    expect(threadsThatPay(task, 0, 64)).toBe(0);
    expect(threadsThatPay(task, 1000 * gigabyte, 1)).toBe(1);
    expect(threadsThatPay(task, 3 * gigabyte, 2)).toBe(2);
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), fc.integer({ min: 1, max: 128 }), (bytes, more, cores) => {
        expect(threadsThatPay(task, bytes, cores)).toBeLessThanOrEqual(cores);
        expect(threadsThatPay(task, bytes + more, cores)).toBeGreaterThanOrEqual(threadsThatPay(task, bytes, cores));
      }),
    );
  }
});
