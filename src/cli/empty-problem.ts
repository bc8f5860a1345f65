import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { StoredAnswers } from "../node/stored-queries.js";

/** Says why a session without an entry can't be asked. `head` are its first bytes; without it, a file is asked for them. */
export function emptyProblem(
  file: string,
  emptiness: NonNullable<StoredAnswers["emptiness"]>,
  head?: Uint8Array,
): string {
  if (emptiness === "empty") return `${file}: the file is empty; name a transcript that Claude Code has written`;
  const first = head ?? headOf(file);
  const other = others.find(({ starts }) => starts.some((start) => start.every((byte, at) => first[at] === byte)));
  return `${file}: ${other?.reason ?? "not a transcript, no line is an entry; name a *.jsonl file that Claude Code wrote"}`;
}

/** What a transcript was turned into, by its first bytes: a byte-order mark or a brace, and the marks of archives. */
const others = [
  {
    starts: [
      [0xff, 0xfe],
      [0xfe, 0xff],
      [0x7b, 0x00],
      [0x00, 0x7b],
    ],
    reason: "is text in UTF-16; save it as UTF-8, such as with iconv -f UTF-16 -t UTF-8",
  },
  { starts: [[0x1f, 0x8b]], reason: "is packed with gzip; unpack it first, such as with gunzip -c, and pass it as -" },
  {
    starts: [[0x28, 0xb5, 0x2f, 0xfd]],
    reason: "is packed with zstd; unpack it first, such as with zstdcat, and pass it as -",
  },
  { starts: [[0x50, 0x4b]], reason: "is a ZIP archive; unpack it first, and name the transcript that was in it" },
];

function headOf(file: string): Uint8Array {
  const head = Buffer.alloc(4);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return head;
  const opened = openSync(file, "r");
  try {
    readSync(opened, head);
  } finally {
    closeSync(opened);
  }
  return head;
}
