/** A point of a line; a null breaks the line. */
export interface Point {
  x: number;
  y: number | null;
}

/**
 * Takes so many points out of a line that it stays light, without changing how it looks: of each of `columns` slices of
 * the x axis the first, last, lowest and highest point stay, and every break between two that stay. The points stand in the order of `x`.
 */
export function thinOut<P extends Point>(points: readonly P[], columns: number): P[] {
  if (points.length <= columns * 4) return [...points];
  const first = points[0]?.x ?? 0;
  const width = ((points.at(-1)?.x ?? 0) - first) / columns || 1;
  const kept: P[] = [];
  let start = 0;
  while (start < points.length) {
    const column = Math.floor(((points[start] as P).x - first) / width);
    let end = start + 1;
    while (end < points.length && Math.floor(((points[end] as P).x - first) / width) === column) end++;
    keepOfColumn(points, start, end, kept);
    start = end;
  }
  return kept;
}

function keepOfColumn<P extends Point>(points: readonly P[], start: number, end: number, kept: P[]): void {
  let lowest = -1;
  let highest = -1;
  let first = -1;
  let last = -1;
  for (let at = start; at < end; at++) {
    const y = points[at]?.y ?? null;
    if (y === null) continue;
    if (first === -1) first = at;
    last = at;
    if (lowest === -1 || y < (points[lowest]?.y as number)) lowest = at;
    if (highest === -1 || y > (points[highest]?.y as number)) highest = at;
  }
  const stay = [...new Set([first, lowest, highest, last])].filter((at) => at !== -1).sort((a, b) => a - b);
  let from = start;
  for (const at of [...stay, end]) {
    const gap = points.slice(from, at).find(({ y }) => y === null);
    if (gap !== undefined) kept.push(gap);
    const point = points[at];
    if (at < end && point !== undefined) kept.push(point);
    from = at + 1;
  }
}
