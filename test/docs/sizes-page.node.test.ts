import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { table, writeTables } from "../../docs/page-tables.js";
import { doors, root } from "../package/doors.js";

interface Limit {
  name: string;
  import?: string;
  limit: string;
}

const page = join(root, "docs", "sizes.md");
const config = join(root, ".size-limit.mjs");
const { default: limits }: { default: Limit[] } = await import(config);

test("the page of sizes shows the limits that are checked (UPDATE=1 rewrites its table)", () => {
  const rows = limits.map(({ name, import: names = "*", limit }) => ({
    "what is loaded": name,
    imported: `\`${names}\``,
    "at most, kB": limit.replace(" kB", ""),
  }));
  if (process.env.UPDATE) writeTables(page, { sizes: table(rows) });
  expect(readFileSync(page, "utf8")).toContain(`\n${table(rows)}\n`);
});

test("every door has a limit", () => {
  const names = limits.map(({ name }) => name);
  expect(doors.map(({ specifier }) => specifier).filter((specifier) => !names.includes(specifier))).toEqual([]);
});
