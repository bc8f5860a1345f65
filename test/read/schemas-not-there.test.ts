import { expect, test, vi } from "vitest";
import { readEntries } from "../../src/read/entries.js";

vi.mock("../../schemas/entry.js", () => {
  throw new Error("offline");
});

test("where the schemas can't be loaded, entries that do not fit are kept, and said not to be checked", async () => {
  const row = (uuid: string, content: unknown) =>
    `${JSON.stringify({ type: "user", uuid, timestamp: "2026-10-01T12:00:00.000Z", message: { role: "user", content } })}\n`;
  const found: unknown[] = [];
  const issues: unknown[] = [];
  for await (const batch of readEntries(row("u1", "hi") + row("u2", 5))) {
    found.push(...batch.entries.map(({ entry, kind }) => [entry.uuid, kind]));
    issues.push(...batch.issues);
  }
  expect(found).toEqual([
    ["u1", "user/prompt"],
    ["u2", "user/prompt"],
  ]);
  expect(issues).toMatchObject([
    { code: "invalid-entry", message: expect.stringContaining("could not be checked"), place: { uuid: "u2" } },
  ]);
});
