import { inferred } from "../row.js";
import type { Finding } from "./finding.js";
import type { Said, Sentence } from "./said.js";
import { later, nothing, type Wording, wordings } from "./wordings.js";

/** A finding with the wording that told it. */
interface Told extends Finding {
  wording: Wording;
}

/** Finds what is told by the wording of what was said: decisions, promises, what is waited for, open threads. */
export function wordingFindings(said: readonly Said[]): Finding[] {
  const found: Told[] = [];
  for (const one of said)
    for (const sentence of one.sentences) {
      const topics = new Set<string>();
      for (const wording of wordings) {
        if (topics.has(wording.topic) || !fits(wording, sentence, one)) continue;
        topics.add(wording.topic);
        found.push({
          topic: wording.topic,
          text: sentence.text,
          who: one.who,
          judgement: inferred(`Told by the wording "${wording.name}" alone.`),
          proof: [one.event],
          wording,
        });
      }
    }
  markSuperseded(found.filter(({ topic }) => topic === "decision"));
  return found;
}

function fits({ by, form, heading, when }: Wording, { text, under }: Sentence, { who, closing }: Said): boolean {
  if (!by.includes(who) || nothing.test(text)) return false;
  const told = form.test(text) || (under !== null && heading?.test(under) === true);
  return told && (when !== "closing" || closing || later.test(text));
}

/** A change of mind, or a later decision under the same label (`Colour: …`), takes the place of earlier ones. */
function markSuperseded(decisions: Told[]): void {
  decisions.forEach((decision, at) => {
    const standing = decisions.slice(0, at).filter(({ superseded }) => superseded !== true);
    for (const old of replacedBy(decision, standing)) {
      old.superseded = true;
      old.proof.push(decision.proof[0]);
      old.judgement = inferred(
        `Told by the wording "${old.wording.name}"; line ${decision.proof[0].place.line} changed it, by the wording "${decision.wording.name}".`,
      );
    }
  });
}

function replacedBy({ text, wording }: Told, standing: Told[]): Told[] {
  if (wording.changes === undefined) {
    const label = labelOf(text);
    return label === "" ? [] : standing.filter((old) => labelOf(old.text) === label && old.text !== text);
  }
  const named = standing.filter((old) => shareWord(old.text, text));
  const last = standing[standing.length - 1];
  if (named.length > 0 || wording.changes === "same" || last === undefined) return named;
  return standing.filter((old) => old === last || shareWord(old.text, last.text));
}

/** What a decision is about, where it says so before a colon. */
const labelOf = (text: string): string => {
  const colon = text.indexOf(":");
  return colon < 0 || colon > 60 ? "" : wordsOf(text.slice(0, colon)).join(" ");
};

const shareWord = (one: string, other: string): boolean => {
  const words = new Set(wordsOf(one));
  return wordsOf(other).some((word) => words.has(word));
};

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !commonWords.has(word));

/** Words that say nothing of what a decision is about. */
const commonWords: ReadonlySet<string> = new Set(
  (
    "about agreed all and are but can change changed decided decision decisions does don for from going good had has have " +
    "his how instead its let lets lot make mind more much not now off one our out redacted rather should some than that " +
    "the them then there they this topic use using was way were what when will with would yes you your"
  ).split(" "),
);
