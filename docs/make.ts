import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fillOutputs } from "./fill-outputs.js";
import { writeTables } from "./page-tables.js";
import { queryPages } from "./query-pages.js";
import { silenceTables } from "./silence-tables.js";

/** Writes what of the pages is made from the sources, and what their programs print: `npm run docs`. */
const pageAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const pages = queryPages();
rmSync(pageAt("queries"), { recursive: true, force: true });
mkdirSync(pageAt("queries"));
for (const [file, text] of pages) writeFileSync(pageAt(`queries/${file}`), text);
writeTables(pageAt("what-a-transcript-cannot-show.md"), await silenceTables());
await fillOutputs();
