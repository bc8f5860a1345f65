import { expect, test } from "vitest";
import { sourceColour, wordColour } from "../../src/plots/colours.js";

const hexOf = (colour: string): string => /#[0-9a-f]{6}/.exec(colour)?.[0] ?? "";

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hexOf(colour).slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

test.each([
  "disk",
  "held",
  "invocation",
  "hook",
  "summary",
  "preserved",
  "registry",
  "process",
  "tool-result",
] as const)("the words on a cell from %s have the contrast that text needs", (source) => {
  expect(contrast(sourceColour(source), wordColour(source))).toBeGreaterThanOrEqual(4.5);
});
