import { useMemo, useState } from "preact/hooks";
import { plural } from "../show/count.js";
import { diffLines } from "../show/line-diff.js";
import { visibleText } from "../show/visible-text.js";

interface Pair {
  sign: " " | "~";
  left: string | null;
  right: string | null;
}

/** Lines that are shown at once, and around each difference. */
const mostLines = 400;
const around = 3;

/** Two texts beside each other, line by line; long stretches in which they are equal are folded. */
export function SideBySide({ before, after, heads }: { before: string; after: string; heads: [string, string] }) {
  const [whole, setWhole] = useState(false);
  const pairs = useMemo(() => pairsOf(before, after), [before, after]);
  const parts = useMemo(() => (whole ? [{ folded: 0, pairs }] : folded(pairs)), [pairs, whole]);
  const shown = parts.reduce((sum, part) => sum + part.pairs.length, 0);
  return (
    <div class="diff">
      <div class="heads">
        <span>{heads[0]}</span>
        <span>{heads[1]}</span>
      </div>
      {parts.map((part, index) => (
        <>
          {part.folded > 0 && (
            <button type="button" class="fold" key={`fold ${index}`} onClick={() => setWhole(true)}>
              {plural(part.folded, "equal line")}
            </button>
          )}
          {part.pairs.slice(0, whole ? undefined : mostLines).map(({ sign, left, right }, at) => (
            <div class={sign === " " ? "pair" : "pair differs"} key={`${index} ${at}`}>
              <Side text={left} sign={sign === " " ? "" : "removed"} />
              <Side text={right} sign={sign === " " ? "" : "added"} />
            </div>
          ))}
        </>
      ))}
      {!whole && shown < pairs.length && (
        <button type="button" class="fold" onClick={() => setWhole(true)}>
          Show all {plural(pairs.length, "line")}
        </button>
      )}
    </div>
  );
}

function Side({ text, sign }: { text: string | null; sign: string }) {
  if (text === null) return <pre class="gap" aria-hidden="true" />;
  return sign === "removed" ? (
    <pre class="removed">
      <del dir="auto">{text}</del>
    </pre>
  ) : sign === "added" ? (
    <pre class="added">
      <ins dir="auto">{text}</ins>
    </pre>
  ) : (
    <pre dir="auto">{text}</pre>
  );
}

/** Lines that went and lines that came stand beside each other where they follow one another. */
function pairsOf(before: string, after: string): Pair[] {
  const pairs: Pair[] = [];
  let free: Pair[] = [];
  for (const { sign, text } of diffLines(visibleText(before), visibleText(after))) {
    if (sign === " ") {
      pairs.push({ sign, left: text, right: text });
      free = [];
    } else if (sign === "-") {
      const pair: Pair = { sign: "~", left: text, right: null };
      pairs.push(pair);
      free.push(pair);
    } else {
      const partner = free.shift();
      if (partner === undefined) pairs.push({ sign: "~", left: null, right: text });
      else partner.right = text;
    }
  }
  return pairs;
}

interface Part {
  /** Equal lines that were left out before it. */
  folded: number;
  pairs: Pair[];
}

function folded(pairs: Pair[]): Part[] {
  const near = pairs.map(() => false);
  pairs.forEach(({ sign }, at) => {
    if (sign === "~")
      for (let one = Math.max(0, at - around); one <= Math.min(pairs.length - 1, at + around); one++) near[one] = true;
  });
  const parts: Part[] = [{ folded: 0, pairs: [] }];
  pairs.forEach((pair, at) => {
    const last = parts[parts.length - 1] as Part;
    if (near[at]) last.pairs.push(pair);
    else if (at === 0 || near[at - 1]) parts.push({ folded: 1, pairs: [] });
    else last.folded++;
  });
  return parts;
}
