import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { byWords, charsByFour, type Estimate } from "../../queries/rule-sets.js";
import { knownText, lineAt } from "./render-skill.js";
import type { Skill } from "./skill.js";

/** How large a skill is when it is rendered, and what a compaction keeps of it. Tokens are estimates. */
export interface SkillSize {
  name: string;
  kind: "skill" | "command";
  file: string;
  /** Characters of the rendered text, without what is not known. */
  chars: number;
  /** Tokens of the same; at least, where commands were not run. */
  tokens: number;
  /** The same by the ways of counting that give least and most. */
  tokensLow: number;
  tokensHigh: number;
  /** Parts whose length only an invocation knows: commands that were not run, arguments, files named with `@`. */
  unknown: { commands: number; arguments: number; files: number };
  /** Line on which a compaction cuts it, at the latest; null where it fits as far as is known. */
  cutLine: number | null;
  /** Its body goes to a subagent, so that no compaction of the main conversation weighs it. */
  forked: boolean;
  /** Characters of its entry in the skill listing, before it is cut; null where no listing names it. */
  listingChars: number | null;
}

/** The line that an invocation puts before the body of a skill; measured from outside (2026-09). */
const baseDirectory = (skill: Skill): string =>
  skill.kind === "skill" ? `Base directory for this skill: ${dirname(skill.file)}\n\n` : "";

/** Measures a skill whose commands were run, or not. `skillTokens` is the limit of one skill. */
export function sizeOf(skill: Skill, root: string, skillTokens: number, estimate: Estimate): SkillSize {
  const { name, kind, file, pieces, forked } = skill;
  const head = baseDirectory(skill);
  const text = head + knownText(pieces);
  const counts = [estimate, charsByFour, byWords].map((count) => count(text));
  const [tokens = 0] = counts;
  const kept = tokens > skillTokens && !forked ? headWithin(text, skillTokens, estimate) : null;
  const unknown = (one: "command" | "argument") =>
    pieces.filter(({ kind, text }) => kind === one && text === null).length;
  return {
    name,
    kind,
    file,
    chars: text.length,
    tokens,
    tokensLow: Math.min(...counts),
    tokensHigh: Math.max(...counts),
    unknown: { commands: unknown("command"), arguments: unknown("argument"), files: namedFiles(skill, root) },
    cutLine: kept === null ? null : lineAt(pieces, Math.max(0, kept - head.length)),
    forked,
    listingChars: skill.inListing ? skill.listed.length : null,
  };
}

/** The most leading characters that are within so many tokens. */
function headWithin(text: string, tokens: number, estimate: Estimate): number {
  let [fits, exceeds] = [0, text.length];
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >>> 1;
    if (estimate(text.slice(0, middle)) <= tokens) fits = middle;
    else exceeds = middle;
  }
  return fits;
}

/** Files that a text names with `@`, as commands do to bring them along; only those that are there count. */
function namedFiles({ body, path }: Skill, root: string): number {
  const names = new Set([...body.matchAll(/(?<=^|\s)@([\w./~-]+[\w/])/gm)].map((match) => match[1] as string));
  let files = 0;
  for (const name of [...names].slice(0, mostNames))
    if (existsSync(resolve(root, name)) || existsSync(resolve(dirname(path), name))) files++;
  return files;
}

/** Names that are looked for on disk, so that a text of nothing else takes no time. */
const mostNames = 1_000;
