import type { CheckRow } from "../queries/check.js";
import { type Issue, type IssueLevel, issueCodes } from "../read/issue.js";
import { count, plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import { table } from "../show/table.js";
import { cutMiddle, wrapWords } from "../show/text-width.js";
import type { All } from "./option.js";
import type { Paint } from "./paint.js";
import type { Asking, Sessions, View } from "./verb.js";

/** Prints the issues of each session with line, code and message, and last the counts over all sessions. */
export async function printCheck(verb: Asking<CheckRow, All>, sessions: Sessions, view: View<All>): Promise<boolean> {
  const totals = new Map<string, Total>();
  let asked = 0;
  let sound = 0;
  let fault = false;
  for await (const { file, answer } of sessions.recall()) {
    const { check: rows, issues } = answer;
    fault ||= verb.fault?.(rows) ?? false;
    addTo(totals, rows);
    asked++;
    if (issues.length === 0) sound++;
    else await view.write(`${issueLines(file, issues, view).join("\n")}\n\n`);
  }
  if (asked === 0) return fault;
  if (sound > 0)
    await view.write(
      `${asked === 1 ? "No issues." : `${count(sound)} of ${plural(asked, "session")}: no issues.`}\n\n`,
    );
  const shown = [...totals.values()]
    .filter((total) => total.count > 0)
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || b.count - a.count);
  const columns = {
    group: shown.map((total) => total.group),
    name: shown.map((total) => total.name),
    count: shown.map((total) => total.count),
  };
  const [heads, ...lines] = table(columns, view.width);
  await view.write(`${[view.paint("dim", heads ?? ""), ...lines].join("\n")}\n`);
  return fault;
}

type Total = Pick<CheckRow, "group" | "name" | "count">;
const groups: CheckRow["group"][] = ["lines", "kind", "version", "issue"];

function addTo(totals: Map<string, Total>, rows: CheckRow[]): void {
  for (const { group, name, count } of rows) {
    const key = `${group} ${name}`;
    totals.set(key, { group, name, count: count + (totals.get(key)?.count ?? 0) });
  }
}

const colors = { error: "red", warning: "yellow", note: "dim" } as const;
const shownNotes = 5;

function issueLines(file: string, issues: Issue[], { width, paint, given: { all } }: View<All>): string[] {
  const title = `${plainText(file)}: ${issues.length === 0 ? "no issues" : plural(issues.length, "issue")}`;
  const seen = new Map<string, number>();
  const hidden = new Map<string, number>();
  const lines = issues.flatMap((issue) => {
    const level = issueCodes[issue.code].level;
    const nth = (seen.get(issue.code) ?? 0) + 1;
    seen.set(issue.code, nth);
    if (all !== true && level === "note" && nth > shownNotes) {
      hidden.set(issue.code, (hidden.get(issue.code) ?? 0) + 1);
      return [];
    }
    return issueText(issue, level, width, paint);
  });
  for (const [code, number] of hidden)
    lines.push(`  and ${plural(number, `more ${code}`, `more ${code}`)}; --all shows them`);
  return [paint("bold", cutMiddle(title, width)), ...lines];
}

function issueText({ place, code, message, path }: Issue, level: IssueLevel, width: number, paint: Paint): string[] {
  const where = `${place.file === undefined ? "" : `${plainText(place.file)} `}line ${place.line}`;
  const head = cutMiddle(`  ${where}  ${level}  ${code}`, width);
  const field = path === undefined || message.includes(path) ? "" : ` (${plainText(path)})`;
  const text = wrapWords(plainText(message) + field, width - 4).map((line) => `    ${line}`);
  return [paint(colors[level], head), ...text];
}
