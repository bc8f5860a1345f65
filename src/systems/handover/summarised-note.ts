import { askedTitles } from "./brief.js";
import { harmless, type NoteLine, type NoteSection, unproven } from "./note.js";
import { because } from "./summarise.js";
import { tellingWords } from "./telling-words.js";

const mostLinesASection = 40;
const mostLineChars = 400;
/** Titles and citations are short; in more than that none is looked for. */
const mostTitleChars = 100;

/** What a summariser printed, held against its brief. */
export type Summarised = { sections: NoteSection[]; dropped: number } | { failed: string };

/**
 * Takes from what a summariser printed the sections that its brief asks for, and in them the lines that name a line of the
 * window, whose text `textAt` gives. What has no such line is no note, a message about a limit for example. Secrets and
 * control sequences are removed.
 */
export function summarisedSections(text: string, textAt: (line: number) => string | null): Summarised {
  const found = new Map<string, NoteLine[]>();
  let current: NoteLine[] | null = null;
  let dropped = 0;
  for (const row of text.split(/\r?\n/)) {
    const title = titleOf(row);
    if (title !== null) {
      current = found.get(title) ?? [];
      found.set(title, current);
    } else if (/^\s{0,3}#{1,6}\s/.test(row)) current = null;
    else {
      const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.+)$/.exec(row)?.[1];
      if (item === undefined) continue;
      const line = citedLine(item, textAt);
      if (current === null || line === null || current.length >= mostLinesASection) dropped++;
      else current.push(line);
    }
  }
  const sections = askedTitles.flatMap((title): NoteSection[] => {
    const of = found.get(title) ?? [];
    return of.length === 0 ? [] : [{ title, lines: of }];
  });
  if (sections.length > 0) return { sections, dropped };
  return { failed: `ignored its brief${because(text)}` };
}

function titleOf(row: string): string | null {
  if (row.length > mostTitleChars) return null;
  const words = /^\s{0,3}(?:#{1,6}\s+|\*\*|__)(.+?)(?:\*\*|__|:|\s|#)*$/.exec(row)?.[1]?.toLowerCase();
  return askedTitles.find((title) => title.toLowerCase() === words) ?? null;
}

function citedLine(item: string, textAt: (line: number) => string | null): NoteLine | null {
  const end = item.trimEnd();
  const [cited = "", number] = /[([]lines? (\d{1,9})[^)\]]{0,60}[)\]][.;]?$/i.exec(end.slice(-mostTitleChars)) ?? [];
  const line = Number(number);
  const source = number === undefined ? null : textAt(line);
  if (source === null) return null;
  const text = harmless(end.slice(0, end.length - cited.length)).trim();
  if (text === "") return null;
  const sign = sharesWord(text, source) ? "" : `${unproven} `;
  return { text: sign + (text.length > mostLineChars ? `${text.slice(0, mostLineChars)}…` : text), line };
}

function sharesWord(text: string, source: string): boolean {
  const words = tellingWords(text);
  const there = new Set(tellingWords(source));
  return words.length === 0 || words.some((word) => there.has(word));
}
