import type { Payload } from "../../timeline/payload.js";
import { redactHead, redactText } from "../../timeline/secrets.js";

/** The first string of a tool input under this key, secrets replaced; its head where the input was cut within it. */
export function stringOf({ text: json }: Payload, key: string): string | null {
  const mark = `"${key}":"`;
  const at = json.indexOf(mark);
  if (at < 0) return null;
  const start = at + mark.length;
  const end = endOfString(json, start);
  if (end >= 0) return redactText(decoded(json.slice(start, end)) ?? "");
  return redactHead(decoded(json.slice(start).replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "")) ?? "");
}

/** Flat objects inside a tool input, in order, with the strings that they hold: those that end before the input was cut. */
export function objectsOf({ text: json }: Payload): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  for (const [object] of json.matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g)) {
    try {
      const fields = Object.entries(JSON.parse(object) as object);
      found.push(new Map(fields.flatMap(([key, one]) => (typeof one === "string" ? [[key, redactText(one)]] : []))));
    } catch {
      // What is no JSON is no object of the input.
    }
  }
  return found;
}

function endOfString(json: string, start: number): number {
  for (let at = start; at < json.length; at++) {
    if (json[at] === "\\") at++;
    else if (json[at] === '"') return at;
  }
  return -1;
}

function decoded(json: string): string | null {
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    return null;
  }
}
