/** Where something stands in a transcript: the proof of an answer, and the spot to look at. */
export interface Place {
  /** Physical line, from 1: one more than the number of 0x0A bytes before it. */
  line: number;
  /** Byte offset of the entry's first byte in its file: of the line's, but where something else stands before the entry. */
  offset: number;
  /** `uuid` of the entry, or null where the line has none. */
  uuid: string | null;
  /** Name of the file, only where more than one file is read. */
  file?: string;
}
