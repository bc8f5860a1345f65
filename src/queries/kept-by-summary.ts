import type { Cluster } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";

/** What a summary can keep word for word. */
export type KeptKind = "path" | "command" | "number" | "decision" | "question";

/** A string of the conversation before a boundary; `kept` where it stands verbatim in the summary. */
export interface Said {
  kind: KeptKind;
  text: string;
  kept: boolean;
}

/**
 * Lists, each once, strings of the conversation before a boundary and whether its summary holds them, kept messages aside.
 *
 * A path is that of a tool call, a command the first line of a Bash call. Numbers of three digits or more, decisions
 * (the rest of a line such as `Decided: …`) and questions are taken from prompts and replies. Empty without a summary.
 */
export function keptBySummary({ before, kept, summary }: Cluster): Said[] {
  if (summary === null) return [];
  const still = new Set(kept);
  const numbers = new Set(numbersIn(summary.text));
  const known = new Map<KeptKind, Set<string>>();
  const found: Said[] = [];
  const add = (kind: KeptKind, text: string): void => {
    const same = known.get(kind) ?? new Set<string>();
    if (same.has(text)) return;
    known.set(kind, same.add(text));
    found.push({ kind, text, kept: kind === "number" ? numbers.has(text) : summary.text.includes(text) });
  };
  for (const event of before) {
    if (still.has(event)) continue;
    if (event.kind === "tool-call") {
      if (event.path !== null) add("path", event.path);
      if (event.name === "Bash") for (const line of firstLineOfCommand(event.input.text)) add("command", line);
    }
    const text = saidText(event);
    if (text === null) continue;
    for (const number of numbersIn(text)) add("number", number);
    for (const decision of decisionsIn(text)) add("decision", decision);
    for (const question of questionsIn(text)) add("question", question);
  }
  return found;
}

const saidText = (event: Event): string | null =>
  event.kind === "prompt" || (event.kind === "reply" && !event.synthetic) ? event.text : null;

/** Of a Bash call's input, which may be cut and then is no JSON any more; nothing where the line itself is cut. */
function firstLineOfCommand(input: string): string[] {
  const escaped = /"command":"((?:[^"\\]|\\[^n])*)(?="|\\n)/.exec(input)?.[1];
  if (escaped === undefined) return [];
  try {
    const line = (JSON.parse(`"${escaped}"`) as string).trim();
    return line === "" ? [] : [line];
  } catch {
    return [];
  }
}

// Most texts hold nothing of a kind, and one look at the whole shows that.
function numbersIn(text: string): string[] {
  if (!/\d/.test(text)) return [];
  const numbers = text.match(/(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)/g) ?? [];
  return numbers.filter((number) => number.replace(/\D/g, "").length >= 3);
}

function decisionsIn(text: string): string[] {
  if (!text.includes(":") || !/decided|decision|agreed/i.test(text)) return [];
  return text.split("\n").flatMap((line) => {
    const decision = /^[\s>*_#-]*(?:we )?(?:decided|decision|agreed)\b[^:\n]{0,40}:[*_]*(.+)$/i.exec(line)?.[1]?.trim();
    return decision === undefined || decision === "" ? [] : [decision];
  });
}

function questionsIn(text: string): string[] {
  if (!text.includes("?")) return [];
  const sentences = text.split(/(?<=[.!?])\s+|\n/).map((sentence) => sentence.replace(/^[\s>*_#-]+/, "").trim());
  return sentences.filter((sentence) => sentence.endsWith("?") && sentence.length >= 10);
}
