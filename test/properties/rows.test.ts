import fc from "fast-check";
import { expect, test } from "vitest";
import type { Row } from "../../src/index.js";
import { disorder } from "../queries/disorder.js";
import { everyRow, read } from "./answers.js";
import { anySession } from "./compacted-session.js";

const grades = ["observed", "derived", "inferred", "unknown"];

/** What may have nothing to point to: a claim that was not put to the test, counts of lines and kinds. */
const counts = new Set(["claims", "check", "drift"]);

test("every row of every query has a grade, lines of the file that prove it, and a sentence where it is not observed", async () => {
  await fc.assert(
    fc.asyncProperty(anySession({ faults: disorder }), async (session) => {
      const lines = session.lines();
      const timeline = await read(lines);
      for (const [query, rows] of Object.entries(everyRow(timeline)) as [string, Row[]][])
        for (const row of rows) {
          const told = `${query}: ${JSON.stringify(row)}`;
          expect(grades, told).toContain(row.grade);
          if (row.grade === "observed") expect(row.why, told).toBeNull();
          else expect(row.why, told).toMatch(/^\P{Ll}.+\.$/su);
          if (!counts.has(query)) expect(row.evidence.length, told).toBeGreaterThan(0);
          for (const { line, uuid } of row.evidence) {
            expect(line, told).toBeGreaterThan(0);
            if (uuid !== null) expect(lines[line - 1], told).toContain(uuid);
          }
          expect(JSON.parse(JSON.stringify(row)), told).toEqual(row);
        }
    }),
    { numRuns: 60 },
  );
});
