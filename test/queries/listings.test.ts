import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { listings } from "../../src/queries/listings.js";
import { type Row, type Transcript, transcript } from "../../src/testing.js";

const start = () => transcript({ cliVersion: "2.1.285", ambient: false });
const rowsOf = async (session: Transcript) => listings(await readTimeline(session.toString()));
const attachment = (content: Record<string, unknown>) => ({ type: "attachment", attachment: content });

describe("a listed name", () => {
  test("is visible in the segment that lists it, and only known after that", async () => {
    const session = start()
      .listing(["a", "b"])
      .prompt("Begin.")
      .reply("Begun.")
      .compact()
      .prompt("On.")
      .listing(["c"], { initial: false });
    expect((await rowsOf(session)).map((row) => [row.boundary, row.name, row.visible, row.initial, row.grade])).toEqual(
      [
        [0, "a", true, true, "observed"],
        [0, "b", true, true, "observed"],
        [1, "a", false, true, "derived"],
        [1, "b", false, true, "derived"],
        [1, "c", true, false, "observed"],
      ],
    );
  });

  test("points to the line that last listed it", async () => {
    const session = start().listing(["a"]).prompt("Begin.").reply("Begun.");
    const line = session.rows().findIndex((row) => (row.attachment as Row | undefined)?.type === "skill_listing") + 1;
    const rows = await rowsOf(session.compact().prompt("On.").reply("Done."));
    expect(rows.map((row) => [row.lastListed, row.evidence[0]?.line])).toEqual([
      [line, line],
      [line, line],
    ]);
  });

  test("that a listing removes is not visible, and not known after the boundary", async () => {
    const delta = (addedNames: string[], removedNames: string[]) =>
      attachment({ type: "deferred_tools_delta", addedNames, removedNames });
    const session = start()
      .prompt("Begin.")
      .raw(delta(["Fetch", "Search"], []))
      .raw(delta([], ["Fetch"]))
      .reply("Begun.")
      .compact({ keep: 0 });
    expect((await rowsOf(session)).map((row) => [row.boundary, row.listing, row.name, row.visible])).toEqual([
      [0, "tools", "Fetch", false],
      [0, "tools", "Search", true],
      [1, "tools", "Search", false],
    ]);
  });

  test("of agents, tools and servers stands in a listing of its own", async () => {
    const session = start()
      .prompt("Begin.")
      .raw(attachment({ type: "agent_listing_delta", addedTypes: ["same"], removedTypes: [], isInitial: true }))
      .raw(attachment({ type: "deferred_tools_delta", addedNames: ["same"], removedNames: [] }))
      .raw(
        attachment({
          type: "mcp_instructions_delta",
          addedNames: ["same"],
          addedBlocks: ["Use it."],
          removedNames: [],
        }),
      );
    expect((await rowsOf(session)).map((row) => [row.listing, row.name, row.initial])).toEqual([
      ["agents", "same", true],
      ["tools", "same", null],
      ["mcp", "same", null],
    ]);
  });

  test("in a kept message stays visible", async () => {
    const session = start().prompt("Begin.").reply("Begun.").listing(["a"], { initial: false }).compact({ keep: 1 });
    expect((await rowsOf(session)).map((row) => [row.boundary, row.name, row.visible])).toEqual([
      [0, "a", true],
      [1, "a", true],
    ]);
  });
});

const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor"), { maxLength: 4 });
const step = fc.oneof(
  { weight: 3, arbitrary: names.map((list) => ({ list })) },
  { weight: 1, arbitrary: fc.constant(null) },
);

test("S3: visible since a boundary is the union of the listings after it, and known is the union of all so far", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, initial) => {
      const session = start().prompt("Begin.");
      const visible: Set<string>[] = [new Set()];
      for (const one of steps) {
        if (one === null) {
          session.reply("Done.").compact({ keep: 0 }).prompt("On.");
          visible.push(new Set());
        } else {
          session.listing(one.list, { initial });
          for (const name of one.list) visible.at(-1)?.add(name);
        }
      }
      const rows = await rowsOf(session);
      visible.forEach((expected, boundary) => {
        const here = rows.filter((row) => row.boundary === boundary);
        expect(new Set(here.filter((row) => row.visible).map((row) => row.name))).toEqual(expected);
        const known = new Set(visible.slice(0, boundary + 1).flatMap((set) => [...set]));
        expect(new Set(here.map((row) => row.name))).toEqual(known);
        expect(here).toHaveLength(known.size);
      });
    }),
    { numRuns: 60 },
  );
});
