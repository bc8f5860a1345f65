import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Option } from "../src/cli/option.js";
import type { Verb } from "../src/cli/verb.js";
import { allVerbs } from "../src/cli/verbs.js";
import * as door from "../src/node.js";
import { table } from "./page-tables.js";
import { type FieldDoc, type QueryDoc, queryDocs } from "./query-docs.js";
import { type QueryNotes, queryNotes } from "./query-notes.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const verbs = new Map((await allVerbs()).map((verb) => [verb.name, verb]));

/** The pages of all queries by the name of their file, with nothing yet where an example prints something. */
export function queryPages(): Map<string, string> {
  const docs = new Map(queryDocs().map((doc) => [doc.name, doc]));
  const docOf = (name: string): QueryDoc => {
    const doc = docs.get(name);
    if (doc === undefined) throw new Error(`${name} is no query of the main door.`);
    docs.delete(name);
    return doc;
  };
  const pages = new Map<string, string>();
  const rows = [];
  for (const [name, notes] of Object.entries(queryNotes)) {
    const doc = docOf(name);
    pages.set(fileOf(name), pageOf(doc, notes, (notes.with ?? []).map(docOf)));
    const verb = verbOf(name, notes);
    rows.push({
      query: `[\`${name}\`](${fileOf(name)})`,
      verb: verb === null ? "" : `\`${verb.name}\``,
      "the question it answers": questionOf(name, notes),
    });
  }
  if (docs.size > 0) throw new Error(`docs/query-notes.ts says nothing of ${[...docs.keys()].join(", ")}.`);
  pages.set("README.md", index(table(rows)));
  return formatted(pages);
}

/** The same pages in the style of this repository, as its formatter writes Markdown and the programs in it. */
function formatted(pages: ReadonlyMap<string, string>): Map<string, string> {
  const made = mkdtempSync(join(tmpdir(), "queries-"));
  for (const [file, text] of pages) writeFileSync(join(made, file), text);
  const { formatter, javascript } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  writeFileSync(join(made, "biome.json"), JSON.stringify({ formatter, javascript }));
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  execFileSync(process.execPath, [biome, "format", "--write", "."], { cwd: made, stdio: "pipe" });
  const files = [...pages.keys()].map((file) => [file, readFileSync(join(made, file), "utf8")] as const);
  rmSync(made, { recursive: true });
  return new Map(files);
}

const fileOf = (name: string): string => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;

/** The verb that asks the query; null where none does. */
function verbOf(name: string, { verb }: QueryNotes): Verb | null {
  if (verb === null) return null;
  const found = verbs.get(verb?.name ?? name);
  if (found === undefined) throw new Error(`No verb asks ${name}: docs/query-notes.ts says so with \`verb: null\`.`);
  return found;
}

function questionOf(name: string, notes: QueryNotes): string {
  const asked = notes.question ?? verbOf(name, notes)?.question;
  if (asked === undefined) throw new Error(`docs/query-notes.ts has no question for ${name}.`);
  return asked;
}

const index = (list: string): string => `# Queries

Each takes a timeline and gives rows: flat objects that are safe to write as JSON. A query is a function of \`tidemark\` and
\`tidemark/node\`; most are a verb of the command line, too, and a table of [exports and SQL](../sql.md).

${list}

## Columns of every row

| column      | meaning                                                                                                |
| ----------- | ------------------------------------------------------------------------------------------------------ |
| \`sessionId\` | The session; null where the rows of a file name none.                                                  |
| \`at\`        | Time of the record, in milliseconds since 1970-01-01 UTC; null where it has none.                      |
| \`grade\`     | How sure the answer is: \`observed\`, \`derived\`, \`inferred\`, \`unknown\`.                                  |
| \`evidence\`  | The places that prove it, the most telling first: \`line\` from 1, \`offset\` in bytes, \`uuid\`, \`file\`.    |
| \`why\`       | One sentence, where the grade is not \`observed\`; else null.                                            |

\`null\` means that the transcript does not say, never zero or "no". The [words](../words.md) are the same in all queries. In
exported tables \`at\` is \`at_ms\`, and the first place is \`evidence_file\`, \`evidence_line\`, \`evidence_offset\` and
\`evidence_uuid\`; \`tidemark export\` writes \`export.json\` with every column.

These pages are made from the docstrings and the tables of the source by \`npm run docs\`.
`;

function pageOf(doc: QueryDoc, notes: QueryNotes, companions: QueryDoc[]): string {
  const verb = verbOf(doc.name, notes);
  const parts = [
    `# ${doc.name}`,
    `> ${questionOf(doc.name, notes)}`,
    ...doc.about,
    `    ${doc.signature}`,
    ...optionsOf(doc.options),
    "## In a program",
    "Over the [bundled session](../../fixtures/demo/session.jsonl), as all examples here:",
    ...exampleOf(doc),
    ...companions.flatMap((one) => [
      `### ${one.name}`,
      ...one.about,
      `    ${one.signature}`,
      ...exampleOf(one),
      ...(one.gaps === "" ? [] : [`Known gaps: ${one.gaps}`]),
    ]),
    ...(verb === null ? [] : commandOf(verb, notes.verb?.words ?? "session.jsonl")),
    "## Columns",
    `A row is a \`${doc.row}\`: these, and [those of every row](README.md#columns-of-every-row).`,
    columnsOf(doc),
    ...wordsOf(doc),
    ...(doc.table === null
      ? ["It is no table of exports and SQL."]
      : [`In [exports and SQL](../sql.md) it is the table \`${doc.table.name}\`.`]),
    "## How sure it is",
    table(
      (["observed", "derived", "inferred", "unknown"] as const).flatMap((grade) => {
        const meaning = notes.grades[grade];
        return meaning === undefined ? [] : [{ grade: `\`${grade}\``, "means here": meaning }];
      }),
    ),
    `Evidence: ${lowerFirst(notes.evidence)}`,
    "## Known gaps",
    upperFirst(doc.gaps),
    "## See also",
    [
      ...notes.related.map(
        (name) => `- [${name}](${fileOf(name)}): ${questionOf(name, queryNotes[name] as QueryNotes)}`,
      ),
      ...(notes.pages ?? []).map(([title, path]) => `- [${upperFirst(title)}](../${path})`),
      `- Source: \`${doc.source}\``,
    ].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function optionsOf(options: readonly FieldDoc[]): string[] {
  if (options.length === 0) return [];
  return [table(options.map((one) => ({ option: `\`${one.name}\``, type: shortType(one), meaning: one.about })))];
}

function commandOf({ name, options = {} }: Verb, words: string | readonly string[]): string[] {
  const rows = Object.entries(options as Record<string, Option<unknown>>).map(([key, { placeholder, help }]) => {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return { option: `\`${placeholder === undefined ? flag : `${flag} ${placeholder}`}\``, meaning: help };
  });
  return [
    "## On the command line",
    ...[words].flat().flatMap((use) => [`\`\`\`sh\ntidemark ${name} ${use}\n\`\`\``, "```text\n```"]),
    ...(rows.length === 0 ? [] : [table(rows)]),
    `\`--json\` prints all columns; \`tidemark ${name} --help\` has the rest.`,
  ];
}

function columnsOf({ name, fields, table: exported }: QueryDoc): string {
  return table(
    fields.map((field) => {
      if (field.about === "")
        throw new Error(`${field.name} of ${name} has neither a docstring nor a column of a table.`);
      return {
        column: `\`${field.name}\``,
        ...(exported === null ? {} : { "in SQL": field.column === null ? "–" : `\`${field.column}\`` }),
        type: shortType(field),
        null: field.nullable ? "yes" : "",
        meaning: field.about,
      };
    }),
  );
}

/** A few words stand in the table, more below it. */
const fewWords = 5;

function shortType({ type, words }: FieldDoc): string {
  if (words.length === 0) return `\`${type}\``;
  return words.length > fewWords ? type : inCode(words);
}

const inCode = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");

/** Where the words of a column are explained. */
const explained: Readonly<Record<string, string>> = {
  source: "../words.md#where-a-text-came-from-source",
  reason: "../words.md#why-something-did-not-come-back-reason",
};

function wordsOf({ fields }: QueryDoc): string[] {
  return fields
    .filter(({ words }) => words.length > fewWords)
    .map(({ name, words }) => {
      const link = explained[name];
      return `\`${name}\`${link === undefined ? "" : ` ([explained](${link}))`}: ${inCode(words)}.`;
    });
}

/** The example of a docstring as a program of its own, which prints the values that it states. */
function exampleOf({ name, example }: QueryDoc): string[] {
  const lines = example.map((line) => {
    const [code = "", value] = line.split(" // => ");
    if (value === undefined) return code;
    const bare = code.replace(/;\s*$/, "");
    const [, declared] = /^const (\w+) =/.exec(bare) ?? [];
    return declared === undefined ? `console.log(${bare});` : `${code}\nconsole.log(${declared});`;
  });
  const text = lines.join("\n");
  const given = [
    ...(/\btimeline\b/.test(text) ? ['const timeline = await openTimeline("session.jsonl");'] : []),
    ...(/(?<![.\w])text\b/.test(text) ? ['const text = await readFile("session.jsonl", "utf8");'] : []),
  ];
  const names = [
    ...new Set(`${given.join(" ")} ${text}`.match(/(?<![.\w"'])[A-Za-z]\w*(?=[([])|(?<=[(,] ?)\w+(?=[,)])/g)),
  ]
    .filter((word) => word in door)
    .sort();
  if (!names.includes(name)) throw new Error(`The example of ${name} does not call it.`);
  const imports = [
    ...(given.some((line) => line.includes("readFile")) ? ['import { readFile } from "node:fs/promises";'] : []),
    `import { ${names.join(", ")} } from "tidemark/node";`,
  ];
  return [`\`\`\`ts\n${[imports.join("\n"), [...given, text].join("\n")].join("\n\n")}\n\`\`\``, "```text\n```"];
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
