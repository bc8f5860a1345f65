import type { SeenText } from "../timeline/copies.js";
import { type Quoting, quotableParts } from "../timeline/quotation.js";

/** Older copies of one thing by what a summary could quote of them. */
export interface QuotableCopies {
  /** Adds the copies up to this one that earlier segments than the given one hold. */
  addUpTo(latest: SeenText | null, segment: number): void;
  /** The latest copy of which the summary quotes what `now` no longer has: a line, or a name where names count. */
  quotedBy(summary: Quoting, now: string, allNames: boolean): SeenText | null;
}

/** Starts without a copy; of the copies for which `namesCount` a name is looked for in any case. */
export function newQuotableCopies(namesCount: (copy: SeenText) => boolean): QuotableCopies {
  const copies: SeenText[] = [];
  // By line or name, the last of the copies with it.
  const lines = new Map<string, number>();
  const names = new Map<string, number>();
  const countingNames = new Map<string, number>();
  let added: SeenText | null = null;
  let upTo = 0;

  function add(copy: SeenText): void {
    const last = copies.length - 1;
    if (copy.text === null) return;
    if (copies[last]?.text === copy.text && namesCount(copies[last]) === namesCount(copy)) {
      copies[last] = copy;
      return;
    }
    const at = copies.push(copy) - 1;
    const parts = quotableParts(copy.text);
    for (const line of parts.lines) lines.set(line, at);
    for (const name of parts.names) {
      names.set(name, at);
      if (namesCount(copy)) countingNames.set(name, at);
    }
  }

  return {
    addUpTo(latest, segment) {
      // What an earlier segment holds is complete once a later one is asked for.
      if (segment === upTo) return;
      upTo = segment;
      const open: SeenText[] = [];
      for (let copy = latest; copy !== null && copy !== added; copy = copy.before)
        if (copy.event.segment < segment) open.push(copy);
      added = open[0] ?? added;
      for (const copy of open.reverse()) add(copy);
    },
    quotedBy(summary, now, allNames) {
      const byLine = lastQuoted(lines, summary.lines, now);
      const byName = lastQuoted(allNames ? names : countingNames, summary.names, now);
      return copies[Math.max(byLine, byName)] ?? null;
    },
  };
}

function lastQuoted(known: ReadonlyMap<string, number>, quoted: ReadonlySet<string>, now: string): number {
  let last = -1;
  for (const part of known.size < quoted.size ? known.keys() : quoted) {
    const at = quoted.has(part) ? (known.get(part) ?? -1) : -1;
    if (at > last && !now.includes(part)) last = at;
  }
  return last;
}
