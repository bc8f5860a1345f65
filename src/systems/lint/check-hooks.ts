import { basename } from "node:path";
import { type ConfiguredHook, hooksOfSettings } from "../../queries/hook-settings.js";
import { inferred, unknown } from "../../queries/row.js";
import type { RuleSet } from "../../queries/rule-sets.js";
import type { Sourced } from "../../queries/rules.js";
import { count } from "../../show/count.js";
import { eventsThatPrint } from "./advice.js";
import { finding, type LintFinding } from "./finding.js";
import { type HookPlace, printedFiles } from "./printed-files.js";
import { quote } from "./quote.js";
import { readText } from "./read-text.js";

/** Holds what hooks print with `cat` against what is delivered whole. `lineOf` gives the line of a hook's command. */
export function checkHooks(
  file: string,
  settings: unknown,
  place: HookPlace,
  lineOf: (command: string) => number,
  rules: Sourced<RuleSet>,
): LintFinding[] {
  return hooksOfSettings(settings).flatMap((hook) =>
    eventsThatPrint.value.includes(hook.event) ? checkHook(file, hook, place, lineOf(hook.command), rules) : [],
  );
}

function checkHook(
  file: string,
  { event, matcher, command }: ConfiguredHook,
  place: HookPlace,
  line: number,
  { value: { hookChars, hookPreviewChars }, date }: Sourced<RuleSet>,
): LintFinding[] {
  const printed = printedFiles(command, place).map((one) => ({ ...one, ...textOf(one.path) }));
  const hook = quote(matcher === null ? event : `${event}:${matcher}`);
  const findings: LintFinding[] = [];
  const chars = deliveredChars(printed.map(({ text }) => text ?? ""));
  if (chars > hookChars) {
    const preview = hookPreviewChars === null ? "a preview" : `a preview of up to ${count(hookPreviewChars)}`;
    const message = `The hook of ${hook} prints ${count(chars)} characters, above ${count(hookChars)}: the model gets a path and ${preview}. It runs ${quote(command)}.`;
    const why = `Limit as read on ${date}; the command was read, not run, with its files as they are now.`;
    findings.push(finding("hook-output-over", { file, line, message, ...inferred(why) }));
  }
  const skill = printed.find(({ path }) => path !== null && basename(path) === "SKILL.md");
  if (skill !== undefined) {
    const message = `The hook of ${hook} prints ${quote(skill.word)} as plain text.`;
    findings.push(finding("hook-prints-skill", { file, line, message }));
  }
  const missing = chars > hookChars ? undefined : printed.find(({ text }) => text === null);
  if (missing !== undefined) {
    const message = `The hook of ${hook} prints ${quote(missing.word)}, whose length is not known: ${missing.reason}.`;
    findings.push(finding("hook-output-unknown", { file, line, message, ...unknown("The file can't be read here.") }));
  }
  return findings;
}

const textOf = (path: string | null): ReturnType<typeof readText> =>
  path === null ? { text: null, reason: "its name hangs on the session" } : readText(path);

/** Characters that are held against the limit: of output that is JSON, those of its longest field that becomes context. */
function deliveredChars(texts: string[]): number {
  const output = texts.join("");
  if (!output.trimStart().startsWith("{")) return output.length;
  try {
    const { hookSpecificOutput, systemMessage } = JSON.parse(output);
    const { additionalContext, initialUserMessage } = hookSpecificOutput ?? {};
    const fields = [systemMessage, additionalContext, initialUserMessage];
    return Math.max(0, ...fields.map((field) => (typeof field === "string" ? field.length : 0)));
  } catch {
    return output.length;
  }
}
