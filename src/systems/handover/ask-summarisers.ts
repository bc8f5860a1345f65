import type { HandoverWindow } from "../../queries/handover/window.js";
import type { Event } from "../../timeline/event.js";
import { askedTitles, briefFor } from "./brief.js";
import { toldBy } from "./conversation.js";
import { harmless, type Note, unproven } from "./note.js";
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
  const textAt = textsOf(window);
  const end = performance.now() + timeoutMs;
  const failures: string[] = [];
  for (const [at, command] of commands.entries()) {
    const share = Math.max(0, end - performance.now()) / (commands.length - at);
    const answer = await summarise({ command, input, timeoutMs: share, ...how });
    const found: Summarised = "failed" in answer ? answer : summarisedSections(answer.text, textAt);
    if (!("failed" in found)) return { note: withSections(local, command, found, failures), failures };
    failures.push(`${shortOf(command)} ${found.failed}.`);
  }
  return { note: { ...local, remarks: [...local.remarks, ...failures.map(failed)] }, failures };
}

/** What the records on a line of the window say; null for a line that is not in it. */
function textsOf({ summary, kept, rest }: HandoverWindow): (line: number) => string | null {
  const byLine = new Map<number, Event[]>();
  for (const event of [...(summary === null ? [] : [summary]), ...kept, ...rest]) {
    const same = byLine.get(event.place.line) ?? [];
    byLine.set(event.place.line, same);
    same.push(event);
  }
  return (line) => byLine.get(line)?.map(toldBy).join("\n") ?? null;
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
      `In its own words: look a line up before you rely on it. ${unproven} means: it shares no word with the line that it names.${left}`,
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
