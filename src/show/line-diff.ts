/** A line that is only in the old text, only in the new one, or in both. */
export interface DiffLine {
  sign: "-" | "+" | " ";
  text: string;
}

const context = 2;
/** Above so many pairs of lines what stands between the first and the last difference is shown as exchanged. */
const mostPairs = 4_000_000;

/** Shows how two texts differ, line by line, with two lines around each difference; an empty list where they don't. */
export function lineDiff(before: string, after: string): string[] {
  const lines = diffLines(before, after);
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== " "),
  );
  return lines.flatMap(({ sign, text }, at) =>
    shown[at] ? [`${sign} ${text}`.trimEnd()] : shown[at - 1] || (at === 0 && shown.some(Boolean)) ? ["  …"] : [],
  );
}

/** All lines of two texts, those in both once. */
export const diffLines = (before: string, after: string): DiffLine[] => aligned(linesOf(before), linesOf(after));

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));

function aligned(before: string[], after: string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const both = (lines: string[]): DiffLine[] => lines.map((text) => ({ sign: " ", text }));
  return [
    ...both(before.slice(0, start)),
    ...between(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...both(before.slice(before.length - end)),
  ];
}

/** By the longest common subsequence. */
function between(before: string[], after: string[]): DiffLine[] {
  const only = (sign: "-" | "+", lines: string[]): DiffLine[] => lines.map((text) => ({ sign, text }));
  if (before.length * after.length > mostPairs) return [...only("-", before), ...only("+", after)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] as number;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length)
    if (before[i] === after[j]) {
      lines.push({ sign: " ", text: before[i++] as string });
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push({ sign: "-", text: before[i++] as string });
    else lines.push({ sign: "+", text: after[j++] as string });
  return [...lines, ...only("-", before.slice(i)), ...only("+", after.slice(j))];
}
