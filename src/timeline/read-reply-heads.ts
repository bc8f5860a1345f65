import { createEntryCollector } from "../read/collect-entries.js";
import { startCursor } from "../read/cursor.js";
import { readEntries } from "../read/entries.js";
import type { ReadEntry } from "../read/entry-batch.js";
import type { Place } from "../read/place.js";
import { type MemberLines, openMemberLines } from "../read/scan/member-lines.js";
import { takesTurns } from "../read/turns.js";
import { newClock } from "./clock.js";
import { requestOf, sameId, writerOf } from "./decode-assistant.js";
import { newSession } from "./decoding-session.js";
import type { Reply, UsageCounters } from "./event.js";
import { numberOf } from "./fields.js";
import type { SessionPart } from "./read-timeline.js";

/** A reply without its body, and without what only the rows around it tell, such as its chain. */
export type ReplyHead = Pick<Reply, "messageId" | "model" | "synthetic" | "at" | "place"> & {
  usage: Omit<UsageCounters, "lastIterationContext"> | null;
};

/** Bytes of a source in their order, read into the caller's memory; none are its end. */
export interface ReadInto {
  read(into: Uint8Array): number;
  close(): void;
}

/** A part of a session, and how its bytes are read at once, where they can be. */
export interface ReplyPart extends SessionPart {
  openInto?: () => ReadInto | null;
}

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

const wanted = {
  type,
  uuid,
  timestamp,
  isApiErrorMessage,
  message: {
    slot: message,
    members: {
      id,
      model,
      usage: {
        slot: usage,
        members: {
          input_tokens: input,
          output_tokens: output,
          cache_read_input_tokens: cacheRead,
          cache_creation_input_tokens: cacheWrite,
          cache_creation: {
            slot: cacheCreation,
            members: { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h },
          },
        },
      },
    },
  },
};

const kind = "assistant";
const word = `"${kind}"`;
const brace = 0x7b;

/** Readers that wait for the next session. */
const idle: MemberLines[] = [];

/**
 * Reads the heads of the replies of one session, the main file first, and passes over all other lines without parsing
 * them. As in a timeline, a row whose uuid was read before is a copy and no reply; that a row of another kind had the uuid
 * before is not seen.
 *
 * Of a source that can be read at once, lines are not parsed either: their members are read where they stand. What is said
 * in an unusual way is told as everywhere else.
 */
export async function readReplyHeads(
  parts: Iterable<ReplyPart>,
  signal?: AbortSignal,
  open: () => MemberLines | null = () => openMemberLines(word, wanted),
): Promise<ReplyHead[]> {
  const session = newSession(0);
  const clock = newClock();
  const uuids = new Set<string>();
  const lines = idle.pop() ?? open();
  const heads: ReplyHead[] = [];
  for (const part of parts) {
    const all = (lines === null ? null : await headsOfMembers(part, lines)) ?? (await headsOfEntries(part));
    for (const head of all) {
      const { uuid } = head.place;
      if (uuid !== null) {
        if (uuids.has(uuid)) continue;
        uuids.add(uuid);
      }
      heads.push(head);
    }
  }
  if (lines !== null && idle.length === 0) idle.push(lines);
  return heads;

  async function headsOfEntries({ source, name }: SessionPart): Promise<ReplyHead[]> {
    const found: ReplyHead[] = [];
    const options = { kinds: [kind], bodies: "lazy", validate: "never", signal, ...fileOf(name) } as const;
    for await (const { entries } of readEntries(source, options)) for (const entry of entries) found.push(headOf(entry));
    return found;
  }

  function headOf(read: ReadEntry): ReplyHead {
    return { at: clock(read.entry.timestamp), place: read.place, ...requestOf(read, session) };
  }

  /** Null where the source can't be read so: it has no positions, is no list of lines, or has a giant one. */
  async function headsOfMembers({ openInto, name }: ReplyPart, lines: MemberLines): Promise<ReplyHead[] | null> {
    const bytes = openInto?.() ?? null;
    if (bytes === null) return null;
    const file = fileOf(name);
    const collector = createEntryCollector({ kinds: [kind], validate: "never", ...file });
    const turn = takesTurns();
    const found: ReplyHead[] = [];
    try {
      lines.restart();
      for (let isFirst = true; ; isFirst = false) {
        const room = lines.room();
        if (room === null) return null;
        const length = bytes.read(room);
        if (isFirst && length > 0 && room[0] !== brace) return null;
        lines.take(length);
        while (lines.next()) {
          if (lines.isRead() && lines.text(type) !== word) continue;
          if (lines.isRead() && lines.string(id) !== null) found.push(headAt(file));
          else for (const entry of entriesAt()) found.push(headOf(entry));
        }
        if (length === 0) return found;
        await turn();
        signal?.throwIfAborted();
      }
    } finally {
      bytes.close();
    }

    /** The entries of the line at hand, in whatever way they stand on it. */
    function entriesAt(): ReadEntry[] {
      collector.take({
        line: lines.line(),
        offset: lines.offset(),
        bytes: lines.bytes(),
        terminated: lines.isTerminated(),
        oversize: false,
        firstOnLine: true,
        last: true,
      });
      return collector.batch(startCursor).entries;
    }

    function headAt(file: { file?: string }): ReplyHead {
      const place: Place = { line: lines.line(), offset: lines.offset(), uuid: lines.string(uuid), ...file };
      return {
        at: clock(lines.string(timestamp)),
        place,
        messageId: sameId(lines.string(id), session),
        ...writerOf(lines.string(model), lines.text(isApiErrorMessage) === "true", session),
        usage: lines.isObject(usage) ? usageAt() : null,
      };
    }

    function usageAt(): ReplyHead["usage"] {
      return {
        input: numberOf(lines.number(input)),
        output: numberOf(lines.number(output)),
        cacheRead: numberOf(lines.number(cacheRead)),
        cacheWrite: numberOf(lines.number(cacheWrite)),
        cacheWrite5m: numberOf(lines.number(cacheWrite5m)),
        cacheWrite1h: numberOf(lines.number(cacheWrite1h)),
      };
    }
  }
}

const fileOf = (name: string | null): { file?: string } => (name === null ? {} : { file: name });
