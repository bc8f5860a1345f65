import type { MissingRow } from "../../queries/missing.js";
import type { ReturnedRow } from "../../queries/returned.js";
import { type Card, cardFacts, cardTitle, foldKept, lossesOf, notRecorded } from "../../show/card.js";
import { charsShown, lineShown, reasonShown, sourceShown } from "../../show/cells.js";
import { count, plural } from "../../show/count.js";
import { nameBelow } from "../../show/name-below.js";
import { bounded, codeSpan, markdownTable, words } from "./markdown.js";
import { markdownMark } from "./marks.js";
import { type SessionReport, sumOf } from "./session-report.js";

/** Most rows of one table; the others are counted. */
const mostRows = 60;

/** The report of one session as Markdown, of at most `limit` characters: what every boundary brought back and took. */
export function sessionMarkdown(report: SessionReport, limit: number): string {
  const { name, sessionId, facts, cards, folder, issues } = report;
  const { compactions, dropped, lost, conflicts } = sumOf(cards);
  const sum = [
    plural(compactions, "compaction"),
    dropped === null ? "tokens dropped not recorded" : `${count(dropped)} tokens dropped`,
    lost === null ? "losses not recorded" : `${plural(lost, "thing")} lost or cut`,
    plural(conflicts, "conflict"),
  ];
  const head = [
    markdownMark,
    `## Session ${words(sessionId?.slice(0, 8) ?? "without id")}`,
    [
      ...(name === null ? [] : [codeSpan(name)]),
      words(facts.join(" · ")),
      ...(issues.length === 0
        ? []
        : [
            `${plural(
              issues.reduce((all, one) => all + one.count, 0),
              "issue",
            )} of the file`,
          ]),
      ...(report.redacted ? ["redacted"] : []),
    ].join(" · "),
    `**${sum.join(" · ")}**`,
    ...(cards.length === 0 ? ["No compaction boundary in this transcript."] : [legend]),
  ].join("\n\n");
  return bounded(
    head,
    cards.map((card) => cardMarkdown(card, folder)),
    limit,
    (left) => `*${plural(left, "more boundary", "more boundaries")} left out, as the report would be too long.*`,
  );
}

const legend =
  "A source or reason that ends in `?` is inferred, a lone `?` is unknown; a number of a line is that of the file.";

function cardMarkdown(card: Card, folder: string | null): string {
  const { boundary, conflicts } = card;
  const back = foldKept(card.returned);
  const silence = notRecorded(card);
  const losses = lossesOf(card).filter(({ name }) => name !== "conversation");
  return [
    `### ${words(cardTitle(boundary))}`,
    cardFacts(boundary)
      .map(([label, text]) => `- ${label}: ${words(text)}`)
      .join("\n"),
    ...(boundary.kind === "microcompact" ? ["Old tool results were cleared; the conversation goes on."] : []),
    ...(silence === null ? [] : [words(silence)]),
    ...folded(`${plural(back.length, "thing")} came back`, back, (rows) =>
      markdownTable<ReturnedRow>(rows, [
        { head: "item", cell: ({ item }) => item },
        { head: "name", cell: ({ name }) => nameBelow(folder, name), code: true },
        { head: "source", cell: sourceShown },
        { head: "chars", cell: charsShown },
        { head: "relation", cell: ({ relation }) => (relation === "none" ? null : relation) },
        { head: "line", cell: lineShown },
      ]),
    ),
    ...folded(`${plural(losses.length, "thing")} did not, or not whole`, losses, (rows) =>
      markdownTable<MissingRow>(rows, [
        { head: "item", cell: ({ item }) => item },
        { head: "name", cell: ({ name }) => nameBelow(folder, name), code: true },
        { head: "reason", cell: reasonShown },
        { head: "line", cell: lineShown },
      ]),
    ),
    ...conflicts
      .slice(0, mostRows)
      .map(
        ({ name, older, newer, grade }) =>
          `- ${grade === "inferred" ? "conflict?" : "conflict"}: ${codeSpan(nameBelow(folder, name) ?? "")}, ${older.source} (line ${older.line}) beside newer ${newer.source} (line ${newer.line})`,
      ),
  ].join("\n\n");
}

/** A table that opens on a click, where GitHub shows it. */
function folded<R>(summary: string, rows: readonly R[], table: (rows: readonly R[]) => string): string[] {
  if (rows.length === 0) return [];
  const rest = rows.length - mostRows;
  const more = rest > 0 ? `\n\n*${count(rest)} more.*` : "";
  return [`<details><summary>${summary}</summary>\n\n${table(rows.slice(0, mostRows))}${more}\n\n</details>`];
}
