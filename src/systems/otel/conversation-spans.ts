import type { Attributes, SessionSpan } from "./session-span.js";

/** The span of a conversation, put together from all files that hold a part of it: a session, and what was forked from it. */
export interface ConversationSpans {
  /** Takes the session's own span in; `isFork` where its rows say that they were taken from another session. */
  add(span: SessionSpan, isFork: boolean): void;
  spans(): SessionSpan[];
}

export function conversationSpans(): ConversationSpans {
  const found = new Map<string, { span: SessionSpan; isFork: boolean }>();
  return {
    add(span, isFork) {
      const known = found.get(span.traceId);
      if (known === undefined) found.set(span.traceId, { span, isFork });
      else {
        const [first, second] = isFork && !known.isFork ? [known.span, span] : [span, known.span];
        found.set(span.traceId, { span: together(first, second), isFork: known.isFork && isFork });
      }
    },
    spans: () => [...found.values()].map(({ span }) => span),
  };
}

/** As the first of both says it; from its beginning to the later end, with each compaction once. */
function together(first: SessionSpan, second: SessionSpan): SessionSpan {
  const compactions = new Map([...second.compactions, ...first.compactions].map((one) => [one.key, one]));
  const ids = listsOf("tidemark.session.ids", first.attributes, second.attributes);
  const versions = listsOf("tidemark.cli.versions", first.attributes, second.attributes);
  return {
    ...first,
    start: earlier(first.start, second.start),
    end: later(first.end, second.end),
    attributes: { ...first.attributes, "tidemark.session.ids": ids.sort(), "tidemark.cli.versions": versions },
    compactions: [...compactions.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)),
  };
}

const listsOf = (key: string, ...all: Attributes[]): string[] => [
  ...new Set(all.flatMap((attributes) => (attributes[key] as string[] | undefined) ?? [])),
];

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
