import type { Token } from "stream-json/core/parser.js";
import { type BoundedAssembler, createBoundedAssembler } from "./bounded-assembler.js";
import { count, isEntry, type LineFault } from "./classify-line.js";
import type { LineClass, RawEntry } from "./entry-batch.js";

/** What could be kept of a line too long to hold. */
export interface SalvagedLine {
  lineClass: LineClass;
  entries: RawEntry[];
  faults: LineFault[];
  /** Length of the line without its newline. */
  bytes: number;
}

/** Takes the parts of an oversize line and gives its envelope: all small values, long strings cut to their heads. */
export interface Salvage {
  write(part: Uint8Array): void;
  finish(terminated: boolean): SalvagedLine;
}

/**
 * What stands in the same piece before a break is lost, so pieces are small. The tokens of one stand in memory together: those
 * of 16 KB make V8 take 16 MB more for its young objects.
 */
const pieceBytes = 2048;
const deepestNesting = 100_000;

/** Loads the tokenizer, which ordinary reading does without, and makes a function that starts the salvage of one line. */
export async function loadSalvage(): Promise<() => Salvage> {
  const [{ jsonParser }, { isMany, getManyValues }] = await Promise.all([
    import("stream-json/core/parser.js"),
    import("stream-chain/core"),
  ]);

  return function startSalvage() {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const assembler = createBoundedAssembler();
    // Nothing is packed: a packed string would be held whole.
    const parse = jsonParser({ packValues: false, jsonStreaming: true });
    // Pieces of one size, counted from the line's start: where a line breaks must not depend on the chunks it came in.
    const piece = new Uint8Array(pieceBytes);
    let filled = 0;
    let bytes = 0;
    let zeros = 0;
    let lastByte = 0;
    let hasText = false;
    let broken = false;

    function takeText(text: string): void {
      if (broken || text === "") return;
      hasText ||= /\S/.test(text);
      try {
        const tokens = parse(text);
        if (isMany(tokens)) for (const token of getManyValues(tokens) as Token[]) assembler.take(token);
        broken = assembler.depth() > deepestNesting;
      } catch {
        broken = true;
      }
    }

    /** NUL bytes between values are padding; inside one they break it. */
    function takePadded(text: string): void {
      for (const stretch of text.split(/(\0+)/)) {
        if (broken) return;
        if (!stretch.startsWith("\0")) takeText(stretch);
        else if (assembler.idle()) zeros += stretch.length;
        else broken = true;
      }
    }

    function takePiece(piece: Uint8Array, last: boolean): void {
      if (broken) return;
      const text = decoder.decode(piece, { stream: !last });
      if (text.includes("\0")) takePadded(text);
      else takeText(text);
    }

    return {
      write(part) {
        bytes += part.length;
        lastByte = part[part.length - 1] ?? lastByte;
        for (let at = 0; at < part.length; ) {
          const some = part.subarray(at, at + pieceBytes - filled);
          piece.set(some, filled);
          filled += some.length;
          at += some.length;
          if (filled < pieceBytes) continue;
          takePiece(piece, false);
          filled = 0;
        }
      },
      finish(terminated) {
        if (terminated && lastByte === 0x0d) bytes -= 1;
        takePiece(piece.subarray(0, filled), true);
        return { bytes, ...judge(assembler, { bytes, zeros, hasText, broken, terminated }) };
      },
    };
  };
}

interface Ending {
  bytes: number;
  zeros: number;
  hasText: boolean;
  broken: boolean;
  terminated: boolean;
}

function judge(assembler: BoundedAssembler, ending: Ending): Omit<SalvagedLine, "bytes"> {
  const { bytes, zeros, hasText, broken, terminated } = ending;
  const faults: LineFault[] = [];
  if (zeros > 0) faults.push({ code: "nul-padding", message: `${count(zeros, "NUL byte")} removed.` });
  if (!hasText && !broken) return { lineClass: zeros > 0 ? "padding" : "blank", entries: [], faults };

  const entries = assembler.closed.filter(isEntry);
  const open = assembler.open();
  const whole = !broken && open === null && assembler.idle();
  if (terminated && isEntry(open)) entries.push(open);
  if (entries.length > 0) {
    faults.push({ code: "oversize-line", message: tellKept(assembler, bytes, whole) });
    if (entries.length > 1)
      faults.push({ code: "joined-line", message: `${count(entries.length, "entry")} on one line.` });
    const plain = whole && entries.length === 1 && assembler.closed.length === 1 && zeros === 0;
    return { lineClass: plain ? "entry" : "recovered", entries, faults };
  }
  const message = `The line is longer than \`maxLineBytes\` (${count(bytes, "byte")})`;
  if (whole && assembler.closed.length + assembler.summary.others > 0) {
    faults.push({ code: "not-an-entry", message: `${message} and holds no object with a string \`type\`.` });
    return { lineClass: "non-object", entries, faults };
  }
  if (!terminated) {
    faults.push({ code: "incomplete-tail", message: `${message}, has no newline and is not whole.` });
    return { lineClass: "incomplete-tail", entries, faults };
  }
  faults.push({ code: "unreadable-line", message: `${message} and not JSON, or cut off before its \`type\`.` });
  return { lineClass: "unreadable", entries, faults };
}

function tellKept({ summary }: BoundedAssembler, bytes: number, whole: boolean): string {
  const { cut, firstCuts, leftOut } = summary;
  const parts = [`The line has ${count(bytes, "byte")}, more than \`maxLineBytes\``];
  if (cut > 0) parts.push(`${count(cut, "text")} cut: ${firstCuts.join(", ")}${cut > firstCuts.length ? ", …" : ""}`);
  if (leftOut > 0) parts.push(`${count(leftOut, "value")} left out`);
  if (!whole) parts.push("the line is broken inside: what stands before the break was kept");
  return `${parts.join("; ")}.`;
}
