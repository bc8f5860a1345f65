import { readdirSync } from "node:fs";

/** What is installed or generated, and links, which lead around in circles there. */
const passedOver = new Set(["node_modules", "api"]);

/** The Markdown pages in a folder and below it, by their paths within it with slashes, sorted. */
export function pagesBelow(folder: string): string[] {
  const pages = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return entry.name.endsWith(".md") ? [entry.name] : [];
    if (!entry.isDirectory() || passedOver.has(entry.name)) return [];
    return pagesBelow(`${folder}/${entry.name}`).map((page) => `${entry.name}/${page}`);
  });
  return pages.sort();
}
