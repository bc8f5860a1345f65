import { describe, expect, it } from "vitest";
import { article } from "../../fixtures/article.js";
import { forkedProbe, laboratory, numbers, type Run } from "../../fixtures/lab.js";
import type { Row } from "../../src/testing.js";

const runs = Object.keys(numbers) as Run[];
const markersIn = (value: unknown) => [...new Set(JSON.stringify(value ?? "").match(/MK-[A-Z]+-\d{4}/g) ?? [])];
const tokensOf = (row: Row | undefined) => {
  const usage = ((row as Row).message as { usage: Record<string, number> }).usage;
  return (usage.input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
};

/** The filter of the article: each carrier behind the boundary with the markers in what the model was sent. */
function carriersAfter(rows: Row[]) {
  const start = rows.findIndex((row) => row.subtype === "compact_boundary");
  return rows.slice(start).flatMap((row) => {
    const attachment = row.attachment as Row | undefined;
    if (row.isCompactSummary === true) return [{ carrier: "summary", markers: markersIn(row.message).sort() }];
    const carrier = `attachment/${attachment?.type}`;
    if (!article.after.C1.concat(article.after.A1).some((one) => one.carrier === carrier)) return [];
    const name = attachment?.displayPath ?? attachment?.hookName ?? (attachment?.skills as Row[])?.[0]?.name;
    const { skillCount, isInitial } = (attachment ?? {}) as Row;
    return [
      {
        carrier,
        ...(name === undefined ? {} : { name }),
        ...(skillCount === undefined ? {} : { skillCount, isInitial }),
        markers: markersIn(row.rendered).sort(),
      },
    ];
  });
}

const byCarrier = (list: { carrier: string; name?: unknown }[]) =>
  [...list].sort((a, b) => `${a.carrier} ${a.name}`.localeCompare(`${b.carrier} ${b.name}`));

describe.each(runs)("run %s", (run) => {
  const rows = laboratory[run]().rows();

  it("brings back what the article saw, with the same markers", () => {
    const expected = article.after[run].map(({ phase: _phase, ...one }: Record<string, unknown>) => ({
      ...one,
      markers: [...(one.markers as string[])].sort(),
    }));
    expect(byCarrier(carriersAfter(rows))).toEqual(byCarrier(expected as unknown as { carrier: string }[]));
  });

  it("has the numbers of the article's last table", () => {
    const start = rows.findIndex((row) => row.subtype === "compact_boundary");
    const { preTokens, postTokens, durationMs } = (rows[start] as Row).compactMetadata as Row;
    const summary = (rows.find((row) => row.isCompactSummary === true) as Row).message as { content: string };
    const firstAfter = rows.slice(start).find((row) => row.type === "assistant");
    const firstRequestAfter = tokensOf(firstAfter);
    expect({ preTokens, postTokens, durationMs, firstRequestAfter, summaryChars: summary.content.length }).toEqual(
      article.numbers[run],
    );
    expect(tokensOf(rows.slice(0, start).findLast((row) => row.type === "assistant"))).toBe(
      article.lastRequestBefore[run],
    );
  });

  it("sends the root file only with the turn after the boundary", () => {
    const probe = rows.findLastIndex((row) => row.promptSource !== undefined);
    const start = rows.findIndex((row) => row.subtype === "compact_boundary");
    const at = rows.findLastIndex((row) => (row.attachment as Row)?.type === "instructions");
    expect(at).toBeGreaterThan(probe);
    expect(rows.slice(start, probe).some((row) => (row.attachment as Row)?.type === "instructions")).toBe(false);
    expect(rows[at]?.attachment).not.toHaveProperty("changed");
  });

  it("never holds the number of the edited skill", () => {
    expect(markersIn(rows)).not.toContain("MK-SKILL-5702");
  });
});

describe("the controls", () => {
  it("without a compaction the nested file's edit arrives, the root file's does not", () => {
    for (const run of ["BC1", "BC2"] as const) {
      const rows = laboratory[run]().rows();
      const probe = rows.findLastIndex((row) => row.promptSource !== undefined);
      expect(markersIn(rows.slice(probe))).toEqual(article.controls.newWithProbe);
      expect(tokensOf(rows.at(-1))).toBe(article.controls.tokens[run]);
    }
  });

  it("a forked process sends the edited files as ones that replace earlier copies", () => {
    const rows = forkedProbe().rows();
    const last = rows.findLast((row) => (row.attachment as Row)?.type === "instructions") as Row;
    expect(last.attachment).toMatchObject({ changed: true, reason: "session_start" });
    expect(markersIn(last.rendered)).toEqual(article.controls.forkedProbeOfA.markers);
  });
});
