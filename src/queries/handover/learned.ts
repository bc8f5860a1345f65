import type { Payload } from "../../timeline/payload.js";
import { redactHead, redactText } from "../../timeline/secrets.js";
import { derived } from "../row.js";
import { type Answered, aboutOf } from "./calls.js";
import type { Finding } from "./finding.js";

/**
 * Facts learned the hard way: a call that failed, and the later call of the same tool on the same thing that did not.
 * The error is one finding, and what was run at last another where it differs from what failed.
 */
export function learnedFindings(answered: readonly Answered[]): Finding[] {
  const found: Finding[] = [];
  const failed = new Map<string, Answered[]>();
  for (const one of answered) {
    const thing = thingOf(one);
    if (one.result.isError === true) failed.set(thing, [...(failed.get(thing) ?? []), one]);
    else {
      const before = failed.get(thing) ?? [];
      failed.delete(thing);
      found.push(...before.map((error) => lesson(error, one)), ...fix(before, one));
    }
  }
  return found;
}

/** Calls with the same thing are attempts at the same: a path, or the program and the first word after it. */
function thingOf({ call }: Answered): string {
  const about =
    call.name === "Bash"
      ? aboutOf(call)
          .replace(/^cd [^&]{1,200}&&/, "")
          .trim()
          .split(/\s+/, 2)
          .join(" ")
      : (call.path ?? call.input.text);
  return `${call.name}\n${about}`;
}

const lesson = ({ call, result }: Answered, success: Answered): Finding => ({
  topic: "learned",
  text: textOf(result.text),
  who: "model",
  judgement: derived(
    `The call failed, and one of the same tool on the same thing succeeded on line ${success.result.place.line}.`,
  ),
  proof: [result, call, success.result],
});

function fix(before: readonly Answered[], { call, result }: Answered): Finding[] {
  const last = before[before.length - 1];
  if (last === undefined || aboutOf(call) === aboutOf(last.call)) return [];
  const judgement = derived(`It succeeded after the error on line ${last.result.place.line}.`);
  return [{ topic: "learned", text: aboutOf(call), who: "model", judgement, proof: [call, result, last.result] }];
}

const textOf = ({ text, whole }: Payload): string => (whole ? redactText(text) : redactHead(text));
