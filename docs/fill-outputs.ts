import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Block, markdownPage, shows } from "./markdown-page.js";
import { pagesBelow } from "./pages-below.js";
import { newReader } from "./reader.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** More lines than this are cut to fewer; what is cut by hand stays as long as it is right. */
const longest = 30;
const shortened = 24;

/** Runs what the pages say, and writes what it prints into each `text` block that follows at once and shows something else. */
export async function fillOutputs(): Promise<void> {
  const reader = newReader();
  for (const page of ["README.md", ...markdownBelow("docs").sort()]) {
    const path = join(root, page);
    const { blocks } = markdownPage(path);
    if (!blocks.some(({ output }) => output !== null)) continue;
    reader.open(page);
    const found: [Block, string][] = [];
    for (const block of blocks) {
      if (!["ts", "js", "sh"].includes(block.language) || block.marks.length > 0) continue;
      const { printed, problem } = await reader.run(block);
      if (problem !== null) throw new Error(`${page}:${block.line}: ${problem}`);
      if (block.output !== null && !shows(block.output.text, printed)) found.push([block.output, printed]);
    }
    if (found.length > 0) writeFileSync(path, filled(readFileSync(path, "utf8"), found));
  }
  reader.close();
}

const markdownBelow = (folder: string): string[] => pagesBelow(join(root, folder)).map((file) => join(folder, file));

function filled(text: string, outputs: [Block, string][]): string {
  const lines = text.split("\n");
  for (const [{ line, text: old }, printed] of outputs.reverse()) {
    const fresh = printed.trimEnd().split("\n");
    const shown = fresh.length > longest ? [...fresh.slice(0, shortened), "…"] : fresh;
    lines.splice(line, old === "" ? 0 : old.trimEnd().split("\n").length, ...shown.map((one) => one.trimEnd()));
  }
  return lines.join("\n");
}
