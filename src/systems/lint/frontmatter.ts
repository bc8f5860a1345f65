import { type CST, type Document, isMap, isScalar, LineCounter, Parser, parseDocument } from "yaml";
import { count } from "../../show/count.js";
import { redactText } from "../../timeline/secrets.js";
import { finding, type LintFinding } from "./finding.js";
import { quote } from "./quote.js";

/** The two parts of a skill file, and what is wrong with how they are written. */
export interface SkillParts {
  fields: Map<string, Field>;
  body: string;
  /** Line on which the body begins. */
  bodyLine: number;
  findings: LintFinding[];
}

/** A field of the frontmatter with its line. */
export interface Field {
  value: unknown;
  line: number;
}

/**
 * Takes a skill file apart. A block that is no YAML is told and leaves no fields; one whose values only want quotes is
 * read as meant, and told too.
 */
export function splitFrontmatter(file: string, text: string): SkillParts {
  const findings: LintFinding[] = [];
  const whole: SkillParts = { fields: new Map(), body: text, bodyLine: 1, findings };
  const marked = text.startsWith("\ufeff");
  const opening = /^\ufeff?---[ \t]*\r?\n/.exec(text);
  if (opening === null) {
    if (/^\s+---[ \t]*\r?\n\s*[\w-]+:/.test(text))
      findings.push(ignored(file, "Blank space stands before the opening ---, so it opens no frontmatter."));
    return whole;
  }
  if (marked) findings.push(ignored(file, "A byte-order mark stands before the opening ---."));
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(text.slice(opening[0].length));
  if (closing === null) {
    const message = "The frontmatter that line 1 opens is never closed by a line of ---.";
    findings.push(finding("frontmatter-invalid", { file, line: 1, message }));
    return whole;
  }
  const yaml = text.slice(opening[0].length, opening[0].length + closing.index);
  const head = opening[0].length + closing.index + closing[0].length;
  const bodyLine = 1 + (text.slice(0, head).match(/\n/g)?.length ?? 0);
  return { fields: fieldsOf(file, yaml, findings), body: text.slice(head), bodyLine, findings };
}

const ignored = (file: string, message: string): LintFinding =>
  finding("frontmatter-ignored", {
    file,
    line: 1,
    message,
    grade: "inferred",
    why: "The documentation says that frontmatter opens the file; what a mark or blank before it does is only reported.",
  });

/** The block begins on the file's second line. */
const linesBefore = 1;

/** Characters of the largest block that is read; the documented fields need a tenth of it. */
const mostChars = 65_536;

function fieldsOf(file: string, yaml: string, findings: LintFinding[]): Map<string, Field> {
  const invalid = (line: number, reason: string) => {
    // What the library says may name a part of the text.
    const message = `The frontmatter ${redactText(reason)}.`;
    findings.push(finding("frontmatter-invalid", { file, line: linesBefore + line, message }));
    return new Map<string, Field>();
  };
  if (yaml.length > mostChars) return invalid(1, `has ${count(yaml.length)} characters and was not read`);
  try {
    if (isTooDeep(yaml)) return invalid(1, "is nested too deeply to be read");
    const lines = new LineCounter();
    const asWritten = parse(yaml, lines);
    const [problem] = asWritten.errors;
    if (problem === undefined) return readFields(asWritten, lines) ?? invalid(1, "is no mapping of names to values");
    const quoted = withQuotes(yaml);
    const newLines = new LineCounter();
    const mended = parse(quoted.yaml, newLines);
    if (mended.errors.length > 0)
      return invalid(
        lines.linePos(problem.pos[0]).line,
        `is not valid YAML: ${problem.message.replace(/[.\s]+$/, "")}`,
      );
    for (const { line, value } of quoted.values) {
      const message = `The value ${quote(value)} is not valid YAML as it stands.`;
      findings.push(finding("frontmatter-unquoted", { file, line: linesBefore + line, message }));
    }
    return readFields(mended, newLines) ?? invalid(1, "is no mapping of names to values");
  } catch (error) {
    return invalid(1, `can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Levels of values in values; the documented fields need three. */
const mostLevels = 64;

/**
 * Whether a block holds more levels than may be read. The composer of the library calls itself for each, and where the stack
 * ends while a regular expression is compiled, Node ends the program (Node 20.20.2, some 800 levels).
 */
function isTooDeep(yaml: string): boolean {
  let level: CST.Token[] = [...new Parser().parse(yaml)];
  for (let levels = 0; level.length > 0; levels++) {
    if (levels > mostLevels) return true;
    level = level.flatMap(inside);
  }
  return false;
}

function inside(token: CST.Token): CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  const items: CST.CollectionItem[] = "items" in token ? token.items : [];
  return items.flatMap(({ key, value }) => [key, value].filter((one) => one !== undefined && one !== null));
}

const parse = (yaml: string, lineCounter: LineCounter): Document =>
  parseDocument(yaml, { lineCounter, prettyErrors: false, logLevel: "silent" });

/** The fields of a block, none where it is empty; null where it is no mapping. Throws where aliases multiply its values. */
function readFields(document: Document, lines: LineCounter): Map<string, Field> | null {
  const { contents } = document;
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  if (!isMap(contents)) return isEmpty ? new Map() : null;
  const values = new Map(Object.entries(document.toJS() as object));
  const fields = new Map<string, Field>();
  for (const { key } of contents.items) {
    if (!isScalar(key) || !key.range) continue;
    const line = linesBefore + lines.linePos(key.range[0]).line;
    const name = String(key.value);
    fields.set(name, { value: values.get(name), line });
  }
  return fields;
}

/** The block with quotes around each plain value of one line that is not valid alone, and those values. */
function withQuotes(yaml: string): { yaml: string; values: { line: number; value: string }[] } {
  const values: { line: number; value: string }[] = [];
  const lines = yaml.split("\n").map((text, index) => {
    const [, name, value] = /^([\w-]+:[ \t]+)([^\s"'|>#&*].*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined || !isClosed(value) || parseDocument(text).errors.length === 0)
      return text;
    values.push({ line: index + 1, value: value.trimEnd() });
    return name + JSON.stringify(value.trimEnd());
  });
  return { yaml: lines.join("\n"), values };
}

/** Whether a value closes the brackets that it opens; one that does not is torn and no text. */
const isClosed = (value: string): boolean =>
  ["[]", "{}"].every(([open = "", close = ""]) => value.split(open).length === value.split(close).length);
