import { derived, observed, type Row, unknown } from "../../queries/row.js";
import { finderOf } from "../../timeline/markers.js";
import { redactText } from "../../timeline/secrets.js";
import type { Marks } from "./marks.js";
import { patternOf } from "./marks.js";
import type { Probed } from "./observe.js";

/** What the model said to a probe, beside what the record says stood in its context. */
export interface LabAnswerRow extends Row {
  run: string;
  shape: string;
  role: "main" | "control";
  /** True where both name the same numbers; null where there is no answer. */
  same: boolean | null;
  /** Distinct numbers that it said, and that stood in the record. */
  said: number | null;
  recorded: number;
  /** Said without standing in the record: guessed, or put there by something that leaves no record. */
  onlySaid: string[];
  onlyRecorded: string[];
  /** Tools that it used although it was asked not to; null where there is no turn. */
  toolCalls: number | null;
  /** Its words, secrets taken out. */
  text: string | null;
}

/** Compares an answer with the record. */
export function answerOf({ run, role, timeline, seen, turn }: Probed): LabAnswerRow {
  const step = role === "main" ? "probe" : "control";
  const printed = run.messages.findLast((message) => message.step === step)?.result?.text ?? null;
  const text = turn !== null && turn.text !== "" ? turn.text : printed;
  const recorded = new Set(seen.map(({ marker }) => marker));
  const said = text === null ? null : new Set(finderOf([patternOf(run.marks as Marks)])(text));
  const onlySaid = [...(said ?? [])].filter((marker) => !recorded.has(marker)).sort();
  const onlyRecorded = said === null ? [] : [...recorded].filter((marker) => !said.has(marker)).sort();
  const judgement =
    text === null
      ? unknown("No answer is in the record, and the program printed none.")
      : turn !== null && turn.text !== ""
        ? observed
        : derived("The answer is the one that the program printed; the record has no turn of the probe.");
  return {
    run: run.run,
    shape: run.shape,
    role,
    same: said === null ? null : onlySaid.length === 0 && onlyRecorded.length === 0,
    said: said?.size ?? null,
    recorded: recorded.size,
    onlySaid,
    onlyRecorded,
    toolCalls: turn?.toolCalls ?? null,
    text: text === null ? null : redactText(text),
    sessionId: timeline.sessionId,
    at: turn?.at ?? null,
    ...judgement,
    evidence: turn?.evidence ?? [],
  };
}
