import { type ContextRow, context } from "../queries/context.js";
import { type Card, cardsOf } from "../show/card.js";
import { clusters } from "../timeline/clusters.js";
import { type OpenSession, type WorkerQuery, workerQueries } from "../worker/queries.js";
import { eventRows } from "./event-rows.js";
import { lineAt, textsAt } from "./shown-texts.js";

/** What the page asks its worker: the queries of every worker, and what is made to be looked at. */
export const threadQueries = {
  ...workerQueries,
  cards: ({ timeline }: OpenSession): Card[] => cardsOf(timeline),
  /** What stood in context just before a boundary. */
  before: ({ timeline }: OpenSession, chain: string, ordinal: number): ContextRow[] => {
    const cut = clusters(timeline).find(({ boundary }) => boundary.chain === chain && boundary.ordinal === ordinal);
    if (cut === undefined) return [];
    const { line, file } = cut.boundary.place;
    return context(timeline, { line: line - 1, file }, { chain });
  },
  events: eventRows,
  files: ({ timeline }: OpenSession) => timeline.files,
  line: lineAt,
  texts: textsAt,
} satisfies Record<string, WorkerQuery>;
