import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pagesBelow } from "../../docs/pages-below.js";
import { silenceTables } from "../../docs/silence-tables.js";
import { claims, readTimeline } from "../../src/index.js";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const read = (file: string): string => readFileSync(join(docs, file), "utf8");

test("the tables on what a transcript can't show are those of the version table and the claims; npm run docs writes them", async () => {
  const page = read("what-a-transcript-cannot-show.md");
  for (const [name, table] of Object.entries(await silenceTables()))
    expect(page).toContain(`<!-- table: ${name} -->\n\n${table}\n\n<!-- end -->`);
});

test("every claim that a page names is one that is tested", async () => {
  const known = new Set(claims(await readTimeline("")).map(({ id }) => id));
  const topics = new Set([...known].map((id) => id.split(".")[0]));
  const named = pagesBelow(docs).flatMap((file) =>
    [...read(file).matchAll(/["`]([a-z-]+)\.([a-z0-9-]+)["`]/g)].flatMap(([, topic = "", name]) =>
      topics.has(topic) && !["md", "ts", "json", "jsonl"].includes(name ?? "") ? `${topic}.${name}` : [],
    ),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test("every finding is on the list, and every page of one is asked", () => {
  const list = read("findings/README.md");
  for (const file of readdirSync(join(docs, "findings"))) {
    if (file === "README.md") continue;
    expect(list).toContain(`](${file})`);
    expect(read(`findings/${file}`)).toMatch(/^```(ts|sh)$/m);
  }
});

test("every page can be reached from the hub", () => {
  const reached = new Set(["README.md"]);
  for (const file of reached)
    for (const [, link = ""] of read(file).matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g)) {
      const target = join(file, "..", link);
      if (!target.startsWith("..")) reached.add(target);
    }
  const pages = pagesBelow(docs).filter((file) => !file.startsWith("examples/"));
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});
