import { type SecretKind, secretKinds } from "./secret-kinds.js";

/** A secret in a text: what kind, and where its value stands. */
export interface FoundSecret {
  /** Name of the kind, such as `github token`. */
  kind: string;
  /** Offsets of the value in UTF-16 units. */
  start: number;
  end: number;
}

/**
 * Finds secrets in a text: provider keys by their form, private keys, passwords in addresses, headers and assignments.
 *
 * Overlapping finds are one, with the kind of the longest. Takes time linear in the text. A place where one was already replaced is no secret.
 *
 * Known gaps: a password in plain prose, or a value that is spread over several lines, is not found; a harmless value
 * that stands where a secret stands (`secret: always-test-1`) is.
 *
 * @example
 * findSecrets("export TOKEN=abcd1234efgh").map((one) => one.kind); // => ["key or token"]
 */
export function findSecrets(text: string): FoundSecret[] {
  const lower = text.toLowerCase();
  const tried = secretKinds.filter(({ hints }) => hints.some((hint) => lower.includes(hint)));
  if (tried.length === 0) return [];
  const plain = text.replace(mark, (marked) => " ".repeat(marked.length));
  return merged(tried.flatMap((kind) => findKind(plain, kind)));
}

/**
 * Replaces each secret in a text by `[redacted: kind]`; redacting twice changes nothing more.
 *
 * @example
 * redactText("echo key=SECRET-VALUE-1 > .env"); // => "echo key=[redacted: key or token] > .env"
 */
export function redactText(text: string): string {
  // What is replaced shortens the way from a word to what stands behind it, so a second look may find more; each look
  // leaves less to be found.
  let redacted = text;
  for (let found = findSecrets(redacted); found.length > 0; found = findSecrets(redacted))
    redacted = replaced(redacted, found);
  return redacted;
}

/** Redacts a text that was cut: what stands behind its last blank or quote may be the head of a secret and goes too. */
export function redactHead(text: string): string {
  const end = /\[redacted: [a-z ]+\]$/.test(text) ? text.length : endOfWholeWords(text);
  return redactText(text.slice(0, end));
}

const mark = /\[redacted: [a-z ]+\]/g;

function endOfWholeWords(text: string): number {
  let end = text.length;
  while (end > 0 && !/[\s"'`\\]/.test(text.charAt(end - 1))) end--;
  return end;
}

function findKind(text: string, { name, pattern, accepts }: SecretKind): FoundSecret[] {
  const found: FoundSecret[] = [];
  const search = new RegExp(pattern);
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const { secret, bare } = match.indices?.groups ?? {};
    const [start, matchEnd] = secret ?? bare ?? [match.index, search.lastIndex];
    if (accepts !== undefined && !accepts(text.slice(start, matchEnd), lineBefore(text, start))) {
      // What was taken for a value may hold the name of another one; a long value is not searched again and again.
      if (start > match.index && matchEnd - start < longValue) search.lastIndex = start;
      continue;
    }
    let end = matchEnd;
    while (end < text.length && /\w/.test(text.charAt(end))) end++;
    found.push({ kind: name, start, end });
    search.lastIndex = end;
  }
  return found;
}

const longValue = 200;
const contextChars = 40;

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - contextChars), at);
  return before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
}

function merged(found: FoundSecret[]): FoundSecret[] {
  const apart: FoundSecret[] = [];
  let longest = 0;
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart[apart.length - 1];
    if (last === undefined || one.start >= last.end) {
      apart.push({ ...one });
      longest = one.end - one.start;
      continue;
    }
    if (one.end - one.start > longest) {
      last.kind = one.kind;
      longest = one.end - one.start;
    }
    last.end = Math.max(last.end, one.end);
  }
  return apart;
}

function replaced(text: string, found: readonly FoundSecret[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of found) {
    parts.push(text.slice(from, start), `[redacted: ${kind}]`);
    from = end;
  }
  return parts.join("") + text.slice(from);
}
