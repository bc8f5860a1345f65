import { existsSync, mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dropOldFiles } from "../../src/node/drop-old-files.js";
import { temporaryFolder } from "./temporary-folder.js";

test("old files go and young ones stay, whatever else lies there: a folder, or a name without a file", () => {
  const folder = temporaryFolder([
    ["old", ""],
    ["young", ""],
  ]);
  mkdirSync(join(folder, "folder"));
  symlinkSync(join(folder, "gone"), join(folder, "a-link-to-nothing"));
  for (const name of ["old", "folder"]) utimesSync(join(folder, name), 0, 0);
  dropOldFiles(folder, 30);
  expect(["old", "young", "folder"].map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
});
