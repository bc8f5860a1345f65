import { plainText } from "../../show/plain-text.js";
import type { Event } from "../../timeline/event.js";
import type { Payload } from "../../timeline/payload.js";
import { redactHead, redactText } from "../../timeline/secrets.js";

/** Of a tool's input or result so many characters are shown. */
const payloadChars = 1000;

/**
 * The end of a conversation as text, at most so many characters: who said or did what on which line of the transcript,
 * secrets replaced and control sequences removed. Each record begins at the start of a line, and no other line does.
 */
export function tailOf(events: readonly Event[], chars: number): string {
  const parts: string[] = [];
  let left = chars;
  for (let at = events.length - 1; at >= 0 && left > 0; at--) {
    const told = toldBy(events[at] as Event);
    if (told === null) continue;
    const text = `${told}\n`;
    if (text.length > left) {
      const [label = ""] = /^\[line \d+\] [^:]*: /.exec(text) ?? [];
      const room = left - label.length - cutMark.length;
      if (room > 0) parts.push(label + cutMark + wholeCharacters(text.slice(-room)));
      break;
    }
    parts.push(text);
    left -= text.length;
  }
  return parts.reverse().join("");
}

const cutMark = "(cut) ";
const wholeCharacters = (text: string): string => text.replace(/^[\udc00-\udfff]/, "");

/** What an event says, as a record; null where it is no part of what was said and done. */
export function toldBy(event: Event): string | null {
  const said = saidBy(event);
  return said === null ? null : `[line ${event.place.line}] ${said[0]}: ${indented(said[1])}`;
}

function saidBy(event: Event): [who: string, text: string] | null {
  switch (event.kind) {
    case "summary":
      return ["summary", event.text];
    case "prompt":
      return [event.typed ? "user" : "message", event.text];
    case "reply":
      return event.text.trim() === "" ? null : [event.synthetic ? "program" : "model", event.text];
    case "command":
      return ["user", `/${event.name} ${event.args ?? ""}`.trimEnd()];
    case "shell":
      return ["user", `! ${event.command}`];
    case "local-output":
    case "shell-output":
      return ["output", headOf({ text: event.text, chars: event.text.length, whole: true })];
    case "notification":
    case "interruption":
      return [event.kind, event.text];
    case "tool-call":
      return ["call", `${event.name ?? "a tool"} ${headOf(event.input)}`];
    case "tool-result":
      return [event.isError === true ? "error" : "result", headOf(event.text)];
    default:
      return null;
  }
}

function headOf({ text, chars, whole }: Payload): string {
  // What is looked through for secrets is longer than what is shown: a secret that is cut would not be known as one.
  const read = text.length > 4 * payloadChars ? text.slice(0, 4 * payloadChars) : text;
  const clean = whole && read.length === text.length ? redactText(read) : redactHead(read);
  const shown = clean.slice(0, payloadChars).replace(/[\ud800-\udbff]$/, "");
  return shown.length === clean.length && read.length === text.length && whole
    ? shown
    : `${shown} … (${chars} characters in all)`;
}

/** Secrets are looked for again after what hides them from the eye is gone. */
const indented = (text: string): string =>
  redactText(
    redactText(text)
      .split(/\r?\n/)
      .map((line) => plainText(line).trimEnd())
      .join("\n    ")
      .trimEnd(),
  );
