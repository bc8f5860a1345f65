import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { ByteSource } from "../read/source.js";
import { TranscriptError } from "../read/transcript-error.js";
import type { ReadInto } from "../timeline/read-reply-heads.js";

const chunkBytes = 512 * 1024;

/** Chunks after which timers and other input have their turn. */
const chunksAtATime = 2;

/** Memory of files that were read to their end: to get new memory for each costs a small file as much as to read it. */
const spare: Buffer[] = [];
const mostSpare = 4;

/**
 * A file as a source: read in chunks, from any byte on. The chunk's memory is used again for the next one, and for another
 * file once this one is read.
 *
 * Each chunk is read at once (a promise for each costs a third of the time of reading); every few chunks other work runs.
 * What has no positions, such as a pipe or a device, is read as a stream: once, and from its start. Throws a
 * `TranscriptError` where the path can't be opened, or not in this way; the message says why.
 */
export function fileSource(path: string): ByteSource {
  let streamed = false;
  return {
    size: () => attempt(path, () => statSync(path).size),
    open(from) {
      if (attempt(path, () => statSync(path).isFile())) return chunksOf(path, from);
      if (streamed || from > 0)
        throw new TranscriptError(
          "wrong-source",
          `${path}: is a pipe or a device, which is read once and from its start; leave the cursor out, or save it to a file first`,
        );
      streamed = true;
      return streamOf(path);
    },
  };
}

/** Reads a regular file at once, in order, into the memory of its reader. Throws as `fileSource`. */
export function openInto(path: string): ReadInto {
  const file = attempt(path, () => openSync(path, "r"));
  return {
    read: (into) => attempt(path, () => readSync(file, into)),
    close: () => closeSync(file),
  };
}

async function* chunksOf(path: string, from: number): AsyncGenerator<Uint8Array> {
  const file = attempt(path, () => openSync(path, "r"));
  // A Buffer, because Node finds newlines in it about ten times faster than in a plain Uint8Array.
  const buffer = spare.pop() ?? Buffer.allocUnsafe(chunkBytes);
  try {
    let position = from;
    let chunks = 0;
    for (;;) {
      const length = attempt(path, () => readSync(file, buffer, 0, chunkBytes, position));
      if (length === 0) return;
      position += length;
      if (++chunks % chunksAtATime === 0) await setImmediate();
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
    if (spare.length < mostSpare) spare.push(buffer);
  }
}

async function* streamOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: chunkBytes });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown): TranscriptError =>
  new TranscriptError("unreadable-file", reasonOf(path, error));

const reasons: Record<string, string> = {
  ENOENT: "no such file; check the path",
  EACCES: "permission denied; ask for read access",
  EPERM: "permission denied; ask for read access",
  EISDIR: "is a folder; name a file in it, or open it as a folder",
  ELOOP: "is a link that leads in a circle; point it to what is there",
  ENXIO: "can't be opened by a name; pass its content as a stream",
};

/** Says in one line why a path can't be read, and what to do. */
export function reasonOf(path: string, error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return `${path}: ${reasons[code] ?? (error instanceof Error ? error.message : String(error))}`;
}

/** What a person is told of a path that could not be read. */
export const messageOf = (path: string, error: unknown): string =>
  TranscriptError.isInstance(error) ? error.message : reasonOf(path, error);
