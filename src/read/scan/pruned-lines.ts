import type { Cuts } from "../entry-batch.js";
import type { Cutter, Piece } from "../lines.js";
import { decodeSlice } from "../parse-object.js";
import { TranscriptError } from "../transcript-error.js";
import { type CutValue, createCuts } from "./cuts.js";
import { asciiText } from "./engine-text.js";
import { createMarkers } from "./markers.js";
import { cutWords, malformed, notAscii, rowWords } from "./scan-lines.js";
import { ownBytes, type Scanner, type Scanning } from "./scanner.js";

/** Where things stand in the memory of a scanner; the pruned text stands behind the input. */
const markerAt = ownBytes;
const needlesAt = markerAt + 64;
const longestNeedle = 64;
const mostNeedles = 16;
const rowsAt = needlesAt + mostNeedles * longestNeedle;
const rowLimit = 4096;
const cutsAt = rowsAt + rowLimit * rowWords * 4;
const cutLimit = 16_384;
const inputAt = cutsAt + cutLimit * cutWords * 4;
/** What a scanner may read beyond its end, and the newline that a last line is given. */
const slack = 128;
const largestKept = 4 * 1024 * 1024;
const smallLength = 512 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;

/** A piece in a scanner's memory; few are asked for their bytes, as most have their text. */
class HeldPiece implements Piece {
  readonly length: number;
  firstOnLine = true;
  text: string | undefined = undefined;
  cuts: Cuts | undefined = undefined;

  constructor(
    readonly line: number,
    readonly offset: number,
    private readonly memory: Uint8Array,
    private readonly from: number,
    to: number,
    readonly terminated: boolean,
    readonly oversize: boolean,
    readonly last: boolean,
  ) {
    this.length = to - from;
  }

  get bytes(): Uint8Array {
    return this.memory.subarray(this.from, this.from + this.length);
  }
}

/** A line cutter that prunes, and the end of its use. */
export interface PrunedLines {
  createLineCutter(maxLineBytes: number, offset?: number, lines?: number): Cutter;
  /** Gives the scanner back: what was cut out can't be read from here on. */
  close(): void;
}

/**
 * Cuts lines as `createLineCutter` of ../lines.ts does, and gives them their text, with a marker for each string value of
 * more than `longest` bytes (at least 16). All bytes are copied into a scanner's memory, which holds a chunk and the line
 * begun before it. What was cut out can be read until the next `feed`.
 *
 * With `needles` (at most 16 of 2 to 64 bytes) it passes over every whole line that holds none of them.
 */
export function createPrunedLines(
  { open, giveBack }: Scanning,
  longest: number,
  needles: readonly Uint8Array[] = [],
): PrunedLines {
  const markers = createMarkers();
  const cuts = createCuts(find, () => scanner.strings);
  let scanner = openMarked();
  /** Offset in the source of the memory's first byte of input. */
  let base = 0;
  let firstCut = 0;
  let cutCount = 0;

  function openMarked(): Scanner {
    const opened = open();
    opened.bytes.set(markers.nonce, markerAt);
    needles.forEach((needle, index) => {
      opened.bytes.set(needle, needlesAt + index * longestNeedle);
    });
    return opened;
  }

  function find(value: string): CutValue | null {
    const number = markers.numberOf(value);
    if (number === null) return null;
    const index = markers.distance(firstCut, number);
    if (index >= cutCount) {
      throw new TranscriptError(
        "wrong-option",
        'A value that was cut out is asked for too late; with `bodies: "lazy"` read it before the next batch.',
      );
    }
    const place = (cutsAt >> 2) + index * cutWords;
    const start = scanner.words[place] as number;
    const end = start + (scanner.words[place + 1] as number);
    return { bytes: scanner.bytes, start, end, offset: base + start - inputAt };
  }

  function forgetCuts(): void {
    firstCut += cutCount;
    cutCount = 0;
  }

  /** Bytes for the input: half of what is behind the tables, the other half is for what it is pruned to. */
  function room(): number {
    return ((scanner.bytes.length - inputAt) >> 4) << 3;
  }

  /** Moves the bytes between two addresses to the start of the input, with room for `length` bytes in all. */
  function makeRoom(from: number, to: number, length: number): void {
    const before = scanner;
    // After a giant line the memory becomes small again.
    if (before.bytes.length > largestKept && length < smallLength) scanner = openMarked();
    if (length + slack > room()) scanner.grow(inputAt + 2 * Math.max(length + 2 * slack, 2 * room()));
    if (scanner === before) {
      scanner.bytes.copyWithin(inputAt, from, to);
      return;
    }
    scanner.bytes.set(before.bytes.subarray(from, to), inputAt);
    giveBack(before);
  }

  function createLineCutter(maxLineBytes: number, offset = 0, lines = 0): Cutter {
    // Room for what does not count: a byte-order mark and a carriage return.
    const holdLimit = maxLineBytes + 4;
    let filledTo = inputAt;
    /** First byte that was not given away. */
    let at = inputAt;
    /** Behind the last newline. */
    let wholeTo = inputAt;
    let row = 0;
    let rows = 0;
    let text = "";
    let textStart = 0;
    let textAt = 0;
    let passedOn = 0;
    let lineStart = offset;
    let lineCount = lines;
    let mark = 0;
    let ended = false;
    /** Where the needles stand next, each looked up once. */
    const hits: number[] = [];
    base = offset;

    function feed(chunk: Uint8Array): void {
      const kept = filledTo - at;
      forgetCuts();
      makeRoom(at, filledTo, kept + chunk.length);
      scanner.bytes.set(chunk, inputAt + kept);
      base += at - inputAt;
      at = inputAt;
      filledTo = inputAt + kept + chunk.length;
      const last = chunk.lastIndexOf(newline);
      wholeTo = last < 0 ? inputAt : inputAt + kept + last + 1;
      row = 0;
      rows = 0;
      hits.length = 0;
    }

    /** Goes on to the next whole line with a needle, or behind the last one. */
    function passOver(): void {
      const { finder } = scanner;
      needles.forEach((needle, index) => {
        if ((hits[index] ?? 0) >= at) return;
        hits[index] = finder.findBytes(at, wholeTo, needlesAt + index * longestNeedle, needle.length) || wholeTo;
      });
      const hit = Math.min(...hits);
      const lineAt = hit === wholeTo ? wholeTo : finder.lineStart(at, hit);
      lineCount += finder.countNewlines(at, lineAt);
      lineStart += lineAt - at;
      at = lineAt;
    }

    function scan(end: number): void {
      skipMark();
      const out = inputAt + room();
      rows = scanner.scanLines(
        at + mark,
        end,
        longest,
        out,
        scanner.bytes.length - slack,
        rowsAt,
        needles.length > 0 ? 1 : rowLimit,
        cutsAt + cutCount * cutWords * 4,
        cutLimit - cutCount,
        markerAt,
        firstCut + cutCount,
      );
      row = 0;
      textStart = out;
      textAt = out;
      text = asciiText(scanner.bytes, out, wordOfRow(rows - 1, 1));
    }

    function wordOfRow(index: number, word: number): number {
      return scanner.words[(rowsAt >> 2) + index * rowWords + word] as number;
    }

    /** A byte-order mark at the source's start is no part of the line. */
    function skipMark(): void {
      const { bytes } = scanner;
      const marked = bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
      if (lineStart === 0 && passedOn === 0 && marked) mark = 3;
    }

    function piece(from: number, to: number, terminated: boolean, oversize: boolean, last: boolean): HeldPiece {
      return new HeldPiece(lineCount + 1, lineStart + mark, scanner.bytes, from, to, terminated, oversize, last);
    }

    function takeRow(terminated: boolean): Piece {
      const end = wordOfRow(row, 0);
      const textTo = wordOfRow(row, 1);
      const flags = wordOfRow(row, 2);
      const cutsOfLine = wordOfRow(row, 3);
      const from = at + mark;
      const to = terminated && end > from && scanner.bytes[end - 1] === carriageReturn ? end - 1 : end;
      const oversize = to - from > maxLineBytes;
      const found = piece(from, oversize ? end : to, terminated, oversize, true);
      if ((flags & malformed) === 0 && !oversize) {
        const ascii = (flags & notAscii) === 0;
        found.text = ascii
          ? text.slice(textAt - textStart, textTo - textStart)
          : decodeSlice(scanner.bytes, textAt, textTo);
        if (cutsOfLine > 0) found.cuts = cuts;
      }
      cutCount += cutsOfLine;
      textAt = textTo;
      row += 1;
      at = end;
      return found;
    }

    function startNextLine(length: number): void {
      lineStart += length;
      lineCount += 1;
      at += 1;
      passedOn = 0;
      mark = 0;
    }

    function nextWhole(): Piece {
      const before = at;
      if (passedOn > 0) {
        const end = scanner.bytes.indexOf(newline, at);
        const found = piece(at, end, true, true, true);
        at = end;
        startNextLine(passedOn + end - before + 1);
        return found;
      }
      if (row === rows) scan(wholeTo);
      const found = takeRow(true);
      startNextLine(at - before + 1);
      return found;
    }

    /** Passes on what there is of a line too long to hold. */
    function passOn(): Piece {
      if (passedOn === 0) skipMark();
      const found = piece(passedOn === 0 ? at + mark : at, filledTo, false, true, false);
      passedOn += filledTo - at;
      at = filledTo;
      return found;
    }

    /** The last line, which has no newline: a later read brings it again, so it does not count as read. */
    function nextTail(): Piece | null {
      if (passedOn > 0) {
        passedOn = 0;
        const found = piece(at, filledTo, false, true, true);
        at = filledTo;
        return found;
      }
      if (at === filledTo) return null;
      if (needles.length > 0) {
        wholeTo = filledTo;
        passOver();
        if (at === filledTo) return null;
      }
      scanner.bytes[filledTo] = newline;
      scan(filledTo + 1);
      return takeRow(false);
    }

    function next(): Piece | null {
      if (needles.length > 0 && wholeTo > at && passedOn === 0) passOver();
      if (wholeTo > at) return nextWhole();
      if (ended) return nextTail();
      const rest = filledTo - at;
      return rest > 0 && (passedOn > 0 || rest > holdLimit) ? passOn() : null;
    }

    return {
      feed,
      end() {
        ended = true;
      },
      next,
      offset: () => lineStart,
      lines: () => lineCount,
    };
  }

  return {
    createLineCutter,
    close() {
      forgetCuts();
      giveBack(scanner);
    },
  };
}
