import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEntry } from "../../schemas/entry.js";
import { schemaFor, steps } from "../../schemas/versions/index.js";
import { attachment, boundary, user } from "./entries.js";

function paths(version: string, entry: Record<string, unknown>): string[] {
  return schemaFor(version)
    .check(entry)
    .problems.map((problem) => problem.path);
}

test("a shape that was right at a version passes there and is a problem later", () => {
  const forked = user("hi", { forkedFrom: "s0" });
  expect(paths("2.1.200", forked)).toEqual([]);
  expect(paths("2.1.290", forked)).toEqual(["forkedFrom"]);
  const skills = attachment("invoked_skills", { skills: ["a"] });
  expect(paths("2.1.150", skills)).toEqual([]);
  expect(paths("2.1.223", skills)).toEqual(["attachment.skills.0"]);
});

test("the past shape is checked too", () => {
  const failure = { type: "system", subtype: "api_error", error: { status: 529, requestID: 5 } };
  expect(paths("2.1.100", failure)).toEqual(["error.requestID"]);
});

test("a kind that the version doesn't write is a problem of its type", () => {
  expect(paths("2.1.56", attachment("file"))).toEqual(["type"]);
  expect(paths("2.1.252", attachment("instructions", { files: [] }))).toEqual(["type"]);
  expect(paths("2.1.260", attachment("instructions", { files: [] }))).toEqual([]);
  expect(paths("2.1.56", boundary())).toEqual([]);
});

test("the kinds of a version leave out what is known not to be there, and nothing else", () => {
  const old = schemaFor("2.1.56").kinds;
  expect(old).not.toContain("attachment/file");
  expect(old).toContain("progress/hook_progress");
  expect(old).toContain("system/microcompact_boundary");
  expect(old).toContain("user/compactSummary");
  const recent = schemaFor("2.1.286").kinds;
  expect(recent).toContain("attachment/instructions");
  expect(recent).not.toContain("progress/hook_progress");
});

test("the steps of a version are those after it, and the stream's spelling", () => {
  expect(schemaFor("2.1.200").steps.map((step) => step.version)).toEqual([null, "2.1.211", "2.1.215", "2.1.283"]);
  expect(schemaFor("0.1.0").steps).toEqual(steps);
});

test("a version newer than every step checks as checkEntry does, and no entry makes it throw", () => {
  const newest = schemaFor("9.0.0");
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("cwd", "uuid", "message", "isMeta"), fc.jsonValue()), (fields) => {
      const entry = { type: "user", sessionId: "s", ...fields };
      expect(newest.check(entry)).toEqual(checkEntry(entry));
    }),
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => void schemaFor("2.1.56").check({ type: "system", error: value })));
});
