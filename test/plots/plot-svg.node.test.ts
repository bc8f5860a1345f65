import { DOMParser, parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { contextPlot, markerPlot, plotSvg, shedPlot, skillPlot, survivalPlot } from "../../src/plots.js";
import { boundaryRow, returnedRow, skillRow, usageRow } from "./rows.js";

const hostile = `</title><script>alert(1)</script> " onload='x' & \u202eevil\u001b[31m\u0000\uffff\ud800 ]]> <!--`;
const specs = () => ({
  context: contextPlot({
    usage: [usageRow(1, 100, { model: hostile })],
    boundaries: [boundaryRow(1, 5, { trigger: hostile, cliVersion: hostile, preTokens: 100 })],
  }),
  survival: survivalPlot({
    returned: [returnedRow(1, { name: hostile, grade: "derived", why: hostile }), returnedRow(1, { chain: hostile })],
  }),
  skills: skillPlot({ skills: [skillRow(3, "kept", { name: hostile, args: hostile })] }),
  shed: shedPlot([boundaryRow(1, 5, { chain: hostile, preTokens: 9 })]),
  markers: markerPlot([
    { ...returnedRow(1), marker: hostile, side: "after", source: "disk", carrier: hostile, name: hostile, line: 1 },
  ]),
});
const names = Object.keys(specs()) as (keyof ReturnType<typeof specs>)[];

/** A document as nested lists: names, sorted attributes, and the text of those that hold no element. */
const shapeOf = (element: Element): unknown => [
  element.localName,
  Array.from(element.attributes, ({ name, value }) => `${name}=${value}`).sort(),
  element.children.length === 0 ? element.textContent : [...element.children].map(shapeOf),
];
const parsed = (svg: string): Element =>
  new DOMParser().parseFromString(svg, "image/svg+xml").documentElement as unknown as Element;

describe.each(names)("the SVG of the plot of %s", (name) => {
  test("is what a whole DOM would give", () => {
    const { document } = parseHTML("<html></html>");
    const ours = plotSvg(specs()[name]);
    expect(shapeOf(parsed(ours))).toEqual(shapeOf(parsed(plotSvg(specs()[name], document as unknown as Document))));
  });

  test("holds hostile words as words only", () => {
    const svg = plotSvg(specs()[name]);
    const { document } = parseHTML(`<body>${svg}</body>`);
    expect(document.querySelectorAll("script, foreignObject, image, a, use, iframe")).toHaveLength(0);
    for (const element of document.querySelectorAll("*"))
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|href|^style$/);
    expect(svg).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}|[\u202e\uffff]/u);
  });

  test("is a picture with a name and a description, and a file of its own", () => {
    const svg = parsed(plotSvg(specs()[name]));
    expect(svg.getAttribute("role")).toBe("img");
    expect(svg.getAttribute("aria-label")).toMatch(/\w{4}/);
    expect(svg.getAttribute("aria-description")).toMatch(/\w{4}/);
    expect(svg.getAttribute("xmlns")).toBe("http://www.w3.org/2000/svg");
    expect(svg.outerHTML).not.toContain("var(--tidemark");
  });
});
