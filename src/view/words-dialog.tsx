import { useEffect, useRef } from "preact/hooks";
import { wordGroups } from "./words.js";

const keys: [string, string][] = [
  ["?", "these words"],
  ["/", "search a marker"],
  ["← →", "the boundary before, and after, where one is focused"],
  ["↑ ↓", "rows of a table"],
  ["Enter", "open a row: its grade, its evidence, its texts"],
  ["Esc", "close what is open, or end a search"],
];

/** What the words mean, and the keys; `word` says where to begin. */
export function WordsDialog({ word, close }: { word: string | null; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (word === null) return dialog.current?.close();
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector(`[data-word="${CSS.escape(word)}"]`)?.scrollIntoView({ block: "start" });
  }, [word]);
  return (
    <dialog class="help" ref={dialog} onClose={close} aria-labelledby="words-title">
      <header>
        <h2 id="words-title">What the words mean</h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </header>
      <div class="words" tabIndex={0}>
        {wordGroups.map(({ title, words }) => (
          <section key={title} data-word={title.split(" ").at(-1)}>
            <h3>{title}</h3>
            <dl>
              {words.map(({ word: one, means }) => (
                <div key={one} data-word={one}>
                  <dt>{one}</dt>
                  <dd>{means}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section data-word="keys">
          <h3>Keys</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </dialog>
  );
}
