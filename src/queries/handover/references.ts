import { observed } from "../row.js";
import type { Finding } from "./finding.js";
import type { Said } from "./said.js";

const forms: readonly RegExp[] = [
  /https?:\/\/[^\s"'`<>()[\]]{1,200}\/(?:issues|pull|pulls|merge_requests)\/\d{1,9}/g,
  /(?<![\w./&-]|\b[Tt]asks? )(?:[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,4})?[#!]\d{1,6}\b/g,
];

/** Issues and merge requests that were named, each once, with the line that named it last. */
export function referenceFindings(said: readonly Said[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const { event, who, text } of said)
    for (const form of forms)
      for (const [reference] of text.matchAll(form)) {
        found.delete(reference);
        found.set(reference, { topic: "reference", text: reference, who, judgement: observed, proof: [event] });
      }
  return [...found.values()];
}
