import { inspect } from "node:util";
import { TranscriptError } from "../read/transcript-error.js";
import { jupyter, type Media } from "./media.js";

/** What `import * as tslab from "tslab"` gives in a cell, as far as it is needed here. */
export interface Tslab {
  display: { raw(type: string, content: string): void };
}

/** The richest first; tslab takes one. */
const types = ["image/svg+xml", "text/html", "text/plain"];

/**
 * Shows a value in a notebook of tslab as Deno's kernel would show it: `await display(tslab, boundaries(timeline))`.
 *
 * tslab prints the last value of a cell as text and asks no value for its HTML, so it has to be told. Deno's kernel needs no
 * call; where something is to be shown before the end of a cell, `Deno.jupyter.display(value)` is its own. Throws a
 * `TranscriptError` where `tslab` is something else.
 *
 * @example
 * const shown = [];
 * await display({ display: { raw: (type) => shown.push(type) } }, show(boundaries(timeline)));
 * shown; // => ["text/html"]
 */
export async function display(tslab: Tslab, value: unknown): Promise<void> {
  if (typeof tslab?.display?.raw !== "function")
    throw new TranscriptError(
      "wrong-option",
      'The first argument is tslab itself: import * as tslab from "tslab"; await display(tslab, rows).',
    );
  const media = await mediaOf(value);
  const type = types.find((one) => media[one] !== undefined) ?? "text/plain";
  tslab.display.raw(type, media[type] ?? "");
}

async function mediaOf(value: unknown): Promise<Media> {
  const media = (value as { [jupyter]?: () => Media | Promise<Media> } | null | undefined)?.[jupyter];
  return typeof media === "function" ? media.call(value) : { "text/plain": inspect(value) };
}
