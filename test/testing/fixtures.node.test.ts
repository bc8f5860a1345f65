import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { everyFixture } from "../../fixtures/make.js";

const folder = fileURLToPath(new URL("../../fixtures/", import.meta.url));

describe("the committed fixtures", () => {
  it.each([...everyFixture()])("%s is what fixtures/make.ts writes", (path, text) => {
    expect(readFileSync(`${folder}${path}`, "utf8")).toBe(text);
  });

  it("holds no file that fixtures/make.ts does not write", () => {
    const committed = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
      path.replaceAll("\\", "/"),
    );
    const written = everyFixture();
    expect(committed.filter((path) => /\.jsonl?$/.test(path) && !written.has(path))).toEqual([]);
  });
});
