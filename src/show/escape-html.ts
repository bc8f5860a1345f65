import { plainText } from "./plain-text.js";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** One line of any text, harmless in HTML as content and between quotes. */
export const escapeHtml = (text: string): string =>
  plainText(text).replace(/[&<>"']/g, (character) => entities[character] as string);
