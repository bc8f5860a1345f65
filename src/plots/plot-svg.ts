import { type PlotOptions, plot } from "@observablehq/plot";

/**
 * Draws a plot without a page and gives the SVG as text, which is also a file of its own.
 *
 * `document` is any DOM: linkedom's or jsdom's on a server, the page's own in a browser. The colours are written out, as
 * few programs but browsers know CSS variables.
 *
 * @example
 * const { document } = parseHTML("<html></html>");
 * plotSvg(shedPlot(boundaries(timeline)), document).startsWith("<svg"); // => true
 */
export function plotSvg(spec: PlotOptions, document: Document): string {
  const drawn = plot({ ...spec, document });
  const svg = drawn.localName === "svg" ? drawn : drawn.querySelector("svg");
  if (svg === null) return "";
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return svg.outerHTML.replace(/var\(--tidemark-[a-z-]+, (#[0-9a-f]{6})\)/g, "$1");
}
