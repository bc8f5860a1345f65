import type { MissingRow } from "../../queries/missing.js";
import type { ReturnedRow } from "../../queries/returned.js";
import type { SkillRow } from "../../queries/skills.js";
import type { Place } from "../../read/place.js";
import { type Card, cardFacts, cardTitle, foldKept, isSilent, lossesOf, notRecorded } from "../../show/card.js";
import { charsShown, reasonShown, sourceShown } from "../../show/cells.js";
import { cellOf } from "../../show/column.js";
import { skillsColumns } from "../../show/columns/skills.js";
import { count } from "../../show/count.js";
import { escapeHtml } from "../../show/escape-html.js";
import { conflictFacts, lossFacts } from "../../show/losses.js";
import { nameBelow } from "../../show/name-below.js";
import { boundaryKeys } from "./boundary-keys.js";
import { compareText } from "./compare-text.js";
import { type Html, type HtmlColumn, htmlTable, sortedTable } from "./html-table.js";
import { lineLinks } from "./line-links.js";
import { facts, figures, folded, page, picture, section } from "./page.js";
import { phone } from "./page-style.js";
import { plots } from "./plots.js";
import { type SessionReport, sumOf } from "./session-report.js";

/** The page of one session. */
export async function sessionHtml(report: SessionReport): Promise<string> {
  const { contextPlot, plotSvg, shedPlot, skillPlot, survivalPlot } = await plots();
  const { cards, usage, skills, folder } = report;
  const boundaries = cards.map(({ boundary }) => boundary);
  const returned = cards.flatMap((card) => card.returned);
  const missing = cards.flatMap(lossesOf);
  const lines = lineLinks(report.name);
  const keys = boundaryKeys(boundaries);
  const id = `Session ${report.sessionId?.slice(0, 8) ?? report.name ?? ""}`.trim();
  const title = report.title ?? id;
  const { compactions, dropped, lost, conflicts } = sumOf(cards);
  const sizes = contextPlot({ usage, boundaries });
  const shed = shedPlot(boundaries);
  const things = { returned, missing };
  const lives = { skills, boundaries };
  const sections = [
    section("size", "Context size", picture(plotSvg(sizes), "Context size", plotSvg({ ...sizes, width: phone }))),
    compactions === 0
      ? ""
      : section(
          "things",
          "What came back, and from where",
          `${picture(
            plotSvg(survivalPlot(things)),
            "What came back, and from where",
            plotSvg(survivalPlot({ ...things, width: phone })),
          )}\n<p class="note">${legend}</p>`,
        ),
    skills.length === 0
      ? ""
      : section(
          "skills",
          "Skills, from invocation to loss",
          `${picture(
            plotSvg(skillPlot(lives)),
            "Lives of skills",
            plotSvg(skillPlot({ ...lives, width: phone })),
          )}\n${skillTable(report, lines)}`,
        ),
    compactions < 2
      ? ""
      : section(
          "shed",
          "Tokens shed",
          picture(plotSvg(shed), "Tokens shed per compaction", plotSvg({ ...shed, width: phone })),
        ),
    section(
      "boundaries",
      "Boundary by boundary",
      cards.length === 0
        ? "<p>No compaction boundary in this transcript.</p>"
        : cards.map((card) => cardHtml(card, keys(card.boundary), folder, lines)).join("\n"),
    ),
    returned.length + missing.length === 0
      ? ""
      : section(
          "all",
          "Everything, sorted",
          folded("All things at all boundaries in one table", everything(report, lines, keys)),
        ),
    section("issues", "Issues of the file", issuesHtml(report)),
  ].filter((text) => text !== "");
  const links = cards.map(
    ({ boundary }) => `<a href="#${keys(boundary)}">${escapeHtml(cardTitle(boundary).split(" · line")[0] ?? "")}</a>`,
  );
  return page(
    `${title}: what came back after each compaction`,
    `<header>
<h1>${escapeHtml(title)}</h1>
<p class="facts-line">${escapeHtml([...(report.title === null ? [] : [id]), ...report.facts].join(" · "))}</p>
${facts([
  ...(report.name === null ? [] : [["file", report.name] as const]),
  ...(folder === null ? [] : [["in", folder] as const]),
  ...(report.redacted ? [["redacted", "secrets and home folders are taken out, arguments left out"] as const] : []),
])}
${figures([
  ["compactions", count(compactions)],
  ["tokens dropped", dropped === null ? "not recorded" : count(dropped)],
  ["things lost or cut", lost === null ? "not recorded" : count(lost)],
  ["conflicts", count(conflicts)],
])}
${links.length === 0 ? "" : `<nav aria-label="Boundaries">${links.join("\n")}</nav>`}
</header>
<main>
${sections.join("\n")}
</main>
${footer}`,
  );
}

const legend =
  "A source that ends in <b>?</b> is inferred, a lone <b>?</b> is unknown. No cell: nothing is recorded of the thing at that boundary.";

const footer = `<footer><p>A transcript records what was sent, not what the model made of it. Numbers of lines are those of the file; a link to one, such as <code>#L40</code>, leads to its first mention. Made by tidemark.</p></footer>`;

type Lines = (places: readonly Place[]) => Html;

function cardHtml(card: Card, key: string, folder: string | null, lines: Lines): string {
  const { boundary } = card;
  const [name, ...rest] = cardTitle(boundary).split(" · ");
  const told = rest.filter((part) => !part.startsWith("line "));
  const losses = lossesOf(card);
  return `<article class="card" id="${key}" aria-labelledby="${key}-title">
<h3 id="${key}-title"><a href="#${key}">${escapeHtml(name ?? "")}</a>${told.map((part) => ` · ${escapeHtml(part)}`).join("")} · line ${lines(boundary.evidence.slice(0, 1)).html}</h3>
${facts(cardFacts(boundary))}
${returnedHtml(card, folder, lines)}
${facts([...lossFacts(losses, folder), ...conflictFacts(card.conflicts, folder, 200)])}
${losses.length === 0 ? "" : missingTable(losses, folder, lines)}
</article>`;
}

function returnedHtml(card: Card, folder: string | null, lines: Lines): string {
  if (card.boundary.kind === "microcompact") return "<p>Old tool results were cleared; the conversation goes on.</p>";
  const silence = notRecorded(card);
  const note = silence === null ? "" : `<p class="note">${escapeHtml(silence)}</p>`;
  if (card.returned.length === 0)
    return isSilent(card.boundary) ? note : `<p>Nothing that came back is recorded.</p>${note}`;
  return htmlTable<ReturnedRow>("Came back", foldKept(card.returned), [
    { head: "item", cell: ({ item }) => item },
    { head: "name", cell: ({ name }) => nameBelow(folder, name) },
    { head: "source", cell: sourceHtml },
    { head: "chars", cell: charsShown },
    { head: "relation", cell: ({ relation }) => (relation === "none" ? null : relation) },
    { head: "also from", cell: ({ conflictsWith }) => conflictsWith },
    { head: "when", cell: ({ phase }) => (phase === "next-prompt" ? "next prompt" : null) },
    { head: "line", cell: ({ evidence }) => lines(evidence) },
  ]).concat(note);
}

const missingTable = (rows: readonly MissingRow[], folder: string | null, lines: Lines): string =>
  htmlTable<MissingRow>("Did not come back, or not whole", rows, [
    { head: "item", cell: ({ item }) => item },
    { head: "name", cell: ({ name }) => nameBelow(folder, name) },
    { head: "reason", cell: reasonShown },
    { head: "why", cell: ({ why }) => why },
    { head: "line", cell: ({ evidence }) => lines(evidence) },
  ]);

/** A source as a word on its colour, as in the plots. */
const sourceHtml = (row: ReturnedRow): Html => ({
  html: `<span class="source ${row.grade === "inferred" || row.source === "unknown" ? "unsure" : `s-${row.source}`}">${escapeHtml(sourceShown(row))}</span>`,
});

function skillTable({ skills }: SessionReport, lines: Lines): string {
  const columns = Object.entries(skillsColumns).filter(([head]) => head !== "line");
  return sortedTable<SkillRow>(
    "skill-rows",
    "Skills",
    skills,
    [
      ...columns.map(([head, column]): HtmlColumn<SkillRow> => ({ head, cell: (row) => cellOf(row, column) })),
      { head: "lines", cell: ({ evidence }) => lines(evidence) },
    ],
    [
      "by invocation",
      { name: "by name", compare: (a, b) => compareText(a.name, b.name) },
      { name: "by fate", compare: (a, b) => compareText(a.fate, b.fate) },
      { name: "by size", compare: (a, b) => (b.bodyChars ?? -1) - (a.bodyChars ?? -1) },
    ],
  );
}

/** A thing of any boundary, back or missing. */
type Thing = (ReturnedRow & { reason?: undefined }) | (MissingRow & { source?: undefined; chars?: undefined });

function everything({ cards, folder }: SessionReport, lines: Lines, keys: ReturnType<typeof boundaryKeys>): string {
  const things: Thing[] = cards.flatMap((card) => [...foldKept(card.returned), ...lossesOf(card)]);
  // A microcompaction, which has none of these things, can have the number of a compaction.
  const keyOf = new Map(
    cards
      .filter(({ boundary }) => boundary.kind === "compact")
      .map(({ boundary }) => [JSON.stringify([boundary.chain, boundary.boundary]), keys(boundary)]),
  );
  const link = ({ chain, boundary }: Thing): Html => {
    const label = chain === "main" ? String(boundary) : `${chain} ${boundary}`;
    return { html: `<a href="#${keyOf.get(JSON.stringify([chain, boundary]))}">${escapeHtml(label)}</a>` };
  };
  const stateOf = (row: Thing): string => (row.source === undefined ? "missing" : row.source);
  return sortedTable<Thing>(
    "thing-rows",
    "All things at all boundaries",
    things,
    [
      { head: "#", cell: link },
      { head: "item", cell: ({ item }) => item },
      { head: "name", cell: ({ name }) => nameBelow(folder, name) },
      { head: "source", cell: (row) => (row.source === undefined ? null : sourceHtml(row)) },
      { head: "missing", cell: (row) => (row.source === undefined ? reasonShown(row) : null) },
      { head: "chars", cell: (row) => (row.source === undefined ? null : charsShown(row)) },
      { head: "grade", cell: ({ grade }) => grade },
      { head: "why", cell: ({ why }) => why },
      { head: "lines", cell: ({ evidence }) => lines(evidence) },
    ],
    [
      "by boundary",
      { name: "by name", compare: (a, b) => compareText(a.name ?? a.item, b.name ?? b.item) },
      { name: "by kind", compare: (a, b) => compareText(a.item, b.item) },
      { name: "by source", compare: (a, b) => compareText(stateOf(a), stateOf(b)) },
      { name: "by size", compare: (a, b) => (b.chars ?? -1) - (a.chars ?? -1) },
    ],
  );
}

const issuesHtml = ({ issues }: SessionReport): string =>
  issues.length === 0
    ? "<p>No issues.</p>"
    : htmlTable("Issues", issues, [
        { head: "code", cell: ({ code }) => code },
        { head: "level", cell: ({ level }) => level },
        { head: "times", cell: ({ count: times }) => times },
      ]);
