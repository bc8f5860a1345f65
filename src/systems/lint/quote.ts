import { plainText } from "../../show/plain-text.js";
import { redactHead, redactText } from "../../timeline/secrets.js";

const shown = 70;
/** More than is shown is looked at, so that a secret that the end of the quote would cut is seen as one. */
const looked = 1_000;

/** A few words of a file in a message: one harmless line, without secrets, cut to a short length. */
export function quote(text: string): string {
  const line = plainText(text.slice(0, looked)).trim();
  const safe = text.length > looked ? redactHead(line) : redactText(line);
  return safe.length > shown ? `"${safe.slice(0, shown - 1).trimEnd()}…"` : `"${safe}"`;
}
