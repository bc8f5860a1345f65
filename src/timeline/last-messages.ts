import { startsTurn } from "./clusters.js";
import type { Timeline } from "./timeline.js";

/** The message that each chain ends with, where neither a boundary nor a new turn follows it: only its calls can be open. */
export function lastMessages({ events }: Pick<Timeline, "events">): Map<string, string | null> {
  const last = new Map<string, string | null>();
  for (const event of events) {
    if (event.kind === "reply") last.set(event.chain, event.messageId);
    else if (event.kind === "boundary" || startsTurn(event)) last.delete(event.chain);
  }
  return last;
}
