import { timesOf } from "./compare-versions.js";
import type { LabReport } from "./lab-report.js";
import { type Place, places } from "./marks.js";
import type { LabRow } from "./observe.js";
import { mark, placeNames, type Section, table } from "./section.js";

/** The table of the article: each marked text, how it came back, and after how many compactions. */
export function cameBack({ rows, versions }: LabReport): Section {
  const after = rows.filter(({ role, boundary }) => role === "main" && boundary !== null);
  const many = versions.length > 1;
  const groups = places.flatMap((place) =>
    versions.map((version) => ({
      place,
      version,
      own: after.filter((row) => row.place === place && row.cliVersion === version),
    })),
  );
  return table(
    "What came back",
    "Told by the records after each boundary. A question mark: the source is inferred. A text that came back twice after one boundary is counted in both ways.",
    ["Marked text", ...(many ? ["Version"] : []), "How it came back", "Compactions"],
    groups
      .filter(({ own }) => own.length > 0)
      .map(({ place, version, own }) => [
        placeNames[place],
        ...(many ? [version] : []),
        waysOf(place, own),
        timesIn(place, own),
      ]),
  );
}

function waysOf(place: Place, rows: LabRow[]): string {
  const back = rows.filter(({ fate }) => fate === "back");
  const ways = countedBy(back, ({ source, grade, carrier, phase, text }) =>
    [
      `${source}${mark(grade)}`,
      phase === "next-prompt" ? "with the next prompt" : null,
      text === "old" ? "old text" : text === "new" ? "new text" : null,
      carrier,
    ]
      .filter((part) => part !== null)
      .join(", "),
  );
  const lost = countedBy(
    rows.filter((row) => row.fate !== "back"),
    ({ fate, reason }) =>
      `${fate}${reason === null || reason === "summary-only" || place === "message" ? "" : ` (${reason})`}`,
  );
  return [...ways, ...lost].join("; ");
}

/** Each distinct text with the runs that it holds for, where it is not the only one. */
function countedBy(rows: LabRow[], textOf: (row: LabRow) => string): string[] {
  const runs = new Map<string, Set<string>>();
  for (const row of rows) runs.set(textOf(row), (runs.get(textOf(row)) ?? new Set()).add(row.run));
  return [...runs].map(([text, names]) => `${text}: ${names.size}`);
}

/** `6 of 8 (0 of 2 in A)`. What is said in the chat counts where the summary has it. */
function timesIn(place: Place, rows: LabRow[]): string {
  const judged = rows.filter(isJudged);
  if (judged.length === 0) return "not judged";
  const times = (some: LabRow[]): { back: number; of: number } =>
    place === "message"
      ? {
          back: new Set(some.filter(({ fate }) => fate !== "lost").map(({ run }) => run)).size,
          of: new Set(some.map(({ run }) => run)).size,
        }
      : timesOf(some);
  const all = times(judged);
  const shapes = [...new Set(judged.map(({ shape }) => shape))];
  const parts = shapes.map((shape) => ({ shape, ...times(judged.filter((row) => row.shape === shape)) }));
  const short = new Map<string, string[]>();
  for (const { shape, back, of } of parts)
    if (back < of && parts.length > 1) short.set(`${back} of ${of}`, [...(short.get(`${back} of ${of}`) ?? []), shape]);
  const detail = [...short].map(([share, names]) => `${share} in ${names.join(", ")}`).join("; ");
  const left = new Set(rows.filter((row) => !isJudged(row)).map(({ run }) => run)).size;
  return `${all.back} of ${all.of}${detail === "" ? "" : ` (${detail})`}${left > 0 ? `, ${left} not judged` : ""}`;
}

/** Whether the record can tell what became of a text. */
export const isJudged = ({ fate }: LabRow): boolean => fate !== "not loaded" && fate !== "not recorded";
