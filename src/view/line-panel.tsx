import { useEffect, useRef } from "preact/hooks";
import { count, plural } from "../show/count.js";
import { localTime } from "../show/local-time.js";
import { visibleText } from "../show/visible-text.js";
import { usePage } from "./page-context.js";
import { OneText } from "./texts-at.js";
import { useAnswer } from "./use-session.js";

/** As much of a line is shown. */
const mostChars = 100_000;

/** One line of the transcript: what it is, the texts that it put before the model, and the line as it is written. */
export function LinePanel({ line, file }: { line: number; file: string | null }) {
  const { session, go } = usePage();
  const { answer, error, asking } = useAnswer(session, "line", line, file ?? undefined);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [line, file]);
  return (
    <aside class="line-panel" ref={panel} tabIndex={-1} aria-label={`Line ${line}`}>
      <header>
        <h2>
          Line {count(line)} {file !== null && <bdi class="quiet">{file}</bdi>}
        </h2>
        <button type="button" onClick={() => go({ line: null, file: null })}>
          Close
        </button>
      </header>
      {answer === null ? (
        <p class="none">{asking ? "Reading …" : (error ?? "The file ends before this line.")}</p>
      ) : (
        <>
          <p class="quiet">
            {answer.events.length === 0
              ? "No event stands on this line."
              : answer.events
                  .map(({ kind, chain, segment, at }) =>
                    [
                      kind,
                      chain === "main" ? null : `subagent ${chain}`,
                      segment === 0 ? "before the first boundary" : `after boundary ${segment}`,
                      at === null ? null : localTime(at),
                    ]
                      .filter((part) => part !== null)
                      .join(" · "),
                  )
                  .join("; ")}
          </p>
          {answer.texts.map((text, at) => (
            <OneText key={at} text={text} />
          ))}
          <details open={answer.texts.length === 0}>
            <summary>
              As written{answer.bytes === null ? ", its beginning" : `, ${plural(answer.bytes, "byte")}`}
            </summary>
            <pre class="whole" tabIndex={0}>
              {visibleText(indented(answer.written).slice(0, mostChars))}
            </pre>
          </details>
        </>
      )}
    </aside>
  );
}

/** JSON with a line for each field; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
