/** A copy of its own. Not `bytes.slice()`: a Node Buffer's `slice` is a view of memory that may be used again. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
