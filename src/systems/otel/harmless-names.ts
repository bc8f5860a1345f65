import { cleaner } from "../../export/session-rows.js";
import { plainText } from "../../show/plain-text.js";
import { findSecrets } from "../../timeline/secrets.js";
import type { Timeline } from "../../timeline/timeline.js";

/** An id, a version, a model, a word of the format; null for anything longer or stranger, and for what looks like a secret. */
export const word = (text: string | null): string | null =>
  text !== null && /^[\w.:@/+[\]-]{1,100}$/.test(text) && findSecrets(text).length === 0 ? text : null;

/** The same with a name for all that is left out, so that a group has one. */
export const wordOrOther = (text: string): string => word(text) ?? "other";

/** Tools of MCP servers: their names are given by people. */
const mcpTool = /^mcp__/;

/** Name of a tool as it may be sent: of MCP only that it is one, but where names were asked for. */
export const toolName = (name: string, names: boolean): string =>
  !names && mcpTool.test(name) ? "mcp" : wordOrOther(name);

const longestName = 200;

/** Makes names of files, skills and folders fit to be sent, as an export does: without secrets and home folders. */
export function nameCleaner(timeline: Timeline): (name: string) => string {
  const clean = cleaner(timeline);
  return (name) =>
    Array.from(plainText(clean(name)))
      .slice(0, longestName)
      .join("");
}
