import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/node/make-folder.js";
import { temporaryFolder } from "./temporary-folder.js";

test("a folder is made with those that it lies in, for its owner alone; one that is there stays", () => {
  const path = join(temporaryFolder(), "a", "b");
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test("where a file stands in the way it throws", () => {
  const folder = temporaryFolder([["file", ""]]);
  expect(() => makeFolder(join(folder, "file"))).toThrow("EEXIST");
  expect(() => makeFolder(join(folder, "file", "a"))).toThrow("ENOTDIR");
});

test.skipIf(!existsSync("/proc/self"))("where the system has no such folder to give it throws, and ends", () => {
  expect(() => makeFolder("/proc/none/a")).toThrow("ENOENT");
});
