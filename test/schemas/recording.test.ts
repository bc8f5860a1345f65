import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownKinds } from "../../schemas/entry.js";
import { compareVersions } from "../../schemas/versions/compare.js";
import { recording, records } from "../../schemas/versions/recording.js";

describe("what a version records", () => {
  test.each([
    ["2.1.81", "attachment/file", "no"],
    ["2.1.90", "attachment/some_future_attachment", "no"],
    ["2.1.91", "attachment/deferred_tools_delta", "yes"],
    ["2.1.95", "attachment/file", "unknown"],
    ["2.1.104", "attachment/file", "yes"],
    ["2.1.332", "attachment/file", "yes"],
    ["2.1.100", "attachment/compact_file_reference", "unknown"],
    ["2.1.112", "attachment/compact_file_reference", "yes"],
    ["2.1.158", "attachment/invoked_skills", "unknown"],
    ["2.1.159", "attachment/invoked_skills", "yes"],
    ["2.1.223", "attachment/invoked_skills", "yes"],
    ["2.1.252", "attachment/instructions", "no"],
    ["2.1.253", "attachment/instructions", "unknown"],
    ["2.1.259", "attachment/instructions", "unknown"],
    ["2.1.260", "attachment/instructions", "yes"],
    ["2.1.252", "attachment/session_context", "no"],
    ["2.1.268", "attachment/session_context", "unknown"],
    ["2.1.269", "attachment/session_context", "yes"],
    ["2.1.262", "attachment.rendered", "no"],
    ["2.1.264", "attachment.rendered", "unknown"],
    ["2.1.266", "attachment.rendered", "yes"],
    ["2.1.269", "attachment.renderedRole", "no"],
    ["2.1.280", "attachment.renderedRole", "unknown"],
    ["2.1.286", "attachment.renderedRole", "yes"],
    ["2.1.265", "attachment/prompt_snapshot", "no"],
    ["2.1.267", "attachment/prompt_snapshot", "yes"],
    ["2.1.56", "compactMetadata.postTokens", "no"],
    ["2.1.112", "compactMetadata.postTokens", "yes"],
    ["2.1.158", "compactMetadata.preservedMessages", "yes"],
    ["2.1.215", "compactMetadata.cumulativeDroppedTokens", "yes"],
    ["2.1.81", "progress/hook_progress", "yes"],
    ["2.1.91", "progress/hook_progress", "no"],
    ["2.1.232", "system/microcompact_boundary", "no"],
    ["2.1.200", "attachment/plan_file_reference", "unknown"],
    ["2.1.286", "something else", "unknown"],
    [null, "attachment/file", "unknown"],
  ] as const)("%s, %s: %s", (version, what, answer) => {
    expect(records(version, what)).toBe(answer);
  });

  test("never goes back from yes to no or unknown as versions grow, where nothing ended", () => {
    const rank = { no: 0, unknown: 1, yes: 2 };
    const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(400)).map((parts) => parts.join("."));
    const lasting = [...recording].filter(([, row]) => row.lastSeen === undefined).map(([what]) => what);
    fc.assert(
      fc.property(fc.constantFrom(...lasting), version, version, (what, a, b) => {
        const [older, newer] = compareVersions(a, b) <= 0 ? [a, b] : [b, a];
        expect(rank[records(newer, what)]).toBeGreaterThanOrEqual(rank[records(older, what)]);
      }),
    );
  });
});

describe("the table", () => {
  test("has no row whose dates contradict each other", () => {
    for (const [what, row] of recording) {
      if (row.notBefore) expect(compareVersions(row.notBefore, row.firstSeen), what).toBeLessThanOrEqual(0);
      if (row.lastSeen) expect(compareVersions(row.firstSeen, row.lastSeen), what).toBeLessThanOrEqual(0);
      if (row.notAfter)
        expect(compareVersions(row.lastSeen ?? row.firstSeen, row.notAfter), what).toBeLessThanOrEqual(0);
      expect(row.source, what).not.toBe("");
      expect(row.date, what).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test("names kinds as kindOf does", () => {
    const kinds = [...recording.keys()].filter((what) => what.includes("/") || !what.includes("."));
    for (const kind of kinds) expect(knownKinds).toContain(kind);
  });
});

describe("the order of versions", () => {
  test.each([
    ["2.1.9", "2.1.10", -1],
    ["2.1.100", "2.1.99", 1],
    ["2.0.76", "2.1.1", -1],
    ["1.0.128", "2.0.0", -1],
    ["2.1", "2.1.0", 0],
    ["2.1.0", "2.1.0", 0],
    ["2.1.5-beta.9", "2.1.5", 0],
    ["", "2.1.5", -1],
    ["not a version", "0", 0],
  ])("%s against %s", (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
    expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
  });

  test("is never NaN, whatever the text", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => !Number.isNaN(compareVersions(a, b))));
  });
});
