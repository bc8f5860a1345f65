import type { PlotOptions } from "@observablehq/plot";
import { optionalPeer } from "../node/optional-peer.js";
import { TranscriptError } from "../read/transcript-error.js";
import { checkNames } from "../read/wrong-use.js";
import { plainText } from "../show/plain-text.js";
import { inspection, jupyter, type Media } from "./media.js";

/** A plot that shows itself: as a picture in a notebook, in words where it is printed. */
export interface Picture {
  spec: PlotOptions;
  /** Draws it: SVG as text, which is also a file of its own. */
  svg(): Promise<string>;
}

/**
 * Has a plot show itself: a spec that a function of `tidemark/plots` made, or one of your own for `Plot.plot`.
 *
 * It is drawn when it is shown, with `@observablehq/plot`, which is to be installed beside tidemark; without it that throws a
 * `TranscriptError` that names it. In a page `Plot.plot(spec)` draws it.
 *
 * Known gaps: a spec of your own may need more of a DOM: give `plotSvg` that of linkedom or jsdom. What a spec draws by HTML, such as the legends that Plot makes for a scale, is not in the picture; the plots of
 * `tidemark/plots` have theirs in the drawing.
 *
 * @example
 * const picture = plot(shedPlot(boundaries(timeline)));
 * (await picture.svg()).startsWith("<svg"); // => true
 */
export function plot(spec: PlotOptions): Picture {
  checkNames(spec, "write plot(shedPlot(boundaries(timeline))), or a spec for Plot.plot");
  if (typeof spec.style === "string")
    throw new TranscriptError(
      "wrong-option",
      'Give `style` as an object, such as { background: "none" }: outside of a page no text is taken.',
    );
  const svg = (): Promise<string> => drawn(spec);
  return Object.defineProperties(
    { spec, svg },
    {
      [jupyter]: { value: async (): Promise<Media> => ({ "image/svg+xml": await svg(), "text/plain": inWords(spec) }) },
      [inspection]: { value: () => inWords(spec) },
    },
  );
}

async function drawn(spec: PlotOptions): Promise<string> {
  const { plotSvg } = await optionalPeer("@observablehq/plot", () => import("../plots/plot-svg.js"));
  // A notebook shows it as an image, which knows nothing of a dark page around it.
  return plotSvg({ style: { background: "white" }, ...spec });
}

const inWords = ({ ariaLabel, ariaDescription, title }: PlotOptions): string => {
  const words = [ariaLabel ?? title, ariaDescription].filter((text) => typeof text === "string" && text !== "");
  return `Plot${words.map((text) => `: ${plainText(String(text))}`).join("")}`;
};
