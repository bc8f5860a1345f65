import type { SessionEnd } from "../../node/session-end.js";
import { forecast } from "../../queries/forecast.js";
import { type HandoverRow, handover } from "../../queries/handover.js";
import { plainText } from "../../show/plain-text.js";
import { redactText } from "../../timeline/secrets.js";
import { standingsOf } from "../../timeline/standing.js";
import type { Timeline } from "../../timeline/timeline.js";
import { writtenTexts } from "./written-texts.js";

/** Something that matters and that a compaction now would take away. */
export interface LossAhead {
  about: "skill" | "decision" | "question";
  /** Names it within its session: the same loss has the same one, a later compaction makes it another. */
  key: string;
  /** For people: one line, secrets replaced. */
  text: string;
}

/**
 * Lists what matters and would go with a compaction now: skills that would be dropped or cut; decisions of the
 * conversation that stand word for word neither in an instruction file nor in what the session wrote to a file or its
 * task list; questions that are open. A decision that a summary already carried is not among them.
 *
 * `path` is the transcript that the end was read from. Known gaps: decisions and questions are told by their wording, in
 * English; a decision that was written down in other words counts as not written.
 *
 * @example
 * const ahead = lossesAhead(await sessionEnd(path, { cache: false }), path);
 * ahead.map(({ text }) => text); // => []
 */
export function lossesAhead({ timeline, earlier }: SessionEnd, path: string): LossAhead[] {
  const compactions = earlier + (standingsOf(timeline).findLast(({ chain }) => chain === "main")?.compactions ?? 0);
  const keyed = (loss: Omit<LossAhead, "key">, name: string): LossAhead => ({
    ...loss,
    key: `${compactions} ${loss.about} ${name}`,
  });
  const said = handover(timeline).filter(({ who }) => who !== "summary");
  const questions = said.filter(({ topic }) => topic === "question" || topic === "waiting-user");
  const [first] = questions;
  return [
    ...skillsAhead(timeline).map(({ name, text }) => keyed({ about: "skill", text }, name)),
    ...notWritten(
      said.filter(({ topic, superseded }) => topic === "decision" && !superseded),
      timeline,
      path,
    ).map((row) => keyed({ about: "decision", text: `decision, ${quoted(row)}` }, row.text)),
    // A reply that asks ends many turns: they are one loss, told once until the next compaction.
    ...(first === undefined
      ? []
      : [keyed({ about: "question", text: `${countOf(questions.length)}, ${quoted(first)}` }, "")]),
  ];
}

const reasons: Record<string, string> = {
  "over-budget": "more recent skills leave no room for it",
  "over-skill-limit": "all but its head",
  "other-process": "invoked by an earlier process only",
};

const skillsAhead = (timeline: Timeline): { name: string; text: string }[] =>
  forecast(timeline).flatMap(({ item, name, prediction, reason }) =>
    item === "skill" && prediction !== "keep"
      ? [{ name, text: `skill ${redactText(plainText(name)).slice(0, 80)}: ${reasons[reason] ?? reason}` }]
      : [],
  );

const countOf = (questions: number): string => (questions === 1 ? "open question" : `${questions} open questions`);

const longestQuote = 120;

function quoted({ text, line }: HandoverRow): string {
  // What hides from the eye may part a secret, which is known as one only when it is gone.
  const plain = redactText(plainText(text));
  return `line ${line}: "${plain.length > longestQuote ? `${plain.slice(0, longestQuote - 1).replace(/[\ud800-\udbff]$/, "")}…` : plain}"`;
}

/** Those that stand nowhere but in the conversation. */
function notWritten(decisions: HandoverRow[], timeline: Timeline, path: string): HandoverRow[] {
  let open = decisions.map((row) => ({ row, words: JSON.stringify(coreOf(row.text)).slice(1, -1) }));
  const dropFound = (text: string): void => {
    const folded = foldedJson(text);
    open = open.filter(({ words }) => !folded.includes(words));
  };
  if (open.length > 0) for (const text of instructionTexts(timeline)) dropFound(JSON.stringify(text));
  if (open.length > 0)
    for (const line of writtenTexts(path, timeline)) {
      dropFound(line);
      if (open.length === 0) break;
    }
  return open.map(({ row }) => row);
}

function instructionTexts(timeline: Timeline): string[] {
  const now = standingsOf(timeline).findLast(({ chain, cluster }) => chain === "main" && cluster === null);
  const carriers = new Set(now?.instructions.values());
  return [...carriers].flatMap(({ carried }) => carried.flatMap(({ text }) => text ?? []));
}

/** The words of a decision without the label before them and the signs behind. */
const coreOf = (text: string): string =>
  text
    .replace(/^[^:]{1,60}:[*_]*\s+/, "")
    .replace(/[\s.!*_`]+$/, "")
    .toLowerCase();

/** JSON text with its white space folded, that of its strings too. */
const foldedJson = (json: string): string => json.replace(/(?:\\[nrt]|\s)+/g, " ").toLowerCase();
