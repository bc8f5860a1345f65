import type { Speaker, Topic } from "./finding.js";

/** A form of words that tells what a sentence is about. Every form takes time linear in the sentence. */
export interface Wording {
  name: string;
  topic: Topic;
  by: readonly Speaker[];
  /** Tried on the sentence. */
  form: RegExp;
  /** Tried on the heading of the list that the sentence is an item of. */
  heading?: RegExp;
  /** `closing`: of what the model says on its way to a tool call, only what puts something off counts. */
  when?: "closing";
  /** A change of an earlier decision: of those about the same thing, or, where it names none of them, of the last. */
  changes?: "same" | "last";
}

const anyone: readonly Speaker[] = ["user", "model", "summary"];

/** Words that put something off. */
export const later = /\b(?:after|once|when|later|as soon as|tomorrow|before|until|next time)\b/i;

/** An item that says that there is none. */
export const nothing = /^(?:none|nothing|n\/a|no (?:further|open|pending|next|other|more))\b/i;

/** The forms that are known, English only; a sentence has each topic once, by the first form that fits. */
export const wordings: readonly Wording[] = [
  {
    name: "changed my mind",
    topic: "decision",
    by: anyone,
    form: /\bchanged? (?:my|our|his|her|their) minds?\b|^(?:scratch that|on second thoughts?|never ?mind)\b/i,
    changes: "last",
  },
  {
    name: "instead",
    topic: "decision",
    by: ["user"],
    form: /\b(?:use|do|make|take|go with|switch to|keep)\b[^?]{1,120}\binstead\b(?!.*\?)/i,
    changes: "same",
  },
  {
    name: "decided",
    topic: "decision",
    by: anyone,
    form: /(?<!\bnot |\bnot yet |n['’]t |\bun|\bto be )\bdecided\b\s*(?::|\*\*:|to\b|on\b|that\b|against\b|in favou?r\b)/i,
  },
  {
    name: "decision",
    topic: "decision",
    by: anyone,
    form: /^(?:(?:the|our|my|final) )?decisions?\b[^:?]{0,60}:[*_]* *[^\s*_]/i,
    heading: /\bdecisions?\b|\bdecided\b/i,
  },
  { name: "agreed", topic: "decision", by: anyone, form: /\bagreed\b\s*(?::|to\b|on\b|that\b)/i },
  {
    name: "go with",
    topic: "decision",
    by: anyone,
    form: /\b(?:let['’]?s|we(?:['’]ll| will| should)?|I(?:['’]ll| will)) (?:go|stick) with\b[^?]*$/i,
  },
  { name: "we will use", topic: "decision", by: anyone, form: /\b(?:we(?:['’]ll| will)|let['’]?s) use\b[^?]*$/i },
  {
    name: "waiting for you",
    topic: "waiting-user",
    by: ["model", "summary"],
    form: /\b(?:waiting|wait|waits|blocked) (?:for|on) (?:you|your|the user|user)\b|\bneeds? your (?:\w+ )?(?:input|answer|approval|decision|confirmation|review|help|go-ahead)\b/i,
    when: "closing",
  },
  {
    name: "please tell",
    topic: "waiting-user",
    by: ["model"],
    form: /\b(?:let me know|tell me|please (?:confirm|provide|send|share|decide|choose|review|check|approve|run|paste))\b/i,
    when: "closing",
  },
  {
    name: "user will",
    topic: "waiting-user",
    by: ["user"],
    form: /\b(?:I(?:['’]ll| will) (?:send|get|give|check|ask|decide|look|review|think|let you|tell|share|provide|do|try|test|answer|come)|waiting (?:for|on) me)\b[^?]*$/i,
  },
  {
    name: "waiting for",
    topic: "waiting-other",
    by: anyone,
    form: /\b(?:waiting|waits|blocked|on hold) (?:for|on|by|until) (?!(?:you|your|me|my|us|the user|user)\b)\S/i,
    heading: /^(?:\d+\. )?(?:waiting|blocked)\b/i,
    when: "closing",
  },
  {
    name: "I will",
    topic: "promise",
    by: ["model"],
    form: /(?<!["“'‘])\bI(?:['’]ll| will| shall|['’]m going to| am going to) (?!(?:be happy|be glad|need)\b)\w/,
    when: "closing",
  },
  { name: "promised", topic: "promise", by: ["summary"], form: /^promised?:/i, heading: /\bpromise[ds]?\b/i },
  {
    name: "next step",
    topic: "next-step",
    by: ["model", "summary"],
    form: /\bnext steps?\b[^:]{0,20}(?::[*_]* *[^\s*_]| is\b)|^next:[*_]* *[^\s*_]/i,
    heading: /\bnext steps?\b/i,
    when: "closing",
  },
  {
    name: "still open",
    topic: "open-thread",
    by: anyone,
    form: /^(?:open|still open|open (?:questions?|points?|threads?|issues?|items?)|to ?do|still to do|remaining|left to do|pending(?: tasks?)?|follow[- ]?ups?|not (?:yet )?done)\b[^:]{0,20}:[*_]* *[^\s*_]/i,
    heading:
      /^(?:\d+\. )?(?:open|still open|to ?dos?|remaining|left|pending|follow[- ]?ups?|outstanding|unresolved)\b/i,
    when: "closing",
  },
  {
    name: "turned out",
    topic: "learned",
    by: anyone,
    form: /\b(?:turns out|turned out|root cause (?:was|is)|lesson(?: learned)?:|gotcha:)/i,
    heading: /\b(?:gotchas?|lessons?(?: learned)?)\b/i,
  },
];
