import { basename } from "node:path";
import { boundaries, missing, session, usage } from "tidemark/node";

/** What a page can show at a time, and a stream can carry each time something changes. */
const mostRequests = 300;
const mostBoundaries = 20;
const mostLosses = 50;

/** What the page shows of a session: rows as the library gives them, of the main conversation, the newest of them. */
export function sessionState(timeline) {
  const [row] = session(timeline);
  const cuts = boundaries(timeline).filter(({ chain, kind }) => chain === "main" && kind === "compact");
  const last = cuts.at(-1);
  const lost = missing(timeline).filter(
    ({ chain, boundary, name }) => chain === "main" && boundary === last?.boundary && name !== "conversation",
  );
  const from = cuts.length > mostBoundaries ? cuts.at(-mostBoundaries).boundary : 0;
  const own = usage(timeline).filter(({ chain }) => chain === "main");
  const requests = own.filter(({ boundary }) => boundary >= from);
  return {
    sessionId: timeline.sessionId,
    title: row.title,
    project: row.home === null ? null : basename(row.home),
    version: row.lastVersion,
    lastAt: row.lastAt,
    context: row.context,
    prompts: row.prompts,
    requests: row.requests,
    compactions: row.boundaries,
    boundaries: cuts.slice(-mostBoundaries),
    losses: lost.slice(0, mostLosses),
    lossesLeftOut: Math.max(0, lost.length - mostLosses),
    usage: requests.slice(-mostRequests),
    usageLeftOut: own.length - Math.min(requests.length, mostRequests),
  };
}
