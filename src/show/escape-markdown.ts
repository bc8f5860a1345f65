import { plainText } from "./plain-text.js";

/** One line of any text in which nothing is markup: it makes no link, no HTML, no mention and no further column. */
export const escapeMarkdown = (text: string): string =>
  plainText(text)
    .replace(/[\\`*[\]<>|&~$@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^[#+-](?= )|:(?=\/\/)|(?<=\bwww)\./gi, "\\$&")
    .replace(/^(\d+)([.)])(?= )/, "$1\\$2");
