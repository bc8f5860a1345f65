const ascii = /^[ -~]*$/;
const wide =
  /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
const noWidth = /^[\p{M}\p{Cf}\p{Cc}]*$/u;
const halfwidth = /[\uff61-\uffdc]/;

let segmenter: Intl.Segmenter | null = null;

/** The parts of a text that a reader sees as one character each. */
function charactersOf(text: string): string[] {
  if (ascii.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const widthOf = (character: string): number =>
  noWidth.test(character) ? 0 : wide.test(character) && !halfwidth.test(character) ? 2 : 1;

/** Columns that a text takes on a terminal: East Asian characters and emoji take two, combining marks none. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + widthOf(character), 0);
}

/** The text in at most `width` columns; what is too long loses its middle, as the ends of paths and ids tell most. */
export function cutMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width < 1) return "";
  const characters = charactersOf(text);
  const tail = head(characters.toReversed(), Math.ceil((width - 1) / 2)).reverse();
  return `${head(characters, width - 1 - textWidth(tail.join(""))).join("")}…${tail.join("")}`;
}

/** Of names made to be alike again and again, the rest stays alike: each round reads all of them. */
const mostRounds = 8;

/**
 * Texts that stand below each other, each in at most `width` columns. Where different ones would lose what they differ in,
 * they lose their common beginning first.
 */
export function cutApart(texts: readonly string[], width: number, rounds = mostRounds): string[] {
  const cuts = texts.map((text) => cutMiddle(text, width));
  const alike = new Map<string, Set<string>>();
  for (const [at, cut] of cuts.entries()) alike.set(cut, (alike.get(cut) ?? new Set()).add(texts[at] as string));
  const apart = new Map([...alike.values()].flatMap((some) => [...withoutBeginning([...some], width, rounds)]));
  return cuts.map((cut, at) => apart.get(texts[at] as string) ?? cut);
}

/** What is shown of texts that a cut in the middle makes equal; none where they are not. */
function withoutBeginning(texts: readonly string[], width: number, rounds: number): Map<string, string> {
  const shared = texts.length < 2 || width < 2 || rounds === 0 ? 0 : sharedBeginning(texts.map(charactersOf));
  if (shared === 0) return new Map();
  const rests = texts.map((text) => charactersOf(text).slice(shared).join(""));
  const shown = cutApart(rests, width - 1, rounds - 1);
  return new Map(texts.map((text, at) => [text, `…${shown[at]?.replace(/^…/, "")}`]));
}

function sharedBeginning([first = [], ...others]: readonly string[][]): number {
  const end = first.findIndex((character, at) => others.some((other) => other[at] !== character));
  return end === -1 ? first.length : end;
}

/** The text in at most `width` columns, cut at its end. */
export function cutEnd(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${head(charactersOf(text), width - 1).join("")}…`;
}

/** As many leading characters as fit. */
function head(characters: string[], width: number): string[] {
  let used = 0;
  const end = characters.findIndex((character) => {
    used += widthOf(character);
    return used > width;
  });
  return end === -1 ? characters : characters.slice(0, end);
}

/** Breaks a text at its spaces into lines of at most `width` columns; a word that is longer loses its middle. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").map((one) => cutMiddle(one, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
