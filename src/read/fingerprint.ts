const laneCount = 4;
const unitsAStep = 2 * laneCount;

/**
 * Names a text by its length and two independent 32-bit hashes, trailing white space left out.
 * Two texts with the same fingerprint are taken as equal: the chance of an accident is about 2^-64 a pair.
 *
 * Each hash runs in four lanes that take two units a step, so that the scanner can do the same to the bytes of a JSON
 * string, all lanes at once (`hashText` in scan/assembly/scan.ts).
 */
export function fingerprint(text: string): string {
  let end = text.length;
  while (end > 0 && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  const lanes = new Int32Array(2 * laneCount);
  for (let lane = 0; lane < laneCount; lane++) {
    let a = 0x811c9dc5;
    let b = 0x9e3779b9;
    for (let at = 2 * lane; at - 2 * lane < end; at += unitsAStep) {
      // In the last step a lane may stand behind the text, where zeros are.
      const units =
        at + 1 < end ? text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16) : at < end ? text.charCodeAt(at) : 0;
      a = Math.imul(a ^ units, 0x01000193);
      a ^= a >>> 13;
      b = Math.imul(b ^ units, 0x85ebca6b);
      b ^= b >>> 15;
    }
    lanes[lane] = a;
    lanes[laneCount + lane] = b;
  }
  return fingerprintOf(end, lanes);
}

/** Writes a fingerprint, given the text's length and the lanes of the first hash, then those of the second. */
export function fingerprintOf(length: number, lanes: Int32Array): string {
  return `${length}:${folded(length, lanes, 0)}:${folded(length, lanes, laneCount)}`;
}

function folded(length: number, lanes: Int32Array, from: number): string {
  let hash = length;
  for (let lane = from; lane < from + laneCount; lane++) {
    hash = Math.imul(hash ^ (lanes[lane] as number), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0).toString(36);
}

const isWhiteSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);
