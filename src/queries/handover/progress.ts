import type { Event, Reply } from "../../timeline/event.js";
import { redactText } from "../../timeline/secrets.js";
import type { Timeline } from "../../timeline/timeline.js";
import { derived, inferred, observed } from "../row.js";
import { turns } from "../turns.js";
import { aboutOf } from "./calls.js";
import type { Finding } from "./finding.js";
import type { Said } from "./said.js";

/** What was going on at the end: the prompt of a turn that is not finished and its last call, else how the last reply closes. */
export function progressFindings(view: Timeline, said: readonly Said[]): Finding[] {
  const turn = turns(view).at(-1);
  const steps = view.events.filter((event) => event.kind === "reply" || event.kind === "tool-call");
  const last = steps.at(-1);
  const isOpen = turn === undefined ? last?.kind === "tool-call" : turn.state !== "closed";
  const found: Finding[] = [];
  const start =
    turn === undefined
      ? undefined
      : view.events.find((event) => event.place === turn.evidence[0] && "startsTurn" in event);
  const judgement = turn === undefined || turn.why === null ? observed : derived(turn.why);
  if (isOpen && start?.kind === "prompt")
    found.push({ topic: "in-progress", text: redactText(start.text), who: "user", judgement, proof: [start] });
  if (isOpen && start?.kind === "command")
    found.push({ topic: "in-progress", text: redactText(start.name), who: "user", judgement, proof: [start] });
  const within = start === undefined ? view.events : view.events.slice(view.events.indexOf(start));
  const call = within.findLast((event) => event.kind === "tool-call");
  if (isOpen && call !== undefined)
    found.push({
      topic: "next-step",
      text: aboutOf(call),
      who: "model",
      judgement: derived("The last call of a turn that is not finished; what was to follow is not recorded."),
      proof: [call],
    });
  else if (!isOpen) found.push(...closingSentence(said, within));
  return found;
}

function closingSentence(said: readonly Said[], within: readonly Event[]): Finding[] {
  const there = new Set(within);
  const reply = said.findLast(({ who, event }) => who === "model" && there.has(event));
  const sentence = reply?.sentences.at(-1);
  if (reply === undefined || sentence === undefined) return [];
  return [
    {
      topic: "next-step",
      text: sentence.text,
      who: "model",
      judgement: inferred("The closing sentence of the last reply; the turn is finished."),
      proof: [reply.event as Reply],
    },
  ];
}
