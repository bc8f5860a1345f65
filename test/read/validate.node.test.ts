import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileSource, readEntries, readTimeline, type Source } from "../../src/node.js";
import { sharedFolder } from "../shared.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";

const shared = sharedFolder();

/** Kinds and problems of every entry, checked in one way. */
async function judged(source: Source, validate: "derived" | "always"): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const batch of readEntries(source, { validate }))
    found.push(...batch.entries.map((read) => [read.kind, read.problems]), ...batch.issues);
  return found;
}

test.skipIf(shared === null)(
  `zod and the derived test judge every entry of the corpus alike${shared === null ? " (skipped: no ../shared folder)" : ""}`,
  async () => {
    for (const folder of ["corpus", "cases"]) {
      const path = join(shared as string, folder);
      for (const file of readdirSync(path).filter((name) => name.endsWith(".jsonl"))) {
        const source = fileSource(join(path, file));
        expect(await judged(source, "always")).toEqual(await judged(source, "derived"));
      }
    }
  },
);

test("they judge sessions with wrong fields alike", async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitrarySession({ faults: ["wrong-field", "unknown-type", "unknown-field"] }),
      async (session) => {
        const text = session.toString();
        expect(await judged(text, "always")).toEqual(await judged(text, "derived"));
        expect((await readTimeline(text, { validate: "always" })).kinds).toEqual((await readTimeline(text)).kinds);
      },
    ),
    { numRuns: 50 },
  );
});

test("without a check the entries are the same, and no problem of a field is told", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySession({ faults: ["wrong-field", "unknown-type", "torn-line"] }), async (session) => {
      const read = async (validate: "derived" | "never") => {
        const found: unknown[] = [];
        for await (const batch of readEntries(session.toString(), { validate })) {
          found.push(...batch.entries.map(({ problems: _, ...entry }) => entry), batch.lines);
          found.push(...batch.issues.filter(({ code }) => code !== "invalid-entry" || validate === "never"));
        }
        return found;
      };
      expect(await read("never")).toEqual(await read("derived"));
    }),
    { numRuns: 50 },
  );
});
