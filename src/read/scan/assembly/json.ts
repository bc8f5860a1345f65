// Passes over JSON values as JSON.parse takes them (RFC 8259), within one line: a newline is no white space here. Each
// function gives the address behind what stands at `at`, or 0 where that breaks a rule.

import { escapeLength } from "./escapes";

const quote: u8 = 0x22;
const deepest: u32 = 64;

export function skipSpace(from: usize): usize {
  let at = from;
  let byte = load<u8>(at);
  while (byte === 0x20 || byte === 0x09 || byte === 0x0d) byte = load<u8>(++at);
  return at;
}

/** Behind the string whose opening quote stands at `at`. */
export function skipString(at: usize): usize {
  let next = at + 1;
  while (true) {
    next = skipPlain(next);
    const byte = load<u8>(next);
    if (byte === quote) return next + 1;
    const length: usize = byte === 0x5c ? escapeLength(next) : 0;
    if (length === 0) return 0;
    next += length;
  }
}

/** The first byte from an address on that is a quote, a backslash or a control character. */
export function skipPlain(from: usize): usize {
  const quotes = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  let at = from;
  while (true) {
    const block = v128.load(at);
    const isOne = v128.or(i8x16.eq(block, quotes), i8x16.eq(block, backslash));
    const special = i8x16.bitmask(v128.or(isOne, i8x16.lt_u(block, space)));
    if (special !== 0) return at + <usize>ctz(special);
    at += 16;
  }
}

/** Behind the colon of the member whose name begins at `at`. */
function skipName(at: usize): usize {
  if (load<u8>(at) !== quote) return 0;
  const end = skipString(at);
  if (end === 0) return 0;
  const colon = skipSpace(end);
  return load<u8>(colon) === 0x3a ? colon + 1 : 0;
}

function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

function skipDigits(from: usize): usize {
  let at = from;
  while (isDigit(load<u8>(at))) at++;
  return at === from ? 0 : at;
}

function skipNumber(from: usize): usize {
  let at = from;
  if (load<u8>(at) === 0x2d) at++;
  at = load<u8>(at) === 0x30 ? at + 1 : skipDigits(at);
  if (at !== 0 && load<u8>(at) === 0x2e) at = skipDigits(at + 1);
  if (at === 0 || (load<u8>(at) | 0x20) !== 0x65) return at;
  at++;
  const sign = load<u8>(at);
  return skipDigits(sign === 0x2b || sign === 0x2d ? at + 1 : at);
}

function skipScalar(at: usize): usize {
  const byte = load<u8>(at);
  if (byte === quote) return skipString(at);
  if (byte === 0x2d || isDigit(byte)) return skipNumber(at);
  const four = load<u32>(at);
  if (four === 0x65757274 || four === 0x6c6c756e) return at + 4;
  return byte === 0x66 && load<u32>(at, 1) === 0x65736c61 ? at + 5 : 0;
}

/** Behind a value; nested deeper than 64 levels, it counts as one that breaks a rule. */
export function skipValue(from: usize): usize {
  let at = from;
  let depth: u32 = 0;
  /** Of each level 1 for an object, the innermost last. */
  let objects: u64 = 0;
  while (true) {
    const byte = load<u8>(at);
    const isObject = byte === 0x7b;
    if (isObject || byte === 0x5b) {
      at = skipSpace(at + 1);
      if (load<u8>(at) === byte + 2) at++;
      else {
        if (depth === deepest) return 0;
        depth++;
        objects = (objects << 1) | <u64>isObject;
        if (isObject) {
          at = skipName(at);
          if (at === 0) return 0;
          at = skipSpace(at);
        }
        continue;
      }
    } else {
      at = skipScalar(at);
      if (at === 0) return 0;
    }
    while (true) {
      if (depth === 0) return at;
      at = skipSpace(at);
      const inObject = (objects & 1) !== 0;
      const next = load<u8>(at++);
      if (next === 0x2c) {
        at = skipSpace(at);
        if (inObject) {
          at = skipName(at);
          if (at === 0) return 0;
          at = skipSpace(at);
        }
        break;
      }
      if (next !== (inObject ? 0x7d : 0x5d)) return 0;
      objects >>= 1;
      depth--;
    }
  }
}
