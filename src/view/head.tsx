import type { ComponentChildren } from "preact";
import { usePage } from "./page-context.js";

/** A heading with a `?` that opens the words about it. */
export function Head({ word, children }: { word: string; children: ComponentChildren }) {
  const { help } = usePage();
  return (
    <h3>
      {children}{" "}
      <button type="button" class="what" aria-label={`What the words mean: ${word}`} onClick={() => help(word)}>
        ?
      </button>
    </h3>
  );
}
