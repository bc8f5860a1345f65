import type { HandoverWindow } from "../../queries/handover/window.js";
import { askedTitles, briefFor } from "./brief.js";
import { harmless, type Note } from "./note.js";
import { type Summarising, summarise } from "./summarise.js";
import { type Summarised, summarisedSections } from "./summarised-note.js";

/**
 * Asks summarisers in turn until one gives a note that keeps to the brief; what asks for no judgement stays as the local
 * pass found it. Without one, the local note with the reasons. Each gets an equal share of the time that is left.
 */
export async function askSummarisers(
  commands: readonly string[],
  local: Note,
  window: HandoverWindow,
  { timeoutMs, ...how }: Pick<Summarising, "cwd" | "timeoutMs" | "signal">,
): Promise<{ note: Note; failures: string[] }> {
  const input = briefFor(window);
  const lines = new Set([...window.kept, ...window.rest].map(({ place }) => place.line));
  if (window.summary !== null) lines.add(window.summary.place.line);
  const end = performance.now() + timeoutMs;
  const failures: string[] = [];
  for (const [at, command] of commands.entries()) {
    const share = Math.max(0, end - performance.now()) / (commands.length - at);
    const answer = await summarise({ command, input, timeoutMs: share, ...how });
    const found: Summarised = "failed" in answer ? answer : summarisedSections(answer.text, lines);
    if (!("failed" in found)) return { note: withSections(local, command, found, failures), failures };
    failures.push(`${shortOf(command)} ${found.failed}.`);
  }
  return { note: { ...local, remarks: [...local.remarks, ...failures.map(failed)] }, failures };
}

const failed = (reason: string): string => `FAILED: ${reason}`;

function withSections(
  local: Note,
  command: string,
  { sections, dropped }: Exclude<Summarised, { failed: string }>,
  failures: readonly string[],
): Note {
  const facts = local.sections.filter(({ title }) => !askedTitles.some((asked) => title.startsWith(asked)));
  const left = dropped === 0 ? "" : ` ${dropped} of its lines named no line of the window and were left out.`;
  return {
    head: { ...local.head, writtenBy: `the summariser ${shortOf(command)}` },
    remarks: [
      `In its own words: look a line up before you rely on it.${left}`,
      ...local.remarks,
      ...failures.map(failed),
    ],
    sections: [...sections, ...facts],
  };
}

const shortOf = (command: string): string => {
  const line = harmless(command);
  return `\`${line.length > 80 ? `${line.slice(0, 80)}…` : line}\``;
};
