import { redactText } from "../../timeline/secrets.js";
import { observed } from "../row.js";
import type { Answered } from "./calls.js";
import type { Finding } from "./finding.js";

const writers: ReadonlySet<string | null> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** Files that were written or edited, each once, the latest first. */
export function fileFindings(answered: readonly Answered[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const { call, result } of answered) {
    const path = result.file?.path ?? call.path;
    const wrote = result.file === null ? writers.has(call.name) : result.file.action !== "read";
    if (!wrote || path === null || result.isError === true) continue;
    found.delete(path);
    found.set(path, {
      topic: "file",
      text: redactText(path),
      who: "model",
      judgement: observed,
      proof: [call, result],
    });
  }
  return [...found.values()].reverse();
}
