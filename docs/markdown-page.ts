import { readFileSync } from "node:fs";
import GithubSlugger from "github-slugger";
import MarkdownIt from "markdown-it";

/** A fenced block of a page. */
export interface Block {
  language: string;
  /** What stands behind the language. `no-run:network`: it is not run, and why. */
  marks: string[];
  text: string;
  /** Line of the page on which its text begins, from 0. */
  line: number;
  /** The `text` block that follows at once: what it prints. */
  output: Block | null;
}

/** What of a page can be right or wrong: programs, links, and the places that links lead to. */
export interface Page {
  text: string;
  blocks: Block[];
  links: string[];
  /** Ids of its headings, as GitHub makes them. */
  anchors: ReadonlySet<string>;
}

const markdown = new MarkdownIt({ html: true });

/** Reads a page of Markdown. */
export function markdownPage(path: string): Page {
  const text = readFileSync(path, "utf8");
  const tokens = markdown.parse(text, {});
  const slugger = new GithubSlugger();
  const page = { text, blocks: [] as Block[], links: [] as string[], anchors: new Set<string>() };
  tokens.forEach((token, at) => {
    if (token.type === "heading_open")
      page.anchors.add(slugger.slug((tokens[at + 1]?.children ?? []).map(({ content }) => content).join("")));
    for (const child of token.children ?? []) {
      const target = child.attrGet("href") ?? child.attrGet("src");
      if (target !== null) page.links.push(target);
    }
    if (token.type === "html_block" || token.type === "html_inline")
      for (const [, target = ""] of token.content.matchAll(/(?:src|srcset|href)="([^"]+)"/g)) page.links.push(target);
    if (token.type !== "fence") return;
    const [language = "", ...marks] = token.info.trim().split(/\s+/);
    const block = { language, marks, text: token.content, line: (token.map?.[0] ?? 0) + 1, output: null };
    const before = tokens[at - 1]?.type === "fence" ? page.blocks.at(-1) : undefined;
    if (language === "text" && before !== undefined && before.language !== "text") before.output = block;
    page.blocks.push(block);
  });
  return page;
}

/** True where a page shows what was printed: line by line, where a line `…` stands for any that were left out. */
export function shows(shown: string, printed: string): boolean {
  const lines = linesOf(printed);
  let at = 0;
  let skip = false;
  for (const line of linesOf(shown)) {
    if (line.trim() === "…") {
      skip = true;
      continue;
    }
    const found = skip ? lines.indexOf(line, at) : at;
    if (found < 0 || lines[found] !== line) return false;
    at = found + 1;
    skip = false;
  }
  return skip || at === lines.length;
}

const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());
