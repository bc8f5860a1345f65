import { dot, type Markish, text } from "@observablehq/plot";
import { textWidth } from "../show/text-width.js";
import { characterWidth } from "./layout.js";

/** What a look means. */
export interface LegendEntry {
  label: string;
  fill?: string;
  fillOpacity?: number;
  stroke?: string;
  strokeDasharray?: string;
  symbol?: "square" | "circle" | "diamond" | "times";
}

const lineHeight = 16;
const gap = 14;

/** A legend above a plot, drawn into the picture itself, so that it is there in whatever holds the picture. */
export interface Legend {
  /** Pixels that it takes. */
  height: number;
  marks: (marginLeft: number, marginTop: number) => Markish[];
}

/** Lays the entries out in as many lines as they take. */
export function legend(entries: readonly LegendEntry[], width: number): Legend {
  let x = 0;
  let line = 0;
  const placed = entries.map((entry) => {
    const wide = gap + textWidth(entry.label) * characterWidth;
    if (x > 0 && x + wide > width) {
      x = 0;
      line++;
    }
    const at = { entry, x, line };
    x += wide + gap;
    return at;
  });
  const height = entries.length === 0 ? 0 : (line + 1) * lineHeight;
  return {
    height,
    marks: (marginLeft, marginTop) =>
      placed.flatMap(({ entry: { label, symbol = "square", ...look }, x, line }) => {
        const dy = line * lineHeight + lineHeight / 2 - marginTop;
        const place = { frameAnchor: "top-left", dy, facet: "super", clip: false } as const;
        return [
          dot([0], {
            ...place,
            symbol,
            r: 4.5,
            dx: x + 6 - marginLeft,
            stroke: "currentColor",
            strokeWidth: 1,
            ...look,
          }),
          text([label], { ...place, textAnchor: "start", lineAnchor: "middle", dx: x + gap - marginLeft }),
        ];
      }),
  };
}
