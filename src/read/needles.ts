import { TranscriptError } from "./transcript-error.js";

const mostKinds = 16;
const longestWord = 60;

/** What is looked for in the bytes to find entries of these kinds: the word that names each, in its quotes. */
export function needlesOf(kinds: readonly string[]): Uint8Array[] {
  if (kinds.length === 0 || kinds.length > mostKinds)
    throw wrongKinds(`has ${kinds.length} kinds; pass 1 to ${mostKinds}`);
  return kinds.map((kind) => {
    const word = kind.slice(kind.lastIndexOf("/") + 1);
    if (kind.startsWith("user/")) throw wrongKinds(`has ${kind}, which no word of its own names; read all entries`);
    if (!/^[\w:.-]+$/.test(word) || word.length > longestWord)
      throw wrongKinds(`has ${JSON.stringify(kind)}, which is no kind`);
    return new TextEncoder().encode(`"${word}"`);
  });
}

const wrongKinds = (what: string): TranscriptError => new TranscriptError("wrong-option", `\`kinds\` ${what}.`);
