import { beginningOf, isMark } from "./beginning.js";
import { copyOf } from "./copy-bytes.js";
import { hashedBytes } from "./cursor.js";
import { isJsonSpace, scanObject, startObjectScan } from "./json-scan.js";
import { type Cutter, createLineCutter, type Piece } from "./lines.js";

const newline = 0x0a;
const nothing = new Uint8Array(0);

/** Where a document is entered: at its start, or at a cursor. */
export interface DocumentStart {
  offset: number;
  /** Number of newlines before `offset`. */
  line: number;
  /** First bytes of the source, as far as they lie before `offset`. */
  head: Uint8Array;
  /** The byte before `offset`, null at the source's start. */
  byteBefore: number | null;
}

export interface DocumentCutter extends Cutter {
  /** The bytes from the last `offset()` on, where bytes of earlier chunks are now read again as lines; else null. */
  replayed(): Uint8Array | null;
}

/**
 * Cuts a document that is JSON lines, or one JSON array of entries, in one line or pretty-printed.
 *
 * It is an array where its first two bytes that are not white space are `[` and `{`, both within its first
 * 1,024 bytes; every other beginning is JSON lines. The elements are then the pieces. After the closing bracket, and from the first byte on that does not belong
 * into an array of objects, what follows is read as lines, so that a damaged first line costs no other line.
 * Each physical line still counts once: as its first element, or as blank where no element begins.
 */
export function createDocumentCutter(
  maxPieceBytes: number,
  start: DocumentStart,
  lineCutterAt: typeof createLineCutter = createLineCutter,
): DocumentCutter {
  const resumed = start.offset > 0;
  const begins = beginningOf(start.head);
  let lineCutter: Cutter | null = null;
  let phase: "start" | "bracket" | "any" | "element" | "comma" | "value" | "closed" =
    begins === "bracket" ? begins : begins === "nothing" ? "start" : "any";
  let chunk: Uint8Array = nothing;
  let chunkOffset = start.offset;
  let at = 0;
  let ended = false;
  let line = start.line + 1;
  let lineStart = start.offset;
  let lineCounted = resumed && start.byteBefore !== newline;
  let goOn = { offset: start.offset, lines: start.line };
  const hold = createHold(start.offset, line);
  let scan = startObjectScan();
  let passedOn = false;
  let bareBrace = 0;
  let replayed: Uint8Array | null = null;
  let firstOnLine = true;
  let blankFrom = 1;
  let blankTo = 0;

  function piece(bytes: Uint8Array, terminated: boolean, last: boolean): Piece {
    const oversize = passedOn || bytes.length > maxPieceBytes;
    const { line: ofLine, offset } = hold;
    return { line: ofLine, offset, bytes, length: bytes.length, terminated, oversize, firstOnLine, last };
  }

  function blank(ofLine: number): Piece {
    return {
      line: ofLine,
      offset: lineStart,
      bytes: nothing,
      length: 0,
      terminated: true,
      oversize: false,
      firstOnLine: true,
      last: true,
    };
  }

  function queueBlanks(from: number, to: number): void {
    blankFrom = from;
    blankTo = to;
  }

  function holdFromHere(): void {
    hold.start(chunkOffset + at, line);
    firstOnLine = !lineCounted;
  }

  function continueAsLines(): void {
    lineCutter = lineCutterAt(maxPieceBytes, hold.offset, hold.line - 1);
    replayed = hold.upTo(chunk, chunkOffset, chunk.length);
    lineCutter.feed(replayed);
    if (ended) lineCutter.end();
  }

  function beginElement(): void {
    if (phase === "bracket") queueBlanks(hold.line, line - 1);
    phase = "element";
    scan = startObjectScan();
    passedOn = false;
    holdFromHere();
    goOn = { offset: chunkOffset + at, lines: line - 1 };
  }

  function followElement(): Piece | null {
    const from = at;
    const limit = nextBareBrace();
    at = scanObject(scan, chunk, from, limit);
    countNewlines(from, at);
    if (scan.status === "open" && at === chunk.length) return null;
    if (scan.status === "open") scan.status = "broken";
    if (scan.status === "broken" && !tooLong(at)) {
      continueAsLines();
      return null;
    }
    const found = piece(passedOn ? chunk.subarray(from, at) : hold.upTo(chunk, chunkOffset, at), true, true);
    queueBlanks(hold.line + 1, line - 1);
    lineCounted = line === hold.line;
    if (scan.status === "closed") {
      phase = "comma";
      goOn = { offset: chunkOffset + at, lines: line - 1 };
    } else {
      holdFromHere();
      continueAsLines();
    }
    return found;
  }

  /**
   * Where the next line begins with `{`. Inside an element that is another entry on a line of its own, and the array
   * is none: pretty-printing indents what is inside an element.
   */
  function nextBareBrace(): number {
    const begun = scan.arrays.length > 0;
    if (begun && chunkOffset + at === lineStart && chunk[at] === 0x7b) return at;
    if (bareBrace > at) return bareBrace;
    let found = chunk.indexOf(newline, at);
    while (found >= 0 && found + 1 < chunk.length && chunk[found + 1] !== 0x7b)
      found = chunk.indexOf(newline, found + 1);
    bareBrace = found < 0 || found + 1 >= chunk.length ? chunk.length : found + 1;
    return bareBrace;
  }

  function tooLong(end: number): boolean {
    return passedOn || hold.size(chunkOffset, end) > maxPieceBytes;
  }

  function countNewlines(from: number, end: number): void {
    const passed = chunk.subarray(from, end);
    for (let found = passed.indexOf(newline); found >= 0; found = passed.indexOf(newline, found + 1)) {
      line += 1;
      lineStart = chunkOffset + from + found + 1;
    }
  }

  function endLine(): Piece | null {
    const found = lineCounted || phase === "bracket" ? null : blank(line);
    line += 1;
    at += 1;
    lineStart = chunkOffset + at;
    lineCounted = false;
    if (phase === "bracket") return null;
    goOn = { offset: lineStart, lines: line - 1 };
    if (phase === "start" || phase === "closed") holdFromHere();
    if (phase === "closed") continueAsLines();
    return found;
  }

  /** Takes one byte that belongs to no element. */
  function stepOutside(byte: number): Piece | null {
    const undecided = phase === "start" || phase === "bracket";
    if (undecided && chunkOffset + at >= hashedBytes) {
      continueAsLines();
      return null;
    }
    if (byte === newline) return endLine();
    const open = phase === "any" || phase === "value";
    if (isJsonSpace(byte) || isMark(byte, chunkOffset + at)) at += 1;
    else if (byte === 0x5b && phase === "start") {
      phase = "bracket";
      at += 1;
    } else if (byte === 0x7b && (open || phase === "bracket")) beginElement();
    else if (byte === 0x2c && (phase === "comma" || phase === "any")) {
      phase = "value";
      at += 1;
    } else if (byte === 0x5d && (open || phase === "comma")) {
      phase = "closed";
      at += 1;
    } else {
      if (!undecided) holdFromHere();
      continueAsLines();
    }
    return null;
  }

  /** At the end of a chunk, whose memory may be used again: what is not whole is held, or passed on where it is too long. */
  function leaveChunk(): Piece | null {
    const left = chunk;
    const part = phase === "element" && left.length > 0 && tooLong(left.length) ? passOn() : null;
    if (phase === "start" || phase === "bracket" || (phase === "element" && !passedOn)) hold.keep(left, chunkOffset);
    chunkOffset += left.length;
    chunk = nothing;
    at = 0;
    return part;
  }

  function passOn(): Piece {
    const bytes = passedOn ? chunk : hold.upTo(chunk, chunkOffset, chunk.length);
    passedOn = true;
    return piece(bytes, false, false);
  }

  function finish(): Piece | null {
    if (phase === "start" || phase === "bracket") {
      continueAsLines();
      return next();
    }
    const lastLine = chunkOffset > lineStart ? line : line - 1;
    if (phase === "element") {
      phase = "closed";
      lineCounted = true;
      queueBlanks(hold.line + 1, lastLine);
      return piece(passedOn ? nothing : hold.upTo(nothing, chunkOffset, 0), false, true);
    }
    if (lineCounted || lastLine < line) return null;
    lineCounted = true;
    return blank(line);
  }

  function next(): Piece | null {
    if (blankFrom <= blankTo) return blank(blankFrom++);
    while (lineCutter === null && at < chunk.length) {
      const found = phase === "element" ? followElement() : stepOutside(chunk[at] as number);
      if (found !== null) return found;
      if (blankFrom <= blankTo) return blank(blankFrom++);
    }
    if (lineCutter === null) {
      const part = leaveChunk();
      return part === null && ended ? finish() : part;
    }
    const found = lineCutter.next();
    if (found === null || firstOnLine) return found;
    if (found.last) firstOnLine = true;
    found.firstOnLine = false;
    return found;
  }

  function feed(bytes: Uint8Array): void {
    replayed = null;
    lineCutter?.feed(bytes);
    chunk = bytes;
    at = 0;
    bareBrace = 0;
  }

  if (begins === "lines") continueAsLines();
  return {
    feed,
    next,
    end() {
      ended = true;
      lineCutter?.end();
    },
    offset: () => lineCutter?.offset() ?? goOn.offset,
    lines: () => lineCutter?.lines() ?? goOn.lines,
    replayed: () => replayed,
  };
}

/** Bytes of earlier chunks that are not whole yet and may have to be read again as lines. */
function createHold(startOffset: number, startLine: number) {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    offset: startOffset,
    line: startLine,
    start(offset: number, line: number): void {
      parts = [];
      length = 0;
      this.offset = offset;
      this.line = line;
    },
    keep(chunk: Uint8Array, chunkOffset: number): void {
      const part = copyOf(chunk.subarray(Math.max(0, this.offset - chunkOffset)));
      parts.push(part);
      length += part.length;
    },
    size(chunkOffset: number, end: number): number {
      return length + end - Math.max(0, this.offset - chunkOffset);
    },
    upTo(chunk: Uint8Array, chunkOffset: number, end: number): Uint8Array {
      const last = chunk.subarray(Math.max(0, this.offset - chunkOffset), end);
      if (length === 0) return last;
      const all = new Uint8Array(length + last.length);
      let to = 0;
      for (const part of [...parts, last]) {
        all.set(part, to);
        to += part.length;
      }
      return all;
    },
  };
}
