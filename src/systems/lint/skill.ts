import { basename, dirname } from "node:path";
import type { LintFinding } from "./finding.js";
import { type Field, splitFrontmatter } from "./frontmatter.js";
import { type Piece, piecesOf } from "./render-skill.js";

/** A skill or a custom command as its file has it. */
export interface Skill {
  kind: "skill" | "command";
  name: string;
  /** As findings name it. */
  file: string;
  /** Absolute path of the file. */
  path: string;
  fields: Map<string, Field>;
  /** The text below the frontmatter, and the line it begins on. */
  body: string;
  bodyLine: number;
  pieces: Piece[];
  /** Names of arguments that the frontmatter declares. */
  argumentNames: string[];
  /** The text that the listing shows for it, before it is cut. */
  listed: string;
  /** True where its body goes to a subagent and never stands in the main conversation. */
  forked: boolean;
  /** False where only a person can invoke it, so that no listing names it. */
  inListing: boolean;
}

/** Reads the text of a skill file; what is wrong with its form goes to `findings`. */
export function readSkill(
  { kind, path, file }: Pick<Skill, "kind" | "path" | "file">,
  text: string,
  findings: LintFinding[],
): Skill {
  const { fields, body, bodyLine, findings: found } = splitFrontmatter(file, text);
  findings.push(...found);
  const argumentNames = namesOf(fields.get("arguments")?.value);
  // A command is called as its file is; a skill as it says, or as its folder.
  const named = kind === "command" ? basename(path, ".md") : (textOf(fields.get("name")) ?? basename(dirname(path)));
  return {
    kind,
    name: named,
    file,
    path,
    fields,
    body,
    bodyLine,
    pieces: piecesOf(body, bodyLine, argumentNames),
    argumentNames,
    listed: listedText(fields) ?? firstParagraph(body),
    forked: textOf(fields.get("context")) === "fork",
    inListing: fields.get("disable-model-invocation")?.value !== true,
  };
}

/** What stands between the description and what follows it in a listing, as third parties report it. */
const between = " - ";

function listedText(fields: Map<string, Field>): string | null {
  const texts = ["description", "when_to_use"].flatMap((name) => textOf(fields.get(name)) ?? []);
  return texts.length === 0 ? null : texts.join(between);
}

const firstParagraph = (body: string): string =>
  body
    .split(/\n\s*\n/, 3)
    .map((paragraph) => paragraph.replace(/^#.*$/gm, "").trim())
    .find((paragraph) => paragraph !== "") ?? "";

/** The text of a field; a number or a date stands for itself, an empty text for none. */
function textOf(field: Field | undefined): string | null {
  const value = field?.value;
  const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
  return text === "" ? null : text;
}

const namesOf = (value: unknown): string[] =>
  typeof value === "string" ? value.split(/[\s,]+/) : Array.isArray(value) ? value.map(String) : [];
