import { TranscriptError } from "./transcript-error.js";

const longestPath = 4096;
const namedAsTranscript = /^(?![{["])[^\n"]+\.jsonl$/i;
const fromRoot = /^(?:~|\.\.?|[a-z]:)?(?:[\\/][^\\/\n"]+){2,}$/i;

/** Refuses a text that is the path of a transcript and not its content. No text of JSON is one, whole or cut off. */
export function refusePath(text: string): void {
  if (text.length > longestPath || !(namedAsTranscript.test(text) || fromRoot.test(text))) return;
  throw new TranscriptError(
    "wrong-source",
    `${JSON.stringify(text)} is a path, and a string is read as content; for a path call openTimeline of tidemark/node, or pass fileSource(path).`,
  );
}
