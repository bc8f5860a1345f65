import { addBookkeeping, addRow } from "./row.js";
import type { Row, Session } from "./session.js";
import { newUuid } from "./session.js";

const faults = {
  /** Appends the last rows (default 3) a second time, unchanged. */
  copy(session: Session, count = 3): void {
    const rows = session.lines.filter((line) => "row" in line && typeof line.row.uuid === "string");
    for (const line of rows.slice(-count)) session.lines.push({ ...line });
  },
  /** Hangs the last row under a uuid that no row has. */
  "dangling-parent"(session: Session): void {
    lastChained(session).parentUuid = newUuid(session.world);
  },
  /** Hangs the last row under itself. */
  cycle(session: Session): void {
    const row = lastChained(session);
    row.parentUuid = row.uuid;
  },
  /** Hangs the last row under the row that comes next. */
  "forward-parent"(session: Session): void {
    session.forwardParent = lastChained(session);
  },
  /** The head of a row that broke off; the next row follows on the same line. */
  "torn-line"(session: Session): void {
    session.lines.push({ text: JSON.stringify(lastChained(session)).slice(0, 60), open: true });
  },
  /** Leaves out the newline after the last line, so that the next one joins it. */
  "joined-lines"(session: Session): void {
    leaveOpen(session);
  },
  /** NUL bytes (default 64) on a line of their own. */
  "nul-padding"(session: Session, count = 64): void {
    session.lines.push({ text: "\0".repeat(count) });
  },
  "unreadable-line"(session: Session): void {
    session.lines.push({ text: '{"type":"assistant","message":{"content":[{"type":"te' });
  },
  "blank-line"(session: Session): void {
    session.lines.push({ text: "" });
  },
  /** A line of JSON that is no object. */
  "non-object"(session: Session): void {
    session.lines.push({ text: '["not", "an", "entry"]' });
  },
  /** A row of a kind that no version has written so far. */
  "unknown-type"(session: Session): void {
    addRow(session, { type: "tide-report", height: 3 }, {}, { advance: false });
  },
  /** An attachment of a type that no version has written so far. */
  "unknown-attachment"(session: Session): void {
    addRow(session, { attachment: { type: "tide_table", content: "high at noon" }, type: "attachment" });
  },
  /** Makes the output count of the last reply a text. */
  "wrong-field"(session: Session): void {
    const line = session.lines.findLast((one) => "row" in one && one.row.type === "assistant");
    if (line === undefined || !("row" in line)) throw new Error('The fault "wrong-field" needs a reply before it.');
    ((line.row.message as Row).usage as Row).output_tokens = "12";
  },
  /** The file ends without a newline; for the end of a program. */
  "no-newline"(session: Session): void {
    leaveOpen(session);
  },
  /** The file ends in the middle of a row that is still being written; for the end of a program. */
  "incomplete-tail"(session: Session): void {
    const text = JSON.stringify(lastChained(session));
    session.lines.push({ text: text.slice(0, Math.floor(text.length / 2)), open: true });
  },
  /** A row of another session, which hangs under nothing here. */
  "stray-session"(session: Session): void {
    const row = addRow(
      session,
      { type: "user", message: { role: "user", content: "From another session." } },
      {},
      { parent: newUuid(session.world), advance: false },
    );
    row.sessionId = newUuid(session.world);
  },
  /** At the next compaction the kept rows stand after the summary, with their old times. */
  "late-flush"(session: Session): void {
    session.lateFlush = true;
  },
  /**
   * At the next compaction another writer's row stands between boundary and summary; it hangs under what was before,
   * and what follows hangs under it, so that the summary is on no parent path (as in a public transcript of 2.1.252).
   */
  detour(session: Session): void {
    session.detour = true;
  },
  /** Another writer's row stands between the last row and what follows; it hangs under the last row. */
  "foreign-row"(session: Session): void {
    addRow(
      session,
      { type: "system", subtype: "informational", content: "A note.", isMeta: false, level: "info" },
      {},
      { advance: false },
    );
  },
  /** A field that no version has written so far. */
  "unknown-field"(session: Session): void {
    lastChained(session).tideLevel = 3;
  },
} as const;

/** What can go wrong in a file, on demand. */
export type Fault = keyof typeof faults;

/** Puts a fault into the file at this point; `count` is the number of rows or bytes where the fault has one. */
export function fault(session: Session, kind: Fault, count?: number): void {
  const put = faults[kind];
  if (put === undefined) throw new TypeError(`No fault is called "${kind}". Known: ${Object.keys(faults).join(", ")}.`);
  put(session, count);
}

/** Appends any object or text as a line of its own. */
export function raw(session: Session, line: Row | string): void {
  if (typeof line === "string") session.lines.push({ text: line });
  else addBookkeeping(session, line);
}

function lastChained(session: Session): Row {
  const line = session.lines.findLast((one) => "row" in one && typeof one.row.uuid === "string");
  if (line === undefined || !("row" in line)) throw new Error("This fault needs a row before it: call prompt() first.");
  return line.row;
}

function leaveOpen(session: Session): void {
  const last = session.lines.at(-1);
  if (last !== undefined) last.open = true;
}
