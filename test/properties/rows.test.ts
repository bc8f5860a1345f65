import fc from "fast-check";
import { expect, test } from "vitest";
import * as tidemark from "../../src/index.js";
import { disorder } from "../queries/disorder.js";
import { everyRow, read } from "./answers.js";
import { anySession } from "./compacted-session.js";

const grades = ["observed", "derived", "inferred", "unknown"];

/** What may have nothing to point to: a claim that was not put to the test, counts of lines and kinds. */
const counts = new Set(["claims", "check", "drift"]);

/** Hooks of a settings file that never ran: of every event of which records show occasions, of one that none shows, and of all tools. */
const configured = [
  "PreToolUse",
  "PostToolUse",
  "UserPromptSubmit",
  "Stop",
  "SessionStart",
  "PreCompact",
  "Notification",
].flatMap((event) => [null, "Read", "compact|auto"].map((matcher) => ({ event, matcher, command: `./${event}.sh` })));

const markers = ["tide", "Keep the tests"];

/** The rows of every query there is: also of those that take more than one timeline. */
async function allRows(lines: string[]) {
  const timeline = await read(lines, "later");
  const earlier = await read(lines.slice(0, Math.ceil(lines.length / 2)), "earlier");
  const trace = await tidemark.traceSource(lines.join("\n"), markers);
  return {
    ...everyRow(timeline),
    hooks: tidemark.hooks(timeline, { configured }),
    lineage: tidemark.lineage([timeline, earlier]),
    traceSource: trace,
    onlyInSummary: tidemark.onlyInSummary(trace),
    markersByCarrier: tidemark.markersByCarrier(timeline, markers),
  };
}

/** What the door exports beside queries: reading, narrowing, summing up, exporting, and options of queries. */
const noQueries = [
  ...["TranscriptError", "between", "byWords", "chain", "charsByFour", "clickhouseView", "columnsOf", "count", "day"],
  ...["findSecrets", "handoverWindow", "hooksOfSettings", "hour", "invocationsOf", "max", "mean", "min", "month"],
  ...["ofKind", "quantile", "rate", "readEntries", "readTimeline", "redact", "redactText", "rollup", "segment", "sum"],
  ...["toColumns", "week"],
];

test("the queries below are all there are", async () => {
  const functions = Object.entries(tidemark).flatMap(([name, one]) => (typeof one === "function" ? [name] : []));
  expect([...Object.keys(await allRows([])), ...noQueries].sort()).toEqual(functions.sort());
});

test("every row of every query has a grade, lines of the file that prove it, and a sentence where it is not observed", async () => {
  const met = new Set<string>();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(anySession({ faults: disorder }), fc.boolean(), async (session, rewinds) => {
      // The first one always, as the property may run a few times only.
      if (run++ === 0 || rewinds) {
        session.prompt("One way?").reply("tide");
        const { lastUuid } = session;
        for (const uuid of ["one-way", "other-way"]) session.raw(typed(uuid, lastUuid, session.sessionId));
      }
      const lines = session.lines();
      for (const [query, rows] of Object.entries(await allRows(lines)) as [string, tidemark.Row[]][])
        for (const row of rows) {
          met.add(query);
          const told = `${query}: ${JSON.stringify(row)}`;
          expect(grades, told).toContain(row.grade);
          if (row.grade === "observed") expect(row.why, told).toBeNull();
          else expect(row.why, told).toMatch(/^\P{Ll}.+\.$/su);
          if (query === "hooks" && row.evidence.length === 0) expect(row.why, told).toContain("no line to cite");
          else if (!counts.has(query)) expect(row.evidence.length, told).toBeGreaterThan(0);
          for (const { line, uuid } of row.evidence) {
            expect(line, told).toBeGreaterThan(0);
            expect(line, told).toBeLessThanOrEqual(lines.length);
            if (uuid !== null) expect(lines[line - 1], told).toContain(uuid);
          }
          expect(JSON.parse(JSON.stringify(row)), told).toEqual(row);
        }
    }),
    { numRuns: 80 },
  );
  expect([...met]).toEqual(expect.arrayContaining(["branches", "lineage", "hooks", "traceSource", "markersByCarrier"]));
});

const typed = (uuid: string, parentUuid: string | null, sessionId: string) => ({
  type: "user",
  uuid,
  parentUuid,
  sessionId,
  timestamp: "2026-10-01T12:00:00.000Z",
  message: { role: "user", content: `The ${uuid}.` },
});
