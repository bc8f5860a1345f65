import { dot, type Markish, type PlotOptions, ruleX, ruleY, text } from "@observablehq/plot";
import type { BoundaryRow } from "../queries/boundaries.js";
import type { SkillRow } from "../queries/skills.js";
import { checkCount, checkList } from "../read/wrong-use.js";
import { charsShown, graded } from "../show/cells.js";
import { count, plural } from "../show/count.js";
import { localTime } from "../show/local-time.js";
import { grouped } from "../timeline/grouped.js";
import { cutColour, lossColour, presentColour } from "./colours.js";
import {
  asPicture,
  characterWidth,
  described,
  emptyPlot,
  footnote,
  hint,
  marginFor,
  rowAxis,
  rowLabels,
  usualWidth,
} from "./layout.js";
import { type LegendEntry, legend } from "./legend.js";

/** What `skillPlot` draws. */
export interface SkillPlotRows {
  /** Rows of `skills`. */
  skills: Iterable<SkillRow>;
  /** Rows of `boundaries`: where in the file they lie. */
  boundaries?: Iterable<BoundaryRow>;
  /** Last line of the file, to which the bars go of what is still there; the last line that a row names where it is not given. */
  lastLine?: number;
  /** `"main"` (the usual, where it invoked a skill) or the id of a subagent. */
  chain?: string;
  /** Most invocations to draw, the latest; 40 where it is not given. */
  limit?: number;
  /** Pixels for legend, labels and bars; 720 where it is not given. */
  width?: number;
}

const label = "Lives of skills";
const rowHeight = 22;
/** What words to the right of the last sign take. */
const roomForWords = 100;
const roomForSigns = 20;
/** Where less is left for the bars, signs stand without words: the legend and hints say what they mean. */
const leastForBars = 240;

/** A stretch of the file in which a skill stood in context. */
interface Stretch {
  life: string;
  from: number;
  to: number;
  cut: boolean;
  /** True where it goes on to the end of what is known. */
  open: boolean;
}

/** What became of a skill at a boundary. */
interface Fate {
  life: string;
  line: number;
  row: SkillRow;
}

interface Life {
  key: string;
  label: string;
  first: SkillRow;
  stretches: Stretch[];
  fates: Fate[];
}

/**
 * Draws the life of each invoked skill as a bar over the lines of the file, from its invocation by its fate at each
 * boundary to its loss, as a spec for `Plot.plot`.
 *
 * A disc stands where a boundary brought the skill back, a diamond with the characters where it cut it (the bar is narrow
 * from there), a cross with the reason where it was lost; a reason that ends in `?` is inferred. A bar that ends in an arrow is
 * still there. A skill that comes back after a loss has a gap between.
 *
 * Known gaps: those of `skills`; the body of a forked skill went to a subagent, so it has a ring and no bar; one chain is
 * drawn, and the plot says how many invocations of others there are.
 *
 * @example
 * const spec = skillPlot({ skills: skills(timeline), boundaries: boundaries(timeline) });
 * spec.ariaDescription; // => "2 invocations: deploy, line 35, kept at boundary 1, kept at boundary 2; review, line 64, lost at boundary 2"
 */
export function skillPlot({
  skills,
  boundaries = [],
  lastLine,
  chain,
  limit = 40,
  width = usualWidth,
}: SkillPlotRows): PlotOptions {
  checkList(skills, "write skillPlot({ skills: skills(timeline), boundaries: boundaries(timeline) })");
  checkList(boundaries, "write skillPlot({ skills: skills(timeline), boundaries: boundaries(timeline) })");
  checkCount("limit", limit, 1);
  checkCount("width", width, 1);
  const all = [...skills];
  const shown = chain ?? (all.some((row) => row.chain === "main") ? "main" : (all[0]?.chain ?? "main"));
  const rows = all.filter((row) => row.chain === shown);
  if (rows.length === 0) return emptyPlot(label, "No skill was invoked.");

  const cuts = [...boundaries].filter((row) => row.chain === shown && row.kind === "compact");
  const lineAt = linesOfBoundaries(cuts, rows);
  const named = [...rows.flatMap((row) => [row.line, ...row.evidence.map(({ line }) => line)]), ...lineAt.values()];
  const last = Math.max(
    lastLine ?? 0,
    named.reduce((most, line) => Math.max(most, line), 0),
  );
  const lives = [...grouped(rows, ({ line, name }) => JSON.stringify([line, name]))].map(([key, some]) =>
    lifeOf(key, some, lineAt, last),
  );
  const drawn = limit === Number.POSITIVE_INFINITY ? lives : lives.slice(-limit);
  const stretches = drawn.flatMap((life) => life.stretches);
  const fates = drawn.flatMap((life) => life.fates);
  const labels = rowLabels(new Map(drawn.map((life) => [life.key, life.label])), width);
  const leftOut = leftOutSentence(lives.length - drawn.length, all, rows);
  const marginLeft = marginFor(labels.values());
  const hasWords = width - marginLeft - roomForWords >= leastForBars;
  const marginRight = hasWords ? roomForWords : roomForSigns;
  const end = Math.max(2, last);
  const pixelsPerLine = Math.max(0, width - marginLeft - marginRight) / (end - 1);
  const marginBottom = leftOut === null ? 34 : 50;
  const key = legend(legendOf(fates), width);
  const marginTop = key.height + 24;
  return {
    ...described(shown === "main" ? label : `${label} in subagent ${shown}`, descriptionOf(lives)),
    width,
    height: marginTop + drawn.length * rowHeight + marginBottom,
    marginLeft,
    marginTop,
    marginBottom,
    marginRight,
    x: {
      type: "linear",
      domain: [1, end],
      label: "line",
      tickFormat: (line: number) => (Number.isInteger(line) ? count(line) : ""),
    },
    y: rowAxis(labels),
    marks: [
      ...key.marks(marginLeft, marginTop),
      ...boundaryMarks(lineAt, pixelsPerLine),
      ...stretchMarks(stretches),
      ...fateMarks(drawn, fates),
      ...(hasWords ? fateWords(fates) : []),
      ...(leftOut === null ? [] : [footnote(leftOut, marginLeft, marginBottom)]),
      asPicture,
    ],
  };
}

/** The line of each boundary: its own, or the one that a row of a skill names of it. */
function linesOfBoundaries(cuts: readonly BoundaryRow[], rows: readonly SkillRow[]): Map<number, number> {
  const lines = new Map<number, number>();
  for (const { boundary, evidence } of [...cuts, ...rows]) {
    const line = evidence[0]?.line;
    if (boundary !== null && line !== undefined && !lines.has(boundary)) lines.set(boundary, line);
  }
  return lines;
}

function lifeOf(key: string, rows: SkillRow[], lineAt: ReadonlyMap<number, number>, last: number): Life {
  const first = rows[0] as SkillRow;
  const life: Life = { key, label: labelOf(first), first, stretches: [], fates: [] };
  let from: number | null = first.line;
  let cut = false;
  for (const row of rows) {
    if (row.boundary === null) continue;
    const line = lineAt.get(row.boundary) ?? first.line;
    life.fates.push({ life: key, line, row });
    if (from !== null) life.stretches.push({ life: key, from, to: line, cut, open: false });
    from = row.fate === "kept" || row.fate === "truncated" ? line : null;
    cut = row.fate === "truncated";
  }
  if (from !== null && !isElsewhere(first)) life.stretches.push({ life: key, from, to: last, cut, open: true });
  return life;
}

/** True where its text stands in no context that goes on: in a subagent, or on a branch that a rewind left. */
const isElsewhere = ({ reason }: SkillRow): boolean => reason === "forked" || reason === "abandoned";

const labelOf = ({ name, line, stub }: SkillRow): string => `${name}${stub ? " (stub)" : ""}, line ${count(line)}`;

function boundaryMarks(lineAt: ReadonlyMap<number, number>, pixelsPerLine: number): Markish[] {
  const cuts = [...lineAt].map(([boundary, line]) => ({ boundary, line })).sort((a, b) => a.line - b.line);
  return [
    ruleX(cuts, { x: "line", strokeDasharray: "3 3", strokeOpacity: 0.6 }),
    text(withRoom(cuts, pixelsPerLine), { x: "line", text: "boundary", frameAnchor: "top", dy: -10 }),
  ];
}

/** The boundaries whose numbers have room beside the one before. */
function withRoom<T extends { boundary: number; line: number }>(cuts: readonly T[], pixelsPerLine: number): T[] {
  let free = Number.NEGATIVE_INFINITY;
  return cuts.filter(({ boundary, line }) => {
    const half = (String(boundary).length * characterWidth) / 2 + 1;
    const middle = line * pixelsPerLine;
    if (middle - half < free) return false;
    free = middle + half;
    return true;
  });
}

function stretchMarks(stretches: readonly Stretch[]): Markish[] {
  const bar = { y: "life", x1: "from", x2: "to", stroke: presentColour } as const;
  return [
    ruleY(
      stretches.filter(({ cut }) => !cut),
      { ...bar, strokeWidth: 8 },
    ),
    ruleY(
      stretches.filter(({ cut }) => cut),
      { ...bar, strokeWidth: 3 },
    ),
    text(
      stretches.filter(({ open }) => open),
      { y: "life", x: "to", text: () => "▸", dx: 7, fontSize: 14 },
    ),
  ];
}

function fateMarks(lives: readonly Life[], fates: readonly Fate[]): Markish[] {
  const of = withFate(fates);
  const at = { x: "line", y: "life", stroke: "currentColor", title: titleOf } as const;
  return [
    dot(lives, {
      y: "key",
      x: ({ first }: Life) => first.line,
      r: 5,
      fill: ({ first }: Life) => (isElsewhere(first) ? "none" : presentColour),
      stroke: "currentColor",
      symbol: "square",
      title: ({ first }: Life) => invocationTitle(first),
    }),
    dot(of("kept"), { ...at, r: 5, fill: presentColour }),
    dot(of("truncated"), { ...at, r: 6, fill: cutColour, symbol: "diamond" }),
    dot(of("reinvoked"), { ...at, r: 4, fill: "none" }),
    dot(of("lost"), { ...at, r: 6, stroke: lossColour, strokeWidth: 2.5, symbol: "times" }),
  ];
}

const withFate =
  (fates: readonly Fate[]) =>
  (fate: SkillRow["fate"]): Fate[] =>
    fates.filter(({ row }) => row.fate === fate);

function fateWords(fates: readonly Fate[]): Markish[] {
  const of = withFate(fates);
  const words = { x: "line", y: "life", textAnchor: "start", lineAnchor: "middle", dx: 9, title: titleOf } as const;
  return [
    text(of("truncated"), { ...words, dy: -9, dx: 4, text: ({ row }: Fate) => String(shareOf(row) ?? "cut") }),
    text(of("lost"), { ...words, text: ({ row }: Fate) => reasonOf(row) }),
    text(of("reinvoked"), { ...words, text: () => "invoked again" }),
  ];
}

const shareOf = ({ keptChars, bodyChars }: SkillRow) => charsShown({ chars: keptChars, sourceChars: bodyChars });

const reasonOf = ({ reason, grade }: SkillRow): string =>
  reason === null ? "" : graded(reason, grade).replaceAll("-", " ");

const titleOf = ({ row }: Fate): string =>
  hint([
    `${row.name}: ${row.fate} at boundary ${row.boundary}${row.reason === null ? "" : `, ${reasonOf(row)}`}`,
    `line ${row.evidence[0]?.line}${row.why === null ? "" : `: ${row.why}`}`,
  ]);

const invocationTitle = (row: SkillRow): string =>
  hint([
    `${row.name}${row.args === null ? "" : ` ${row.args}`}, invoked by ${row.invokedBy === "user" ? "the user" : "the model"}`,
    `line ${row.line}${row.invokedAt === null ? "" : `, ${localTime(row.invokedAt)}`}`,
    row.bodyChars === null ? "length not recorded" : `${count(row.bodyChars)} characters`,
  ]);

function legendOf(fates: readonly Fate[]): LegendEntry[] {
  const found = new Set(fates.map(({ row }) => row.fate));
  return [
    { label: "invoked", symbol: "square", fill: presentColour },
    ...(found.has("kept") ? [{ label: "came back", symbol: "circle", fill: presentColour } as const] : []),
    ...(found.has("truncated") ? [{ label: "came back cut", symbol: "diamond", fill: cutColour } as const] : []),
    ...(found.has("lost") ? [{ label: "lost", symbol: "times", stroke: lossColour } as const] : []),
    { label: "▸ still there", fill: "none", stroke: "none" },
  ];
}

function leftOutSentence(earlier: number, all: readonly SkillRow[], rows: readonly SkillRow[]): string | null {
  const others = new Set(
    all.filter((row) => !rows.includes(row)).map(({ chain, line, name }) => JSON.stringify([chain, line, name])),
  ).size;
  const parts = [
    ...(earlier > 0 ? [plural(earlier, "earlier invocation")] : []),
    ...(others > 0 ? [`${plural(others, "invocation")} of other chains`] : []),
  ];
  return parts.length === 0 ? null : `Left out: ${parts.join(", ")}.`;
}

const mostDescribed = 12;

function descriptionOf(lives: readonly Life[]): string {
  const told = lives
    .slice(0, mostDescribed)
    .map(({ first, fates }) =>
      [
        `${first.name}, line ${first.line}`,
        ...(fates.length === 0 ? [isElsewhere(first) ? first.reason : "met no boundary"] : []),
        ...fates.map(({ row }) => `${row.fate} at boundary ${row.boundary}`),
      ].join(", "),
    );
  const more = lives.length > mostDescribed ? [`and ${count(lives.length - mostDescribed)} more`] : [];
  return `${plural(lives.length, "invocation")}: ${[...told, ...more].join("; ")}`;
}
