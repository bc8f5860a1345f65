import type { ReadEntry } from "../read/entry-batch.js";
import type { Place } from "../read/place.js";
import { type MemberLines, openMemberLines } from "../read/scan/member-lines.js";
import { takesTurns } from "../read/turns.js";
import { newClock } from "./clock.js";
import { requestBy, requestOf } from "./decode-assistant.js";
import { newSession } from "./decoding-session.js";
import type { Reply, UsageCounters } from "./event.js";
import { numberOf } from "./fields.js";
import type { SessionPart } from "./read-timeline.js";

/** A reply without its body, and without what only the rows around it tell, such as its chain. */
export type ReplyHead = Pick<Reply, "messageId" | "model" | "synthetic" | "at" | "place"> & {
  usage: Omit<UsageCounters, "lastIterationContext"> | null;
};

/** Bytes of a source in their order, read into memory of the caller's; none are its end. */
export interface ReadInto {
  read(into: Uint8Array): number;
  close(): void;
}

/** A part of a session, and how its bytes are read at once, where they can be. */
export interface ReplyPart extends SessionPart {
  openInto?: () => ReadInto;
}

/** Where the members of an assistant row are found. */
const type = 0;
const uuid = 1;
const timestamp = 2;
const isApiErrorMessage = 3;
const message = 4;
const id = 5;
const model = 6;
const usage = 7;
const input = 8;
const output = 9;
const cacheRead = 10;
const cacheWrite = 11;
const cacheCreation = 12;
const cacheWrite5m = 13;
const cacheWrite1h = 14;

const ofCreation = { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h };
const ofUsage = {
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: cacheRead,
  cache_creation_input_tokens: cacheWrite,
  cache_creation: { slot: cacheCreation, members: ofCreation },
};
const ofMessage = { id, model, usage: { slot: usage, members: ofUsage } };
const members = { type, uuid, timestamp, isApiErrorMessage, message: { slot: message, members: ofMessage } };

const word = '"assistant"';
const brace = 0x7b;

/** The lines for the next session. */
let idle: MemberLines | null = null;

/**
 * Hands over the heads of the replies of one session, the main file first, and passes over all other lines without parsing
 * them. As in a timeline, a row whose uuid was read before is a copy and no reply; that a row of another kind had the uuid
 * before is not seen.
 *
 * Of what can be read at once, the members of a reply are read where they stand in its line. A line that says them in an
 * unusual way is parsed, and so is every reply of a source that is no list of lines.
 */
export async function readReplyHeads(
  parts: Iterable<ReplyPart>,
  use: (head: ReplyHead) => void,
  signal?: AbortSignal,
): Promise<void> {
  const session = newSession(0);
  const clock = newClock();
  const uuids = new Set<string>();
  let lastModel: string | null = null;
  const lines = idle ?? openMemberLines(word, members);
  idle = null;
  for (const part of parts) {
    const from = lines === null ? 0 : await readMembers(part, lines);
    if (from === null) continue;
    const { eachReplyEntry } = await parsing();
    const file = part.name ?? undefined;
    await eachReplyEntry(part.source, file, (read) => read.place.offset >= from && take(headOf(read)), signal);
  }
  idle = lines;

  function take(head: ReplyHead): void {
    const { uuid } = head.place;
    if (uuid !== null) {
      if (uuids.has(uuid)) return;
      uuids.add(uuid);
    }
    use(head);
  }

  function headOf(read: ReadEntry): ReplyHead {
    return { at: clock(read.entry.timestamp), place: read.place, ...requestOf(read, session) };
  }

  /** Null where all is read; else the offset from which it can't be read so. */
  async function readMembers({ openInto, name }: ReplyPart, lines: MemberLines): Promise<number | null> {
    if (openInto === undefined) return 0;
    const bytes = openInto();
    const file = name ?? undefined;
    const turn = takesTurns();
    lines.restart();
    try {
      for (let isFirst = true; ; isFirst = false) {
        signal?.throwIfAborted();
        const room = lines.room();
        // A line that is too long to hold.
        if (room === null) return lines.readTo();
        const length = bytes.read(room);
        // A document that is one array, or what begins with a mark.
        if (isFirst && length > 0 && room[0] !== brace) return 0;
        lines.take(length);
        while (lines.next()) {
          const head = lines.isRead() ? headAt(lines, file) : undefined;
          if (head === null) continue;
          if (head !== undefined) take(head);
          else for (const read of (await parsing()).replyEntriesOn(lines.piece(), file)) take(headOf(read));
        }
        if (length === 0) return null;
        const others = turn();
        if (others !== null) await others;
      }
    } finally {
      bytes.close();
    }
  }

  /** Of the line at hand; null where it is no reply, undefined where its members do not tell. */
  function headAt(lines: MemberLines, name: string | undefined): ReplyHead | null | undefined {
    if (!lines.is(type, word)) return null;
    const messageId = lines.string(id, session.messageId);
    if (messageId === null) return undefined;
    const place: Place = { line: lines.line(), offset: lines.offset(), uuid: lines.string(uuid) };
    if (name !== undefined) place.file = name;
    const at = clock(lines.string(timestamp));
    lastModel = lines.string(model, lastModel);
    const isError = lines.is(isApiErrorMessage, "true");
    const used = lines.isObject(usage) ? usageAt(lines) : null;
    const request = requestBy(messageId, lastModel, isError, used, session);
    // Name by name, as a spread is slower.
    return { messageId: request.messageId, model: request.model, usage: used, synthetic: request.synthetic, at, place };
  }
}

function usageAt(lines: MemberLines): ReplyHead["usage"] {
  return {
    input: numberOf(lines.number(input)),
    output: numberOf(lines.number(output)),
    cacheRead: numberOf(lines.number(cacheRead)),
    cacheWrite: numberOf(lines.number(cacheWrite)),
    cacheWrite5m: numberOf(lines.number(cacheWrite5m)),
    cacheWrite1h: numberOf(lines.number(cacheWrite1h)),
  };
}

/** Loaded where something has to be parsed, which is rare. */
const parsing = () => import("./reply-entries.js");
