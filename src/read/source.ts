import { refusePath } from "./refuse-path.js";
import { TranscriptError } from "./transcript-error.js";

/** A transcript that can be opened anywhere, such as a file; the Node door makes one from a path. */
export interface ByteSource {
  /** The bytes from this byte offset to the end; an empty sequence where `from` lies at or after the end. */
  open(from: number): AsyncIterable<Uint8Array>;
  /** Length in bytes, where it is cheap to know. */
  size?(): Promise<number> | number;
}

/** What can be read: the content itself (a string is content; the path of a transcript is refused), something that holds it, or its chunks in order. */
export type Source =
  | string
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Response
  | ReadableStream<Uint8Array | string>
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | ByteSource;

const pieceLength = 256 * 1024;
const encoder = new TextEncoder();

/** The source as something that can be opened at any byte, or null where it can be read once only. */
export function reopenable(source: Source): ByteSource | null {
  if (typeof source === "string") refusePath(source);
  if (typeof source === "string") return { open: (from) => skip(encodePieces(source), from) };
  const bytes = wholeBytes(source);
  if (bytes !== null) return { open: (from) => bytePieces(bytes, from) };
  if (hasMethod(source, "open")) return source as ByteSource;
  if (hasMethod(source, "slice") && hasMethod(source, "stream")) {
    return { open: (from) => streamChunks((source as Blob).slice(from).stream()) };
  }
  return null;
}

/**
 * The bytes of a source from a byte offset on, in chunks of any size; a chunk may be reused once the next one is asked for.
 * Throws a `TranscriptError` (`wrong-source`) for what is no source, or was used already.
 */
export function bytesFrom(source: Source, from: number): AsyncIterable<Uint8Array> {
  const opened = reopenable(source);
  return opened === null ? skip(encodeChunks(chunksOnce(source)), from) : opened.open(from);
}

/** Length of a source in bytes, where it is cheap to know; null where it is not. */
export async function sizeOf(source: Source): Promise<number | null> {
  if (typeof source !== "object" || source === null) return null;
  const bytes = wholeBytes(source);
  if (bytes !== null) return bytes.length;
  if (source instanceof Response) {
    // A body that was sent compressed is longer than the header says.
    const length = source.headers.has("content-encoding") ? null : source.headers.get("content-length");
    return length !== null && /^\d+$/.test(length) ? Number(length) : null;
  }
  const { size } = source as { size?: unknown };
  if (typeof size === "function") return (await (source as ByteSource).size?.()) ?? null;
  return typeof size === "number" && hasMethod(source, "slice") ? size : null;
}

function wholeBytes(source: unknown): Uint8Array | null {
  if (source instanceof Uint8Array) return source;
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const tag = Object.prototype.toString.call(source);
  const isBuffer = tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]";
  return isBuffer ? new Uint8Array(source as ArrayBuffer) : null;
}

function chunksOnce(source: unknown): AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof source !== "object" || source === null) throw wrongSource(`${source === null ? "null" : typeof source}`);
  if ("bodyUsed" in source && "body" in source) {
    if (source.bodyUsed) throw used("This Response", "call fetch again, or pass response.clone()");
    return source.body === null ? [] : chunksOnce(source.body);
  }
  if (hasMethod(source, "getReader")) {
    const stream = source as unknown as ReadableStream<unknown>;
    if (stream.locked) throw used("This ReadableStream", "pass a stream that nobody else has begun to read");
    return streamChunks(stream) as AsyncIterable<unknown>;
  }
  if (Symbol.asyncIterator in source) return source as AsyncIterable<unknown>;
  if (Symbol.iterator in source) return source as Iterable<unknown>;
  throw wrongSource(hasMethod(source, "then") ? "a promise (await it first)" : "an object that is none of these");
}

async function* streamChunks<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader();
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    finished = true;
  } finally {
    if (!finished) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

/** A surrogate pair cut by a chunk border is joined again; a surrogate that stays alone becomes U+FFFD and costs no line. */
async function* encodeChunks(chunks: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  let held = "";
  for await (const chunk of chunks) {
    if (typeof chunk === "string") {
      const text = held + chunk;
      const end = pairSafeEnd(text, text.length);
      held = text.slice(end);
      if (end > 0) yield encoder.encode(text.slice(0, end));
      continue;
    }
    const bytes = wholeBytes(chunk);
    if (bytes === null) {
      throw new TranscriptError(
        "wrong-source",
        `A chunk of the source is ${chunk === null ? "null" : `of type ${typeof chunk}`}; chunks are Uint8Array or string. Entries that are parsed already need no reading.`,
      );
    }
    if (held !== "") yield encoder.encode(held);
    held = "";
    yield bytes;
  }
  if (held !== "") yield encoder.encode(held);
}

async function* encodePieces(text: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + pieceLength, text.length);
    if (to < text.length) to = pairSafeEnd(text, to);
    yield encoder.encode(text.slice(from, to));
    from = to;
  }
}

/** `end`, or one less where a surrogate pair would be cut there. */
function pairSafeEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

async function* bytePieces(bytes: Uint8Array, from: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
}

async function* skip(chunks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof (value as Record<string, unknown> | null | undefined)?.[name] === "function";
}

function used(what: string, instead: string): TranscriptError {
  return new TranscriptError("wrong-source", `${what} was read already; ${instead}.`);
}

function wrongSource(what: string): TranscriptError {
  return new TranscriptError(
    "wrong-source",
    `A transcript can't be read from ${what}. Pass its content as string, Uint8Array, ArrayBuffer, Blob, Response, ReadableStream or chunks; for a path use tidemark/node.`,
  );
}
