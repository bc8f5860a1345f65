import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { expect, inject, test } from "vitest";
import { answersOf, portableDoors } from "./doors.js";

const folder = inject("folder");

test("a worker at the edge, in one file as such are deployed, answers without Node's globals", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "edge-worker.mjs")],
    bundle: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  const runtime = new EdgeVM();
  runtime.evaluate(outputFiles[0]?.text ?? "");
  const text = readFileSync(join(folder, "sessions", "session.jsonl"), "utf8");
  const response = await runtime.dispatchFetch("https://example.com/", { method: "POST", body: text });
  expect(await response.json()).toEqual(answersOf(portableDoors));
  expect(runtime.evaluate("[typeof process, typeof Buffer, typeof require].join()")).toBe(
    "undefined,undefined,undefined",
  );
});
