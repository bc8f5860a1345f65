import { expect, test } from "vitest";
import { readTimeline, rollup, sum, usage } from "../../src/index.js";

const used = (id: string, usage: object) =>
  `${JSON.stringify({ type: "assistant", uuid: id, message: { id, role: "assistant", content: [], usage } })}\n`;

test.each([
  [1e308, -1e308],
  [-1e308, -1e308],
])("numbers that are no counts, %d and %d, give no infinite rest, and no infinite sum", async (total, part) => {
  const split = {
    cache_creation_input_tokens: total,
    cache_creation: { ephemeral_5m_input_tokens: part, ephemeral_1h_input_tokens: part },
  };
  const rows = usage(await readTimeline(used("a", split) + used("b", split)));
  expect(rows.map((row) => [row.cacheWriteUnsplit, row.cacheWrite5m, row.cacheWrite1h])).toEqual([
    [total, null, null],
    [total, null, null],
  ]);
  expect(rollup(rows, {}, { write: sum("cacheWriteUnsplit") })).toMatchObject([{ write: null }]);
});
