import fc from "fast-check";
import { expect, test } from "vitest";
import { records } from "../../schemas/versions/recording.js";
import { readTimeline, returned } from "../../src/index.js";
import { budgetDeviations } from "../../src/queries/budget-deviations.js";
import { forecast } from "../../src/queries/forecast.js";
import { forecastScore } from "../../src/queries/forecast-score.js";
import { listings } from "../../src/queries/listings.js";
import { missing } from "../../src/queries/missing.js";
import { skills } from "../../src/queries/skills.js";
import type { Row } from "../../src/testing.js";
import { clusters } from "../../src/timeline/clusters.js";
import type { Attachment } from "../../src/timeline/event.js";
import { heldSkills, invocationsBefore } from "../../src/timeline/held-skills.js";
import { anySession } from "../properties/compacted-session.js";
import { disorder } from "./disorder.js";

const runs = { numRuns: 60 };
const textOf = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const carrierOf = (row: Row) => (row.attachment as { type?: string } | undefined)?.type;

test("S1: invocations do not depend on re-attached copies", async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (session) => {
      const rows = session.rows();
      const invocations = async (list: Row[]) => {
        const found = skills(await readTimeline(textOf(list)));
        const uuids = found.map(({ name, invokedBy, args, bodyChars, stub, evidence, invokedAt }) =>
          JSON.stringify([name, invokedBy, args, bodyChars, stub, invokedAt, evidence.length > 0]),
        );
        return new Set(uuids);
      };
      expect(await invocations(rows.filter((row) => carrierOf(row) !== "invoked_skills"))).toEqual(
        await invocations(rows),
      );
    }),
    runs,
  );
});

/** What real files do: kept messages flushed late, another writer's row behind the boundary. */
const namesOfSkills = ({ carried }: Attachment): string[] =>
  carried.flatMap(({ item, name }) => (item === "skill" && name !== null ? [name] : []));

const outOfPlace = ["late-flush", "detour"] as const;

test("S2: at each boundary what came back and what is missing are together what was invoked before, and nothing is both", async () => {
  await fc.assert(
    fc.asyncProperty(anySession({ faults: outOfPlace }), async (session) => {
      const timeline = await readTimeline(session.toString());
      const lost = missing(timeline).filter((row) => row.item === "skill" && row.reason !== "truncated");
      const back = returned(timeline).filter((row) => row.item === "skill");
      for (const cluster of clusters(timeline)) {
        const { ordinal, chain } = cluster.boundary;
        const here = (row: { boundary: number; chain: string }) => row.boundary === ordinal && row.chain === chain;
        const held = heldSkills(invocationsBefore(timeline, chain, cluster));
        // A kept message holds a skill as its body, or as the copy that an earlier boundary brought.
        const kept = held
          .filter(({ body }) => body !== null && cluster.kept.includes(body))
          .map(({ name }) => name)
          .concat(cluster.kept.flatMap((event) => (event.kind === "attachment" ? namesOfSkills(event) : [])));
        const stays = new Set([...back.filter(here).flatMap(({ name }) => name ?? []), ...kept]);
        const gone = lost.filter(here).map(({ name }) => name);
        expect(gone.filter((name) => stays.has(name))).toEqual([]);
        expect(new Set([...stays, ...gone])).toEqual(new Set(held.map(({ name }) => name)));
      }
    }),
    runs,
  );
});

test("C4: nothing is both missing and back, and nothing is missing twice", async () => {
  const partly = new Set(["truncated", "path-only", "hook-capped", "summary-only"]);
  await fc.assert(
    fc.asyncProperty(anySession({ faults: outOfPlace }), async (session) => {
      const timeline = await readTimeline(session.toString());
      const back = new Set(
        returned(timeline).map((row) => JSON.stringify([row.chain, row.boundary, row.item, row.name])),
      );
      const rows = missing(timeline);
      const keys = rows.map((row) => JSON.stringify([row.chain, row.boundary, row.item, row.name]));
      expect(new Set(keys).size).toBe(keys.length);
      const whole = keys.filter(
        (_, at) =>
          !partly.has(rows[at]?.reason ?? "") && rows[at]?.item !== "skill-listing" && rows[at]?.item !== "hook",
      );
      expect(whole.filter((key) => back.has(key))).toEqual([]);
    }),
    runs,
  );
});

const carriers: Record<string, string> = {
  file: "attachment/file",
  skill: "attachment/invoked_skills",
  instructions: "attachment/instructions",
  "nested-memory": "attachment/nested_memory",
  hook: "attachment/hook_success",
  "skill-listing": "attachment/skill_listing",
};

test("what a boundary lost was there since the boundary before, but for skills and what a delta of instructions left as it was", async () => {
  await fc.assert(
    fc.asyncProperty(anySession({ faults: outOfPlace }), async (session) => {
      const timeline = await readTimeline(session.toString());
      const all = clusters(timeline);
      for (const { item, boundary, chain, lastSeen } of missing(timeline)) {
        if (item === "skill" || lastSeen === null) continue;
        const [here, previous] = [boundary, boundary - 1].map((ordinal) =>
          all.find((one) => one.boundary.chain === chain && one.boundary.ordinal === ordinal),
        );
        const seen = timeline.events.filter(({ place }) => place.line === lastSeen);
        const stood = seen.some(
          (event) =>
            event.segment === boundary - 1 ||
            here?.kept.includes(event) === true ||
            previous?.kept.includes(event) === true,
        );
        // A delta names the files that differ: by it, the others stand as they were sent before.
        const stands =
          item === "instructions" &&
          timeline.events.some(
            (event) => event.kind === "attachment" && event.delta?.changed === true && event.segment === boundary - 1,
          );
        expect(stood || stands, `${item} of line ${lastSeen} at boundary ${boundary}`).toBe(true);
      }
    }),
    runs,
  );
});

test("no reason rests on silence that the version explains, and every row has its proof", async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (session) => {
      const timeline = await readTimeline(session.toString());
      const versionOf = new Map(
        clusters(timeline).map(({ boundary }) => [`${boundary.chain} ${boundary.ordinal}`, boundary.cliVersion]),
      );
      for (const row of missing(timeline)) {
        expect(row.evidence.length).toBeGreaterThan(0);
        expect(row.why === null).toBe(row.grade === "observed");
        expect(row.lastSeen === null || row.evidence.some((place) => place.line === row.lastSeen)).toBe(true);
        if (["not-recorded", "unknown", "summary-only"].includes(row.reason)) continue;
        expect(records(versionOf.get(`${row.chain} ${row.boundary}`) ?? null, carriers[row.item] as string)).not.toBe(
          "no",
        );
      }
    }),
    runs,
  );
});

test("a session with faults has its answers too: no row without proof, none twice, and nothing throws", async () => {
  await fc.assert(
    fc.asyncProperty(anySession({ faults: disorder }), async (session) => {
      const timeline = await readTimeline(session.toString());
      const rows = missing(timeline);
      const keys = rows.map((row) => JSON.stringify([row.chain, row.boundary, row.item, row.name]));
      expect(new Set(keys).size).toBe(keys.length);
      for (const row of [
        ...rows,
        ...skills(timeline),
        ...listings(timeline),
        ...budgetDeviations(timeline),
        ...forecast(timeline),
      ])
        expect(row.evidence.length).toBeGreaterThan(0);
      for (const { precision, recall } of forecastScore([timeline]))
        for (const share of [precision, recall]) expect(share === null || (share >= 0 && share <= 1)).toBe(true);
    }),
    runs,
  );
});
