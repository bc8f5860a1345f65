/** Looks at bytes between two addresses that nothing else has looked at. */
export interface Finder {
  countNewlines(from: number, to: number): number;
  /** Address of the first byte of the line that holds the byte at `at`; `from` where the line begins before it. */
  lineStart(from: number, at: number): number;
  /** Address of the first place where the `length` bytes (at least two) at `needle` stand whole; 0 where there is none. */
  findBytes(from: number, end: number, needle: number, length: number): number;
}

const newline = 0x0a;

/** Looks at bytes in JavaScript, for where WebAssembly may not run. */
export function createFinder(bytes: Uint8Array): Finder {
  function isAt(start: number, needle: number, length: number): boolean {
    for (let index = 0; index < length; index++) if (bytes[start + index] !== bytes[needle + index]) return false;
    return true;
  }

  return {
    countNewlines(from, to) {
      let count = 0;
      for (let at = bytes.indexOf(newline, from); at >= 0 && at < to; at = bytes.indexOf(newline, at + 1)) count += 1;
      return count;
    },
    lineStart: (from, at) => (at === from ? from : Math.max(from, bytes.lastIndexOf(newline, at - 1) + 1)),
    findBytes(from, end, needle, length) {
      const last = bytes[needle + length - 1] as number;
      let at = bytes.indexOf(last, from + length - 1);
      for (; at >= 0 && at < end; at = bytes.indexOf(last, at + 1)) {
        const start = at - length + 1;
        if (isAt(start, needle, length)) return start;
      }
      return 0;
    },
  };
}
