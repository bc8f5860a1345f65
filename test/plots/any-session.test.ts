import fc from "fast-check";
import { expect, test } from "vitest";
import { anySession } from "../properties/compacted-session.js";
import { disorder } from "../queries/disorder.js";
import { allPlots } from "./rows.js";

/** All that a plot is made of. */
const elements = ["svg", "style", "g", "path", "line", "rect", "text", "tspan", "title", "circle"];

/** What no XML may hold. */
const noXml = /(?!\n)\p{Cc}|\p{Cs}|[\ufffe\uffff]/u;

/** Names of the elements, checked to be closed in turn; attributes and texts must not hold what opens one. */
function elementsOf(svg: string): Set<string> {
  const open: string[] = [];
  const found = new Set<string>();
  const rest = svg.replace(/<(\/?)([a-z]+)((?: [\w:-]+="[^"<>]*")*)(\/?)>/gi, (_, end, name, _attributes, empty) => {
    found.add(name);
    if (end === "/") expect(open.pop()).toBe(name);
    else if (empty === "") open.push(name);
    return "";
  });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
  return found;
}

test("any session has all plots, well-formed and of nothing but shapes and words", async () => {
  await fc.assert(
    fc.asyncProperty(anySession({ faults: disorder }), async (session) => {
      for (const svg of Object.values(await allPlots(session.toString()))) {
        for (const name of elementsOf(svg)) expect(elements).toContain(name);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        expect(svg).not.toMatch(noXml);
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
