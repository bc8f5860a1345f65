import type { Piece } from "../lines.js";
import { asciiText } from "./engine-text.js";
import type { Finder } from "./finder.js";
import { fromHex } from "./from-hex.js";
import { membersHex } from "./members-bytes.js";

/**
 * Reads members of the lines between two addresses that hold the needle, in one memory; the byte before `from` is a newline
 * or begins the source, and the one before `end` is a newline.
 *
 * Writes two words to `rows`: where it stopped, the number of newlines up to there. Then, from the fifth word on, a row for
 * each line: address of the line, address of its newline, number of newlines before it, 1 where its members were read, and
 * two words for each member, by its slot: addresses of its value and behind it. Both are 0 where there is no such member. Of
 * a member that is looked into the second word alone tells whether it is an object. Returns the number of rows.
 *
 * The members of a line are not read where it is anything but one JSON object, where a name beside a wanted one has an
 * escape, where a wanted one comes twice, and where the text of a value has an escape or is not ASCII.
 */
type ReadMembers = (
  from: number,
  end: number,
  needle: number,
  needleLength: number,
  table: number,
  slotCount: number,
  rows: number,
  rowLimit: number,
) => number;

/** Members that are wanted of an object: of each its slot, or the same of the object that it is. */
export interface Wanted {
  readonly [name: string]: number | { readonly slot: number; readonly members: Wanted };
}

/** Reads lines with a word, one after another, in chunks that are written straight into its memory. */
export interface MemberLines {
  /** Forgets what it read: another source begins. */
  restart(): void;
  /** Memory for the next chunk; null where a line is longer than it holds. */
  room(): Uint8Array | null;
  /** Offset in the source of the first line that was not read. */
  readTo(): number;
  /** Takes so many bytes that were written there; none are the end of the source. */
  take(length: number): void;
  /** Goes to the next line with the word; false where the next chunk is needed first. */
  next(): boolean;
  /** Of the line at hand, from here on: its number, from 1. */
  line(): number;
  /** Byte offset of its first byte. */
  offset(): number;
  /** The line itself. */
  piece(): Piece;
  /** False where its members were not read. */
  isRead(): boolean;
  /** Whether JSON spells a member's value so. */
  is(slot: number, text: string): boolean;
  /** A string, and the very one that is `known` where they are the same; null for any other value. */
  string(slot: number, known?: string | null): string | null;
  /** A number; null for any other value. */
  number(slot: number): number | null;
  /** Whether a member that is looked into is an object. */
  isObject(slot: number): boolean;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const pageBytes = 65_536;
const chunkBytes = 512 * 1024;
/** What is read beyond an end. */
const slack = 128;
const longestLine = 4 * 1024 * 1024;

const needleAt = 64;
const tableAt = needleAt + 64;
const tableHead = 16;
const memberBytes = 48;
const nameAt = 16;
const mostMembers = 64;
const rowsAt = tableAt + mostMembers * memberBytes;
const rowHeadWords = 4;
const rowLimit = 1024;
/** Digits of a number that needs no rounding. */
const plainDigits = 15;

let wasmModule: WebAssembly.Module | null | undefined;

/** Reads lines that hold `word`; null where WebAssembly does not run. */
export function openMemberLines(word: string, wanted: Wanted): MemberLines | null {
  const instance = instantiate();
  if (instance === null) return null;
  const memory = instance.exports.memory as WebAssembly.Memory;
  const { readMembers, lineStart } = instance.exports as unknown as Pick<Finder, "lineStart"> & {
    readMembers: ReadMembers;
  };
  const slotCount = countSlots(wanted);
  const rowWords = rowHeadWords + 2 * slotCount;
  const inputAt = rowsAt + 4 * rowHeadWords + 4 * rowWords * rowLimit;
  let bytes = new Uint8Array(memory.buffer);
  let words = new Uint32Array(memory.buffer);
  const needle = new TextEncoder().encode(word);

  /** Bytes for the input. */
  let inputLength = 0;
  /** Offset in the source of the memory's first byte of input, and number of newlines before the first byte not read. */
  let base = 0;
  let lines = 0;
  /** First byte not read, end of what is there, end of its last whole line. */
  let at = inputAt;
  let filledTo = inputAt;
  let wholeTo = inputAt;
  let isTail = false;
  let row = 0;
  let rows = 0;
  let place = 0;
  let linesBefore = 0;

  makeRoom(2 * chunkBytes);
  bytes.set(needle, needleAt);
  writeTable(tableAt, wanted);

  function makeRoom(length: number): void {
    if (length <= inputLength) return;
    inputLength = length;
    const missing = inputAt + length + slack - bytes.length;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    bytes = new Uint8Array(memory.buffer);
    words = new Uint32Array(memory.buffer);
  }

  /** Writes the table of the members of an object and of those inside; returns where it ends. */
  function writeTable(table: number, members: Wanted): number {
    const named = Object.entries(members);
    words[table >> 2] = named.length;
    let end = table + tableHead + named.length * memberBytes;
    for (const [index, [name, member]] of named.entries()) {
      const to = table + tableHead + index * memberBytes;
      const inside = typeof member !== "number";
      words.set([name.length, inside ? member.slot : member, inside ? end : 0], to >> 2);
      bytes.set(new TextEncoder().encode(name), to + nameAt);
      if (inside) end = writeTable(end, member.members);
    }
    return end;
  }

  function restart(): void {
    base = 0;
    lines = 0;
    at = inputAt;
    filledTo = inputAt;
    wholeTo = inputAt;
    isTail = false;
    row = 0;
    rows = 0;
  }

  function room(): Uint8Array | null {
    const kept = filledTo - at;
    if (kept > longestLine) return null;
    if (kept + chunkBytes > inputLength) makeRoom(2 * inputLength);
    bytes.copyWithin(inputAt, at, filledTo);
    base += at - inputAt;
    at = inputAt;
    filledTo = inputAt + kept;
    wholeTo = inputAt;
    return bytes.subarray(filledTo, filledTo + chunkBytes);
  }

  function take(length: number): void {
    filledTo += length;
    wholeTo = lineStart(at, filledTo);
    if (length > 0 || at === filledTo) return;
    bytes[filledTo] = newline;
    wholeTo = filledTo + 1;
    isTail = true;
  }

  function next(): boolean {
    row += 1;
    while (row >= rows) {
      if (at >= wholeTo) return false;
      scan();
    }
    place = (rowsAt >> 2) + rowHeadWords + row * rowWords;
    return true;
  }

  function scan(): void {
    rows = readMembers(at, wholeTo, needleAt, needle.length, tableAt, slotCount, rowsAt, rowLimit);
    row = 0;
    linesBefore = lines;
    at = words[rowsAt >> 2] as number;
    lines += words[(rowsAt >> 2) + 1] as number;
  }

  const line = (): number => linesBefore + word32(2) + 1;
  const offset = (): number => base + word32(0) - inputAt;
  const word32 = (index: number): number => words[place + index] as number;
  const valueStart = (slot: number): number => word32(rowHeadWords + 2 * slot);
  const valueEnd = (slot: number): number => word32(rowHeadWords + 2 * slot + 1);

  function isText(from: number, to: number, text: string): boolean {
    if (to - from !== text.length) return false;
    for (let index = 0; index < text.length; index++) if (bytes[from + index] !== text.charCodeAt(index)) return false;
    return true;
  }

  return {
    restart,
    room,
    readTo: () => base + at - inputAt,
    take,
    next,
    line,
    offset,
    piece() {
      const end = word32(1);
      const terminated = !isTail || end !== filledTo;
      const to = terminated && bytes[end - 1] === carriageReturn ? end - 1 : end;
      const start = word32(0);
      return {
        line: line(),
        offset: offset(),
        bytes: bytes.subarray(start, to),
        length: to - start,
        terminated,
        oversize: false,
        firstOnLine: true,
        last: true,
      };
    },
    isRead: () => word32(3) === 1,
    is: (slot, text) => isText(valueStart(slot), valueEnd(slot), text),
    string(slot, known = null) {
      const start = valueStart(slot);
      if (bytes[start] !== quote) return null;
      const end = valueEnd(slot) - 1;
      return known !== null && isText(start + 1, end, known) ? known : asciiText(bytes, start + 1, end);
    },
    number(slot) {
      const start = valueStart(slot);
      const end = valueEnd(slot);
      if (start === 0) return null;
      let value = 0;
      let at = start;
      if (end - start <= plainDigits)
        for (; at < end; at++) {
          const digit = (bytes[at] as number) - 0x30;
          if (digit < 0 || digit > 9) break;
          value = 10 * value + digit;
        }
      return at === end ? value : numberIn(asciiText(bytes, start, end));
    },
    isObject: (slot) => word32(rowHeadWords + 2 * slot + 1) === 1,
  };
}

/** The number that the text of a JSON value spells, as JSON.parse reads it. */
function numberIn(text: string): number | null {
  const value: unknown = JSON.parse(text);
  return typeof value === "number" ? value : null;
}

function countSlots(wanted: Wanted): number {
  return Object.values(wanted).reduce<number>(
    (sum, member) => sum + 1 + (typeof member === "number" ? 0 : countSlots(member.members)),
    0,
  );
}

function instantiate(): WebAssembly.Instance | null {
  if (wasmModule === null) return null;
  try {
    wasmModule ??= new WebAssembly.Module(fromHex(membersHex));
    return new WebAssembly.Instance(wasmModule);
  } catch {
    wasmModule = null;
    return null;
  }
}
