// AssemblyScript: what ../member-lines.ts runs, where the contract stands. May read up to 80 bytes beyond `end`.

import { countNewlines, findBytes, lineStart } from "./find";
import { skipPlain, skipSpace, skipValue } from "./json";

export { lineStart };

/** Bytes that a wanted member takes in its table: length of its name, its slot, the table of its members or 0, its name. */
const memberBytes: usize = 48;
const nameAt: usize = 16;
const longestName: usize = 32;
const rowHead: usize = 16;

/** Where the values of the row at hand are told. */
let slots: usize = 0;

/** The wanted member of this name, or 0. A table begins with the number of its members. */
function memberOf(table: usize, name: usize, length: usize): usize {
  if (length > longestName) return 0;
  const count: usize = load<u32>(table);
  const end = table + 16 + count * memberBytes;
  for (let member = table + 16; member < end; member += memberBytes) {
    if (<usize>load<u32>(member) === length && isSame(member + nameAt, name, length)) return member;
  }
  return 0;
}

function isSame(one: usize, other: usize, length: usize): bool {
  const first: u32 = i8x16.bitmask(i8x16.eq(v128.load(one), v128.load(other)));
  const second: u32 = i8x16.bitmask(i8x16.eq(v128.load(one, 16), v128.load(other, 16)));
  const differ = ~(<u64>first | ((<u64>second) << 16));
  return (differ & (((<u64>1) << length) - 1)) === 0;
}

/** False where a value has an escape or is not ASCII. */
function isPlain(from: usize, to: usize): bool {
  const backslash = i8x16.splat(0x5c);
  for (let at = from; at < to; at += 16) {
    const block = v128.load(at);
    const found: u32 = i8x16.bitmask(v128.or(block, i8x16.eq(block, backslash)));
    if ((to - at >= 16 ? found : found & (((<u32>1) << (<u32>(to - at))) - 1)) !== 0) return false;
  }
  return true;
}

/** Reads the members of the object whose brace stands at `open`; 0 where it is no JSON or can't be told so simply. */
function readObject(open: usize, table: usize): usize {
  let at = skipSpace(open + 1);
  if (load<u8>(at) === 0x7d) return at + 1;
  while (true) {
    if (load<u8>(at) !== 0x22) return 0;
    const name = at + 1;
    const nameEnd = skipPlain(name);
    // A name with an escape may spell one that is wanted.
    if (load<u8>(nameEnd) !== 0x22) return 0;
    at = skipSpace(nameEnd + 1);
    if (load<u8>(at) !== 0x3a) return 0;
    at = skipSpace(at + 1);
    const member = memberOf(table, name, nameEnd - name);
    at = member === 0 ? skipValue(at) : readMember(at, member);
    if (at === 0) return 0;
    at = skipSpace(at);
    const next = load<u8>(at);
    if (next === 0x7d) return at + 1;
    if (next !== 0x2c) return 0;
    at = skipSpace(at + 1);
  }
}

function readMember(from: usize, member: usize): usize {
  const slot = slots + ((<usize>load<u32>(member, 4)) << 3);
  // Of members of the same name the last one counts: rare, and left to JSON.parse.
  if (load<u32>(slot, 4) !== 0) return 0;
  const table: usize = load<u32>(member, 8);
  const inside = table !== 0 && load<u8>(from) === 0x7b;
  const end = inside ? readObject(from, table) : skipValue(from);
  if (end === 0) return 0;
  if (table === 0) {
    if (!isPlain(from, end)) return 0;
    store<u32>(slot, <u32>from);
    store<u32>(slot, <u32>end, 4);
  } else store<u32>(slot, <u32>inside, 4);
  return end;
}

/** The newline that ends the line of `at`. */
function endOfLine(from: usize): usize {
  const newline = i8x16.splat(0x0a);
  let at = from;
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), newline));
    if (found !== 0) return at + <usize>ctz(found);
    at += 16;
  }
}

/** The newline behind the one object of a line, or 0. */
function readLine(line: usize, table: usize): usize {
  const open = skipSpace(line);
  if (load<u8>(open) !== 0x7b) return 0;
  const close = readObject(open, table);
  if (close === 0) return 0;
  const end = skipSpace(close);
  return load<u8>(end) === 0x0a ? end : 0;
}

export function readMembers(
  from: usize,
  end: usize,
  needle: usize,
  needleLength: usize,
  table: usize,
  slotCount: u32,
  rows: usize,
  rowLimit: u32,
): u32 {
  const rowBytes = rowHead + ((<usize>slotCount) << 3);
  let at = from;
  let newlines: u32 = 0;
  let row: u32 = 0;
  let place = rows + rowHead;
  while (row < rowLimit && at < end) {
    const hit = findBytes(at, end, needle, needleLength);
    const line = hit === 0 ? end : lineStart(at, hit);
    newlines += countNewlines(at, line);
    at = line;
    if (hit === 0) break;
    slots = place + rowHead;
    memory.fill(slots, 0, rowBytes - rowHead);
    let lineEnd = readLine(line, table);
    store<u32>(place, <u32>line);
    store<u32>(place, newlines, 8);
    store<u32>(place, <u32>(lineEnd !== 0), 12);
    if (lineEnd === 0) lineEnd = endOfLine(line);
    store<u32>(place, <u32>lineEnd, 4);
    newlines++;
    at = lineEnd + 1;
    place += rowBytes;
    row++;
  }
  store<u32>(rows, <u32>at);
  store<u32>(rows, newlines, 4);
  return row;
}
