/** Whole escape sequences (OSC, DCS and kin with their text, CSI, the short ones), so that no part of one stays behind. */
const escapeSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]*(?:\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;

const lineBreaks = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;

/** Controls, and marks that turn the direction of the text or can't be seen; the joiners inside emoji stay. */
const hidden = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const loneSurrogates = /\p{Cs}/gu;

/**
 * Makes one line of harmless text out of any text: what could steer a terminal or hide its meaning is removed, line
 * breaks and tabs become one space.
 *
 * Every text that comes from a transcript or from a file's name goes through here before it is printed.
 */
export function plainText(text: string): string {
  return text
    .replace(escapeSequences, "")
    .replace(lineBreaks, " ")
    .replace(hidden, "")
    .replace(loneSurrogates, "\ufffd");
}
