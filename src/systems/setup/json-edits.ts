import type { JsonContainer } from "./json-entries.js";

/** How a file is laid out. */
interface Style {
  /** Empty for a file on one line. */
  newline: string;
  indent: string;
  /** Behind a colon, and behind a comma on a line. */
  gap: string;
}

/** The layout of a file, as its outermost object shows it. */
export function styleOf(text: string, { start, end, entries: [first] }: JsonContainer): Style {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (first === undefined) return { newline, indent: "  ", gap: " " };
  const gap = /^\s/.test(text.slice(text.indexOf(":", first.start) + 1)) ? " " : "";
  if (!text.slice(start, end).includes("\n")) return { newline: "", indent: "", gap };
  const [, indent = ""] = /\n([ \t]*)$/.exec(text.slice(0, first.start)) ?? [];
  return { newline, indent, gap };
}

/** Puts an entry behind the last one of a container; `depth` is how deep it stands. `removed` is the inverse. */
export function inserted(
  text: string,
  { start, end, entries }: JsonContainer,
  key: string | null,
  value: unknown,
  depth: number,
  style: Style,
): string {
  const { newline, indent, gap } = style;
  const entry = `${key === null ? "" : `${JSON.stringify(key)}:${gap}`}${written(value, depth, style)}`;
  const last = entries.at(-1);
  const lead = newline + indent.repeat(depth);
  if (last !== undefined)
    return `${text.slice(0, last.end)},${newline === "" ? gap : lead}${entry}${text.slice(last.end)}`;
  return `${text.slice(0, start + 1)}${lead}${entry}${newline}${indent.repeat(depth - 1)}${text.slice(end - 1)}`;
}

function written(value: unknown, depth: number, { newline, indent, gap }: Style): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = newline + indent.repeat(depth + 1);
  const parts = Object.entries(value).map(
    ([key, one]) =>
      `${Array.isArray(value) ? "" : `${JSON.stringify(key)}:${gap}`}${written(one, depth + 1, { newline, indent, gap })}`,
  );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}${inner}${parts.join(`,${newline === "" ? gap : inner}`)}${newline}${indent.repeat(depth)}${close}`;
}

/**
 * Takes the entry at `start` out of the last of these containers, and each container that it leaves empty out of the one
 * before; the outermost stays.
 */
export function removed(text: string, { containers, start }: { containers: JsonContainer[]; start: number }): string {
  let from = start;
  for (let depth = containers.length - 1; depth >= 0; depth--) {
    const { start: open, end, entries } = containers[depth] as JsonContainer;
    const at = entries.findIndex((entry) => entry.start <= from && from < entry.end);
    const [before, here, next] = [entries[at - 1], entries[at], entries[at + 1]];
    if (here === undefined) break;
    if (before !== undefined) return text.slice(0, before.end) + text.slice(here.end);
    if (next !== undefined) return text.slice(0, here.start) + text.slice(next.start);
    if (depth === 0) return text.slice(0, open + 1) + text.slice(end - 1);
    from = open;
  }
  return text;
}
