import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileSource, type ReadOptions, readEntries, readTimeline, type Source } from "../../src/node.js";
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

describe("the first entry that does not fit, which calls for the schemas, is there once and told once", () => {
  const row = (uuid: string, content: unknown) =>
    JSON.stringify({ type: "user", uuid, timestamp: "2026-10-01T12:00:00.000Z", message: { role: "user", content } });
  const whole = row("u1", "hi");
  const wrong = row("u2", 5);

  const unnamed = row("u2", [{ type: "tool_result", content: "x".repeat(300) }]);

  test.each<[string, string, ReadOptions, string]>([
    ["on a line of its own", `${whole}\n${wrong}\n`, {}, "message.content"],
    ["behind another on its line", `${whole}${wrong}\n`, {}, "message.content"],
    ["behind what is torn", `{"type":"us${whole}${wrong}\n`, {}, "message.content"],
    ["on a last line without newline", `${whole}\n${wrong}`, {}, "message.content"],
    ["on a line that is too long to hold", `${whole}\n${wrong}\n`, { maxLineBytes: 50 }, "message.content"],
    ["with a body cut out", `${whole}\n${unnamed}\n`, { bodies: "lazy" }, "message.content.0.tool_use_id"],
  ])("%s", async (_, text, options, path) => {
    for (const source of [text, text.match(/[\s\S]{1,7}/g) ?? []]) {
      const uuids: unknown[] = [];
      const wrongFields: unknown[] = [];
      for await (const { entries, issues } of readEntries(source, options)) {
        uuids.push(...entries.map(({ entry }) => entry.uuid));
        for (const { code, place, path } of issues) if (code === "invalid-entry") wrongFields.push([place.uuid, path]);
      }
      expect(uuids).toEqual(["u1", "u2"]);
      expect(wrongFields).toEqual([["u2", path]]);
    }
  });
});
