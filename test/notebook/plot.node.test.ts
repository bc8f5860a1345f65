import { inspect } from "node:util";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { boundaries, display, openTimeline, plot, usage } from "../../src/notebook.js";
import { contextPlot, shedPlot } from "../../src/plots.js";

const jupyter = Symbol.for("Jupyter.display");
const timeline = await openTimeline("fixtures/demo/session.jsonl");
const rows = { usage: usage(timeline), boundaries: boundaries(timeline) };

const media = (picture: object): Promise<Record<string, string>> =>
  (picture as { [jupyter]: () => Promise<Record<string, string>> })[jupyter]();

describe("a plot in a notebook", () => {
  test("is a picture, and in words what it shows", async () => {
    const { "image/svg+xml": svg = "", "text/plain": text } = await media(plot(contextPlot(rows)));
    expect(parseHTML(svg).document.querySelector("svg")?.getAttribute("aria-label")).toBe("Context size");
    expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(text).toBe(
      "Plot: Context size: 18 requests: 11,174 to 167,303 tokens; boundaries: 1 auto from 167,900 to 22,400, 2 manual from 81,000 to 9,100",
    );
  });

  test("stands on white, as an image does not know of a dark page", async () => {
    expect(await plot(shedPlot(boundaries(timeline))).svg()).toMatch(/^<svg[^>]*style="[^"]*background:\s*white/);
  });

  test("is told in words where it is printed", () => {
    expect(inspect(plot(shedPlot(boundaries(timeline))))).toBe(
      "Plot: Tokens shed per compaction: 2 compactions dropped 217,400 tokens",
    );
    expect(inspect(plot({}))).toBe("Plot");
    expect(inspect(plot({ ariaLabel: "red \u001b[31mtext" }))).toBe("Plot: red text");
  });

  test("is an image in tslab", async () => {
    const calls: string[] = [];
    await display({ display: { raw: (type) => void calls.push(type) } }, plot(shedPlot(boundaries(timeline))));
    expect(calls).toEqual(["image/svg+xml"]);
  });

  test("can be any spec for Plot.plot, and nothing else", async () => {
    expect(await plot({ marks: [], style: { background: "none" } }).svg()).toMatch(/background:\s*none/);
    expect(() => plot({ style: "background: none" })).toThrow(/`style` as an object/);
    expect(() => plot([] as never)).toThrow(/write plot\(shedPlot/);
  });
});
