import { createHash } from "node:crypto";
import { escapeHtml } from "../../show/escape-html.js";
import { reportMark } from "./marks.js";
import { pageStyle } from "./page-style.js";

/** Plot writes the same style into every picture; it stands in the style of the page. */
const styleOfPictures = /<style>[^<]*<\/style>/g;

/**
 * A page that needs nothing else: no script, no connection, and a policy by which the browser takes no style but its own.
 * The body is HTML in which every text is escaped already.
 */
export function page(title: string, body: string): string {
  const hash = createHash("sha256").update(pageStyle).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${reportMark}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
${body.replace(styleOfPictures, "")}
</body>
</html>
`;
}

/**
 * A picture in a frame that scrolls where the page is narrower than it; a phone shows the one that is drawn for it, where there
 * is one.
 */
export const picture = (svg: string, name: string, forPhones?: string): string =>
  forPhones === undefined ? frame(svg, name) : `${frame(svg, name, " wide")}\n${frame(forPhones, name, " phone")}`;

const frame = (svg: string, name: string, more = ""): string =>
  `<div class="scroll picture${more}" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${svg}</div>`;

/** The numbers at the head of a page. */
export const figures = (some: [label: string, value: string][]): string =>
  `<dl class="figures">${some
    .map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join("")}</dl>`;

/** Labels with their texts. */
export const facts = (some: readonly (readonly [label: string, text: string])[]): string =>
  some.length === 0
    ? ""
    : `<dl class="facts">${some
        .map(([label, text]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd></div>`)
        .join("")}</dl>`;

/** What repeats what is above in another order: there for who asks for it. */
export const folded = (summary: string, content: string): string =>
  `<details>\n<summary>${escapeHtml(summary)}</summary>\n${content}\n</details>`;

/** A part of a page, to which a link can lead. */
export const section = (id: string, title: string, content: string): string =>
  `<section id="${id}">\n<h2>${escapeHtml(title)}</h2>\n${content}\n</section>`;
