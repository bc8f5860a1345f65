/** Whole escape sequences (OSC, DCS and kin with their text, CSI, the short ones), so that no part of one stays behind. */
const escapeSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]*(?:\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;

const lineBreaks = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;

/**
 * Controls, and what can't be seen: marks that turn the direction of the text, fillers, soft hyphens, tags, what is no character, and the like.
 * Joiners, and the selectors of the looks of an emoji, stay.
 */
const hidden = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\ufffe\uffff]/gu;

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
