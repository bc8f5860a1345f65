import type { Row } from "./session.js";

/** Lines with their numbers, as the Read tool shows them. */
export function numbered(text: string): string {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => `${index + 1}\t${line}`)
    .join("\n");
}

export function fileShape(filePath: string, content: string): Row {
  const lines = content.replace(/\n$/, "").split("\n").length;
  return { type: "text", file: { filePath, content, numLines: lines, startLine: 1, totalLines: lines } };
}
