import { checkWithoutZod } from "../../schemas/check-without-zod.js";
import { kindOf } from "../../schemas/kind.js";
import { upgrade } from "../../schemas/versions/upgrade.js";
import { classifyLine, isEntry, type LineFault } from "./classify-line.js";
import type {
  Cursor,
  Cuts,
  EntryBatch,
  LineClass,
  LineCounts,
  RawEntry,
  ReadEntry,
  ReadOptions,
} from "./entry-batch.js";
import type { Issue } from "./issue.js";
import type { Piece } from "./lines.js";
import type { SalvagedLine } from "./oversize-line.js";
import { parseObject } from "./parse-object.js";
import type { Place } from "./place.js";
import { putBack } from "./put-back.js";
import type { FoundObject } from "./recover-objects.js";
import { TranscriptError } from "./transcript-error.js";

/** Turns pieces of the source into batches. */
export interface EntryCollector {
  /** Takes a whole line or element. False where it first needs the schemas: load them, then give it once more. */
  take(piece: Piece): boolean;
  /** The same with what could be kept of a piece too long to hold; `piece` is its last part. */
  takeSalvaged(piece: Piece, salvaged: SalvagedLine): boolean;
  /** Loads zod and the schemas, which only an entry needs that does not fit. */
  loadSchemas(): Promise<void>;
  report(fault: LineFault, place: Place): void;
  /** True where something waits for the next batch. */
  pending(): boolean;
  /** What was taken since the last batch. */
  batch(cursor: Cursor): EntryBatch;
}

export function createEntryCollector(options: ReadOptions): EntryCollector {
  const { file, onIssue = "collect", validate } = options;
  const kinds = options.kinds === undefined ? null : new Set(options.kinds);
  let entries: ReadEntry[] = [];
  let issues: Issue[] = [];
  let lines = noLines();
  let taken = 0;
  let zodCheck: Check | null = null;

  const isWanted = ({ kind }: JudgedEntry): boolean => kinds === null || kinds.has(kind);

  function placeAt(line: number, offset: number, uuid: unknown): Place {
    const known = typeof uuid === "string" ? uuid : null;
    return file === undefined ? { line, offset, uuid: known } : { line, offset, uuid: known, file };
  }

  function report(fault: LineFault, place: Place, path?: string): void {
    const { code, message } = fault;
    const issue: Issue = path === undefined ? { code, message, place } : { code, message, place, path };
    if (onIssue === "throw") {
      throw new TranscriptError(
        code,
        `Line ${place.line}${file === undefined ? "" : ` of ${file}`}: ${message}`,
        issue,
      );
    }
    if (typeof onIssue === "function") onIssue(issue);
    issues.push(issue);
  }

  function countLine(piece: Piece, lineClass: LineClass): void {
    if (piece.firstOnLine) lines[lineClass] += 1;
    taken += 1;
  }

  function add(judged: JudgedEntry, line: number, offset: number, bytes: number, cuts?: Cuts): ReadEntry {
    const { raw, entry, kind, known, problems } = judged;
    const place = placeAt(line, offset, raw.uuid);
    const read: ReadEntry =
      cuts === undefined ? { raw, entry, kind, known, place, bytes } : { raw, entry, kind, known, place, bytes, cuts };
    if (problems.length > 0) {
      for (const { path, message } of problems) {
        report(
          { code: "invalid-entry", message: path === undefined ? message : `${kind}: ${path}: ${message}` },
          place,
          path,
        );
      }
      read.problems = problems.flatMap(({ path }) => path ?? []);
    }
    entries.push(read);
    return read;
  }

  function take(piece: Piece): boolean {
    if (piece.length === 0) {
      countLine(piece, "blank");
      return true;
    }
    const raw = parseObject(piece.text ?? piece.bytes);
    if (raw === null || !isEntry(raw)) return takeOddLine(piece);
    const { cuts } = piece;
    const cut = cuts === undefined ? null : judgeCut(raw, cuts);
    // What was cut out of an entry that must be whole may even hide its kind.
    if (cuts !== undefined && cut === null) putBack(raw, cuts);
    const judged = cut ?? judge(raw);
    if (judged === null) return false;
    if (!isWanted(judged)) return true;
    const read = add(judged, piece.line, piece.offset, piece.length, cut === null ? undefined : cuts);
    if (!piece.terminated) read.unterminated = true;
    countLine(piece, read.known ? "entry" : "unknown-entry");
    return true;
  }

  function takeOddLine(piece: Piece): boolean {
    const { lineClass, entries: found, faults } = classifyLine(piece.bytes, piece.terminated);
    const all = judgeAll(found.map(({ raw }) => raw));
    if (all === null) return false;
    for (const [at, judged] of all.entries()) {
      if (!isWanted(judged)) continue;
      const { start, end } = found[at] as FoundObject;
      const read = add(judged, piece.line, piece.offset + start, end - start);
      if (!piece.terminated) read.unterminated = true;
    }
    const place = placeAt(piece.line, piece.offset, found[0]?.raw.uuid);
    for (const fault of faults) report(fault, place);
    countLine(piece, lineClass);
    return true;
  }

  function takeSalvaged(piece: Piece, { lineClass, entries: found, faults, bytes }: SalvagedLine): boolean {
    const wanted = judgeAll(found)?.filter(isWanted);
    if (wanted === undefined) return false;
    if (kinds !== null && wanted.length === 0) return true;
    for (const judged of wanted) {
      const read = add(judged, piece.line, piece.offset, bytes);
      read.salvaged = true;
      if (!piece.terminated) read.unterminated = true;
    }
    const place = placeAt(piece.line, piece.offset, found[0]?.uuid);
    for (const fault of faults) report(fault, place);
    const known = lineClass !== "entry" || entries[entries.length - 1]?.known === true;
    countLine(piece, known ? lineClass : "unknown-entry");
    return true;
  }

  /** Null where the schemas are needed first, here and below. */
  function judge(raw: RawEntry, kindOfRaw: string = kindOf(raw)): JudgedEntry | null {
    let entry = raw;
    // The schemas do not throw; should one do so on hostile nesting, the entry is still kept.
    try {
      entry = upgrade(raw);
      const kindNow = entry === raw ? kindOfRaw : kindOf(entry);
      const check = checkWithoutZod(entry, validate, kindNow) ?? zodCheck?.(entry, validate);
      if (check === undefined) return null;
      const { kind, known, problems } = check;
      return { raw, entry, kind, known, problems };
    } catch (error) {
      return { raw, entry, kind: raw.type as string, known: true, problems: [notChecked(error)] };
    }
  }

  /** All of a line or none, so that what is given once more was not taken in part. */
  function judgeAll(found: RawEntry[]): JudgedEntry[] | null {
    const all = found.map((raw) => judge(raw)).filter((judged) => judged !== null);
    return all.length < found.length ? null : all;
  }

  /** Judges an entry that has markers in it; null where it must be whole. */
  function judgeCut(raw: RawEntry, cuts: Cuts): JudgedEntry | null {
    const kind = kindOf(raw);
    if (!payloadKinds.has(kind) && !payloadFamilies.some((family) => kind.startsWith(family))) return null;
    for (const field in raw) {
      const value = raw[field];
      if (typeof value === "string" && field !== payloadField && cuts.span(value) !== null) return null;
    }
    const judged = judge(raw, kind);
    return judged?.known && judged.problems.length === 0 ? judged : null;
  }

  async function loadSchemas(): Promise<void> {
    try {
      zodCheck = (await import("../../schemas/entry.js")).checkEntry;
    } catch (error) {
      // In a page that is offline, say: the entries are kept all the same.
      zodCheck = (entry) => ({ kind: kindOf(entry), known: true, problems: [notChecked(error)] });
    }
  }

  function batch(cursor: Cursor): EntryBatch {
    const result: EntryBatch = { entries, issues, lines, cursor };
    entries = [];
    issues = [];
    lines = noLines();
    taken = 0;
    return result;
  }

  return {
    take,
    takeSalvaged,
    loadSchemas,
    report: (fault, place) => report(fault, place),
    pending: () => taken > 0,
    batch,
  };
}

interface JudgedEntry extends Checked {
  raw: RawEntry;
  entry: RawEntry;
}

interface Checked {
  kind: string;
  known: boolean;
  /** Without a path where the entry as a whole could not be checked. */
  problems: readonly { path?: string; message: string }[];
}

type Check = (entry: RawEntry, validate: ReadOptions["validate"]) => Checked;

const notChecked = (error: unknown) => ({ message: `The entry could not be checked: ${(error as Error).message}` });

/** Kinds whose long values are payload; all other kinds carry context, or are not known well enough. */
const payloadKinds: ReadonlySet<string> = new Set(["assistant", "user/tool_result", "attachment/prompt_snapshot"]);
const payloadFamilies = ["progress/", "stream/"];
/** The one field of an entry itself that can be payload; by the others it is found and told apart, so they must be whole. */
const payloadField = "toolUseResult";

function noLines(): LineCounts {
  return {
    entry: 0,
    "unknown-entry": 0,
    "non-object": 0,
    recovered: 0,
    unreadable: 0,
    padding: 0,
    blank: 0,
    "incomplete-tail": 0,
  };
}
