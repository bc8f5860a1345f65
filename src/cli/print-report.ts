import { sep } from "node:path";
import { boundaries } from "../queries/boundaries.js";
import type { Row } from "../queries/row.js";
import { type IssueLevel, issueCodes } from "../read/issue.js";
import { cardsOf, lossesOf } from "../show/card.js";
import { plural } from "../show/count.js";
import { leavesNamesOut } from "../show/losses.js";
import { plainText } from "../show/plain-text.js";
import { requestsOf, sessionFacts } from "../show/session-facts.js";
import { sessionFolder } from "../show/session-folder.js";
import { table } from "../show/table.js";
import { cutEnd, cutMiddle, wrapWords } from "../show/text-width.js";
import type { Timeline } from "../timeline/timeline.js";
import type { All } from "./option.js";
import type { Paint } from "./paint.js";
import { wordFor } from "./path-named.js";
import { cardLines } from "./report-card.js";
import type { Asking, Sessions, View } from "./verb.js";
import { type ReportFiles, writeReport } from "./write-report.js";

/** Prints the cards of one session; of several a table of the sessions, and their cards only with `--all`. */
export async function printReport(
  _verb: Asking<Row, All & ReportFiles>,
  sessions: Sessions,
  view: View<All & ReportFiles>,
): Promise<boolean> {
  if (view.given.html !== undefined || view.given.markdown !== undefined) {
    await writeReport(sessions, view);
    return false;
  }
  const { width, paint, write, given } = view;
  const all = given.all === true;
  if (!view.many) {
    const reports = sessions.ask((timeline, file) => reportLines(timeline, file, width, paint));
    for await (const { answer } of reports) await write(`${answer.join("\n")}\n`);
    return false;
  }
  const files: string[] = [];
  const sizes: SessionSizes[] = [];
  const reports: string[] = [];
  const ask = (timeline: Timeline, file: string) => ({
    sizes: sizesOf(timeline),
    lines: all ? reportLines(timeline, file, width, paint) : [],
  });
  for await (const { file, answer } of sessions.ask(ask)) {
    files.push(file);
    sizes.push(answer.sizes);
    if (all) reports.push(`\n${answer.lines.join("\n")}\n`);
  }
  if (files.length === 0) return false;
  const folder = commonFolder(files);
  const columns = {
    session: files.map((file) => file.slice(folder.length)),
    boundaries: sizes.map((one) => one.boundaries),
    requests: sizes.map((one) => one.requests),
    context: sizes.map((one) => one.context),
    errors: sizes.map((one) => one.errors || null),
    warnings: sizes.map((one) => one.warnings || null),
  };
  const [heads, ...lines] = table(columns, width);
  if (folder !== "") await write(`${paint("bold", cutMiddle(plainText(folder), width))}\n`);
  await write(`${[paint("dim", heads ?? ""), ...lines].join("\n")}\n`);
  for (const report of reports) await write(report);
  if (!all) await write(`${paint("dim", cutEnd("context: tokens at the end. All cards: --all.", width))}\n`);
  return false;
}

/** What the table of sessions shows of one. */
interface SessionSizes {
  boundaries: number;
  requests: number;
  context: number | null;
  errors: number;
  warnings: number;
}

function sizesOf(timeline: Timeline): SessionSizes {
  const { requests, context } = requestsOf(timeline);
  const { error: errors, warning: warnings } = levelsOf(timeline);
  return {
    boundaries: boundaries(timeline).filter(({ kind }) => kind === "compact").length,
    requests,
    context,
    errors,
    warnings,
  };
}

/** The longest folder, with its last slash, that all files lie in. */
function commonFolder(files: string[]): string {
  let folder = files[0] ?? "";
  for (const file of files) while (!file.startsWith(folder)) folder = folder.slice(0, -1);
  return folder.slice(0, folder.lastIndexOf(sep) + 1);
}

/** The report of one session: what is known of it, a card per boundary, and a word about issues. */
function reportLines(timeline: Timeline, file: string, width: number, paint: Paint): string[] {
  const folder = sessionFolder(timeline);
  const cards = cardsOf(timeline);
  const word = (): string => plainText(wordFor(file));
  return [
    paint("bold", cutMiddle(plainText(file), width)),
    ...wrapWords(plainText(sessionFacts(timeline).join(" · ")), width),
    ...(folder === null ? [] : [cutMiddle(`in ${plainText(folder)}`, width)]),
    "",
    ...cards.flatMap((card) => [...cardLines(card, folder, width, paint), ""]),
    ...(cards.length === 0 ? ["No compaction boundary in this transcript."] : []),
    ...(cards.some((card) => card.returned.length > 0)
      ? wrapWords(legend, width).map((line) => paint("dim", line))
      : []),
    ...(cards.some((card) => leavesNamesOut(lossesOf(card)))
      ? wrapWords(`All that did not come back, by name: tidemark missing ${word()}`, width)
      : []),
    ...wrapWords(issueSentence(timeline, word), width),
  ];
}

const legend = "source? is inferred, ? is unknown; relation is to the latest earlier copy.";

function levelsOf(timeline: Timeline): Record<IssueLevel, number> {
  const levels = { error: 0, warning: 0, note: 0 };
  for (const { code } of timeline.issues) levels[issueCodes[code].level]++;
  return levels;
}

function issueSentence(timeline: Timeline, word: () => string): string {
  const found = Object.entries(levelsOf(timeline)).filter(([, number]) => number > 0);
  if (found.length === 0) return "No issues.";
  return `${found.map(([level, number]) => plural(number, level)).join(", ")}; see tidemark check ${word()}`;
}
