import type { ComponentChildren } from "preact";
import { usePage } from "./page-context.js";

/** A heading with a `?` that opens the words about it. */
export function Head({ word, sub, children }: { word: string; sub?: boolean; children: ComponentChildren }) {
  const { help } = usePage();
  const Level = sub ? "h3" : "h2";
  return (
    <Level>
      {children}{" "}
      <button type="button" class="what" aria-label={`What the words mean: ${word}`} onClick={() => help(word)}>
        ?
      </button>
    </Level>
  );
}
