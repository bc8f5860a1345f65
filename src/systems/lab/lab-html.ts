import { escapeHtml } from "../../show/escape-html.js";
import { reportMark } from "../report/marks.js";
import type { LabReport } from "./lab-report.js";
import type { Section } from "./section.js";
import { headline, sectionsOf } from "./sections.js";

/**
 * A report as one page of HTML that needs nothing else: no script, no picture, no connection.
 *
 * All text is escaped, and a policy in the page forbids whatever is not in it.
 */
export function labHtml(report: LabReport): string {
  const answers = report.answers.filter(({ text }) => text !== null);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
${reportMark}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What came back after compaction</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>What came back after compaction</h1>
<p>${escapeHtml(headline(report))}</p>
${sectionsOf(report).map(sectionOf).join("\n")}
${answers.length === 0 ? "" : `<section>\n<h2>The answers</h2>\n${answers.map(answerOf).join("\n")}\n</section>`}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; }
th, td { border-bottom: 1px solid #8888; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
tr.regression td { background: #d3202033; }
`;

function sectionOf({ title, note, head, rows, list }: Section): string {
  const cells = (tag: "th" | "td", texts: string[]): string =>
    texts.map((text) => `<${tag}${tag === "th" ? ' scope="col"' : ""}>${escapeHtml(text)}</${tag}>`).join("");
  const lines = rows.map(
    (row) => `<tr${row.at(-1) === "regression" ? ' class="regression"' : ""}>${cells("td", row)}</tr>`,
  );
  const table =
    rows.length === 0
      ? ""
      : `<div><table>\n<thead><tr>${cells("th", head)}</tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody>\n</table></div>\n`;
  const points =
    list.length === 0 ? "" : `<ul>\n${list.map((one) => `<li>${escapeHtml(one)}</li>`).join("\n")}\n</ul>\n`;
  return `<section>\n<h2>${escapeHtml(title)}</h2>\n${note === null ? "" : `<p>${escapeHtml(note)}</p>\n`}${table}${points}</section>`;
}

function answerOf({ run, role, text }: LabReport["answers"][number]): string {
  const lines = (text ?? "").split("\n").map(escapeHtml).join("\n");
  return `<details><summary>${escapeHtml(role === "main" ? run : `${run}, control`)}</summary><pre>${lines}</pre></details>`;
}
