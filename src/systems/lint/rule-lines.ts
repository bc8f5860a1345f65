/** A line of a body with its place in the file. */
export interface BodyLine {
  text: string;
  line: number;
}

/** Words by which a heading announces rules. English only. */
const ruleHeading =
  /\b(?:rules?|constraints?|guardrails?|musts?|non-negotiables?|invariants?|polic(?:y|ies)|never|always|do not|don['’]?ts?|forbidden|prohibited|boundaries)\b|\b(?:important|critical)$/i;

/** Words by which a line says what must hold. English only. */
const ruleSentence = /\b(?:must|never|always|do not|don['’]t|shall|may not|mandatory|forbidden|prohibited)\b/i;

const heading = /^ {0,3}#{1,6}[ \t]+(.+)$/;

/** The lines of a body outside of blocks of code. */
export function proseOf(body: string, firstLine: number): BodyLine[] {
  const lines: BodyLine[] = [];
  let fence: string | null = null;
  for (const [index, text] of body.split(/\r?\n/).entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence === null) lines.push({ text, line: firstLine + index });
    else if (mark?.startsWith(fence)) fence = null;
  }
  return lines;
}

/** The headings of a body, without their marks. */
export const headingsOf = (body: string, firstLine: number): BodyLine[] =>
  proseOf(body, firstLine).flatMap(({ text, line }) => {
    const title = heading.exec(text)?.[1];
    return title === undefined ? [] : [{ text: title.trim(), line }];
  });

/** The lines that state rules: by what they say, or as headings that announce some. */
export const ruleLinesOf = (body: string, firstLine: number): BodyLine[] =>
  proseOf(body, firstLine).filter(({ text }) => {
    const title = heading.exec(text)?.[1];
    return title === undefined ? ruleSentence.test(text) : ruleHeading.test(title.trim());
  });
