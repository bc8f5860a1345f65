import { readEntries } from "../read/entries.js";
import { newClock } from "./clock.js";
import { requestOf } from "./decode-assistant.js";
import { newSession } from "./decoding-session.js";
import type { Reply } from "./event.js";
import type { SessionPart } from "./read-timeline.js";

/** A reply without its body, and without what only the rows around it tell, such as its chain. */
export type ReplyHead = Pick<Reply, "messageId" | "model" | "usage" | "synthetic" | "at" | "place">;

/**
 * Reads the heads of the replies of one session, the main file first, and passes over all other lines without parsing
 * them. As in a timeline, a row whose uuid was read before is a copy and no reply; that a row of another kind had the uuid
 * before is not seen.
 */
export async function* readReplyHeads(parts: Iterable<SessionPart>, signal?: AbortSignal): AsyncGenerator<ReplyHead[]> {
  const session = newSession(0);
  const clock = newClock();
  const uuids = new Set<string>();
  for (const { source, name } of parts) {
    const read = {
      kinds: ["assistant"],
      bodies: "lazy",
      validate: "never",
      signal,
      ...(name !== null && { file: name }),
    } as const;
    for await (const { entries } of readEntries(source, read)) {
      const heads: ReplyHead[] = [];
      for (const entry of entries) {
        const { place } = entry;
        if (place.uuid !== null) {
          if (uuids.has(place.uuid)) continue;
          uuids.add(place.uuid);
        }
        heads.push({ at: clock(entry.entry.timestamp), place, ...requestOf(entry, session) });
      }
      yield heads;
    }
  }
}
