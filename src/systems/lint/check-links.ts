import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { finding, type LintFinding } from "./finding.js";
import { quote } from "./quote.js";
import { proseOf } from "./rule-lines.js";
import type { Skill } from "./skill.js";

/** A Markdown link; code in backticks is no link. */
const link = /`[^`\n]*`|\]\(<?([^()\s<>]+)>?(?:[ \t]+["'][^)\n]*)?\)/g;

/** Links that are looked for on disk, so that a text of nothing else takes no time. */
const mostLinks = 1_000;

/** Looks for links to files that are not there: what a skill moves out of itself must be found. */
export function checkLinks({ file, path, body, bodyLine }: Skill): LintFinding[] {
  const targets = proseOf(body, bodyLine).flatMap(({ text, line }) =>
    [...text.matchAll(link)].flatMap(([, target]) => (target === undefined ? [] : [{ target, line }])),
  );
  return targets.slice(0, mostLinks).flatMap(({ target, line }) => {
    const name = fileNamed(target);
    if (name === null || existsSync(resolve(dirname(path), name))) return [];
    return [finding("link-broken", { file, line, message: `The link to ${quote(target)} leads to no file.` })];
  });
}

/** The path that a link names; null where it leads to a page, into the page itself, or somewhere only a session knows. */
function fileNamed(target: string): string | null {
  if (/^(?:[a-z][a-z\d+.-]*:|[#/])/i.test(target) || /[${}\0]/.test(target)) return null;
  const name = target.replace(/[#?].*$/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
