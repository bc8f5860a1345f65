import { escapeMarkdown } from "../../show/escape-markdown.js";
import { plainText } from "../../show/plain-text.js";
import { markdownMark } from "../report/marks.js";
import type { LabReport } from "./lab-report.js";
import type { Section } from "./section.js";
import { headline, sectionsOf } from "./sections.js";

/**
 * A report as Markdown: a heading and a table for each part.
 *
 * What comes from transcripts and programs is escaped: it makes no link, no HTML and no further column.
 */
export function labMarkdown(report: LabReport): string {
  const parts = sectionsOf(report).map(markdownOf);
  const answers = report.answers.filter(({ text }) => text !== null).map(quoteOf);
  const words = answers.length === 0 ? [] : [`## The answers\n\n${answers.join("\n\n")}`];
  return `${[markdownMark, "# What came back after compaction", escapeMarkdown(headline(report)), ...parts, ...words].join("\n\n")}\n`;
}

function markdownOf({ title, note, head, rows, list }: Section): string {
  const line = (cells: string[]): string => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  const table =
    rows.length === 0 ? [] : [[line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n")];
  const points = list.length === 0 ? [] : [list.map((one) => `- ${escapeMarkdown(one)}`).join("\n")];
  return [`## ${title}`, ...(note === null ? [] : [escapeMarkdown(note)]), ...table, ...points].join("\n\n");
}

/** An answer as it is, indented: nothing in it is markup. */
function quoteOf({ run, role, text }: LabReport["answers"][number]): string {
  const lines = (text ?? "").split("\n").map((line) => `    ${plainText(line)}`.trimEnd());
  return `${escapeMarkdown(role === "main" ? run : `${run}, control`)}:\n\n${lines.join("\n")}`;
}
