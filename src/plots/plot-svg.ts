import { type PlotOptions, plot } from "@observablehq/plot";
import { svgDocument } from "./svg-document.js";

/**
 * Draws a plot without a page and gives the SVG as text, for an HTML page or as a file of its own.
 *
 * Nothing else is needed to draw the plots of this door; another plot may need more of a DOM, which `document` brings:
 * that of linkedom or jsdom. Colours are written out, as few programs but browsers know CSS variables; axes and words are in
 * the colour of the text around.
 *
 * Known gaps: a legend or a title that Plot puts beside the picture, as HTML, is left out.
 *
 * @example
 * plotSvg(shedPlot(boundaries(timeline))).startsWith("<svg"); // => true
 */
export function plotSvg(spec: PlotOptions, document: Document = svgDocument()): string {
  const drawn = plot({ ...spec, document });
  const svg = drawn.localName === "svg" ? drawn : drawn.querySelector("svg");
  if (svg === null) return "";
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return svg.outerHTML.replace(/var\(--tidemark-[a-z-]+, (#[0-9a-f]{6})\)/g, "$1");
}
