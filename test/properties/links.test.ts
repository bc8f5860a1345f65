import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { branches, context, lineage, readTimeline, type Timeline, tools, usage } from "../../src/index.js";
import { type Row, transcript } from "../../src/testing.js";
import { answers, read, totalsOf } from "./answers.js";
import { anySession, compactedSession } from "./compacted-session.js";

const runs = { numRuns: 80 };
const linesOf = (rows: Row[]): string[] => rows.map((row) => JSON.stringify(row));
const common = { isSidechain: false, sessionId: "s", version: "2.1.285", timestamp: "2026-10-01T10:00:00.000Z" };
const prompt = (uuid: string, parentUuid: string | null): Row => ({
  ...common,
  type: "user",
  uuid,
  parentUuid,
  message: { role: "user", content: `say ${uuid}` },
});
const said = (uuid: string, parentUuid: string | null, id: string, block: Row): Row => ({
  ...common,
  type: "assistant",
  uuid,
  parentUuid,
  message: { id, model: "m", role: "assistant", content: [block], usage: { input_tokens: 1, output_tokens: 1 } },
});
const result = (uuid: string, parentUuid: string | null, id: string): Row => ({
  ...prompt(uuid, parentUuid),
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
});

describe("links", () => {
  test("B2: rows of one message and their results make no branch, and are paired wherever they lie", async () => {
    const call = fc.record({ under: fc.boolean(), order: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), async (turns) => {
        const rows: Row[] = [];
        let leaf: string | null = null;
        for (const [turn, calls] of turns.entries()) {
          rows.push(prompt(`p${turn}`, leaf));
          rows.push(said(`t${turn}`, `p${turn}`, `msg${turn}`, { type: "thinking", thinking: "hm" }));
          leaf = `t${turn}`;
          const results: { order: number; row: Row }[] = [];
          for (const [at, { under, order }] of calls.entries()) {
            const [uuid, id]: [string, string] = [`c${turn}-${at}`, `toolu_${turn}_${at}`];
            rows.push(said(uuid, leaf, `msg${turn}`, { type: "tool_use", id, name: "Bash", input: {} }));
            leaf = uuid;
            // A result hangs under the row of its own call, or under the last one of the message.
            results.push({ order, row: result(`r${turn}-${at}`, under ? uuid : `c${turn}-${calls.length - 1}`, id) });
          }
          results.sort((a, b) => a.order - b.order);
          rows.push(...results.map(({ row }) => row));
          leaf = results.at(-1)?.row.uuid as string;
          rows.push(said(`a${turn}`, leaf, `end${turn}`, { type: "text", text: "Done." }));
          leaf = `a${turn}`;
        }
        const timeline = await read(linesOf(rows));
        expect(branches(timeline)).toEqual([]);
        expect(context(timeline).map((row) => row.line)).toEqual(
          rows.flatMap((row, at) => (/^[t]/.test(row.uuid as string) ? [] : [at + 1])),
        );
        const pairs = tools(timeline).map((row) => [row.toolUseId, row.state]);
        expect(pairs).toEqual(turns.flatMap((calls, turn) => calls.map((_, at) => [`toolu_${turn}_${at}`, "paired"])));
      }),
      runs,
    );
  });

  test("B2: in whatever order the rows lie, each call has the result with its id", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), fc.infiniteStream(fc.nat()), async (session, keys) => {
        const whole = await read(session.lines());
        const shuffled = session
          .lines()
          .map((line) => ({ line, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key);
        const mixed = await read(shuffled.map(({ line }) => line));
        const pairs = (of: Timeline) =>
          new Map(
            tools(of).flatMap((row) =>
              row.state === "paired" ? [[row.toolUseId, row.evidence.map((place) => place.uuid)]] : [],
            ),
          );
        expect(pairs(mixed)).toEqual(pairs(whole));
      }),
      runs,
    );
  });

  test("B3: paired, open and lost calls are all calls, paired and orphan results are all results", async () => {
    await fc.assert(
      fc.asyncProperty(compactedSession(), fc.array(fc.boolean(), { minLength: 1 }), async (session, gone) => {
        const rows = session.rows().filter((row, at) => {
          const isPart = JSON.stringify(row.message ?? "").includes('"tool_');
          return !isPart || gone[at % gone.length] !== true;
        });
        const blocks = (type: string, field: string) =>
          rows.flatMap((row) => {
            const content = (row.message as { content?: unknown } | undefined)?.content;
            return Array.isArray(content)
              ? content.flatMap((block: Row) => (block.type === type ? [block[field] as string] : []))
              : [];
          });
        const [calls, results] = [new Set(blocks("tool_use", "id")), new Set(blocks("tool_result", "tool_use_id"))];
        const found = tools(await read(linesOf(rows)));
        const of = (...states: string[]) =>
          new Set(found.flatMap((row) => (states.includes(row.state) ? [row.toolUseId] : [])));
        expect(of("paired", "open", "lost")).toEqual(calls);
        expect(of("paired", "orphan")).toEqual(results);
        expect(of("paired")).toEqual(new Set([...calls].filter((id) => results.has(id))));
        expect(found).toHaveLength(new Set([...calls, ...results]).size);
      }),
      runs,
    );
  });

  test("B4: over a set of files what is counted does not depend on their order", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), fc.nat(), fc.boolean(), async (session, cut, grows) => {
        const fork = session.exit().fork().prompt("another way").reply("Yes.");
        if (grows) session.resume().prompt("on").reply("Well.");
        const half = session.lines().slice(0, cut % session.lines().length);
        const files = await Promise.all([session.lines(), fork.lines(), half].map((lines) => read(lines)));
        const backwards = [...files].reverse();
        expect(totalsOf(backwards)).toEqual(totalsOf(files));
        const ids = (of: Timeline[]) => new Set(usage(of).map((row) => row.messageId));
        expect(ids(backwards)).toEqual(ids(files));
        const shared = (of: Timeline[]) =>
          lineage(of)
            .map((row) => [row.copied, [row.sessionId, row.continues].sort(), row.onlyEarlier + row.onlyLater])
            .map((row) => JSON.stringify(row))
            .sort();
        expect(shared(backwards)).toEqual(shared(files));
      }),
      runs,
    );
  });

  test("B4: which session continues which does not depend on the order of the files", async () => {
    const original = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.").exit();
    const fork = original.fork().prompt("another way").reply("Yes.");
    original.resume().prompt("on").reply("Well.");
    const files = [await readTimeline(original.toString()), await readTimeline(fork.toString())];
    for (const order of [files, [...files].reverse()])
      expect(lineage(order)).toMatchObject([{ continues: original.sessionId, sessionId: fork.sessionId }]);
  });

  test("B4: of copies the one with a parent supplies the link", async () => {
    const rows = [prompt("p1", null), said("r1", "p1", "m1", { type: "text", text: "Done." })];
    const again = [prompt("p2", null), prompt("p2", "r1"), said("r2", "p2", "m2", { type: "text", text: "Yes." })];
    for (const order of [again, [again[1], again[0], again[2]] as Row[]]) {
      const timeline = await read(linesOf([...rows, ...order]));
      expect(timeline.events.find((event) => event.place.uuid === "p2")?.parent).toBe("r1");
    }
  });

  test("B5: no single session id decides what belongs: linked records stay", async () => {
    await fc.assert(
      fc.asyncProperty(compactedSession(), fc.array(fc.boolean(), { minLength: 1 }), async (session, foreign) => {
        const rows = session.rows();
        const whole = await read(linesOf(rows));
        const mixed = rows.map((row, at) =>
          foreign[at % foreign.length] && row.uuid !== undefined ? { ...row, sessionId: "another" } : row,
        );
        const timeline = await read(linesOf(mixed), whole.sessionId ?? undefined);
        expect(timeline.chains).toEqual(whole.chains);
        expect(timeline.issues.filter((issue) => issue.code === "stray-entry")).toEqual([]);
        expect(answers(timeline)).toEqual(answers(whole));
      }),
      runs,
    );
  });

  const stray = { ...prompt("stray-1", "nowhere"), sessionId: "another" };

  test("B5: a record with a foreign session and a foreign parent is stray, and changes no answer", async () => {
    await fc.assert(
      fc.asyncProperty(compactedSession(), fc.nat(), async (session, pick) => {
        const rows = session.rows();
        const at = pick % (rows.length + 1);
        const whole = await read(linesOf(rows));
        const more = await read(linesOf([...rows.slice(0, at), stray, ...rows.slice(at)]));
        const apart = more.events.filter((event) => event.chain === "stray");
        expect(apart.map((event) => event.place.uuid)).toEqual(["stray-1"]);
        const { turns: ofTurns, ...others } = answers(more);
        const main = ofTurns.filter((row) => (row as { chain: string }).chain !== "stray");
        expect({ ...others, turns: main }).toEqual(answers(whole));
      }),
      runs,
    );
  });

  test("B5: a record without its parent stays where a linked one has the same session", async () => {
    const rows = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.").rows();
    const linked = prompt("linked", rows.at(-1)?.uuid as string);
    const timeline = await read(linesOf([...rows, { ...linked, sessionId: "another" }, stray]));
    expect(timeline.events.find((event) => event.place.uuid === "stray-1")?.chain).toBe("main");
    const codes = timeline.issues.map(({ code, place }) => [code, place.uuid]);
    expect(codes).toContainEqual(["dangling-parent", "stray-1"]);
    expect(codes).not.toContainEqual(["stray-entry", "stray-1"]);
  });

  test("B5: what hangs under a stray is stray too, also where it is of the same session", async () => {
    const rows = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.").rows();
    const under = said("stray-2", "stray-1", "m", { type: "text", text: "Elsewhere." });
    const timeline = await read(linesOf([...rows, stray, { ...under, sessionId: "another" }]));
    const apart = timeline.events.filter((event) => event.chain === "stray");
    expect(apart.map((event) => event.place.uuid)).toEqual(["stray-1", "stray-2"]);
  });

  test("B6: usage counts all branches, and the conversation in force is the branch of the last message written", async () => {
    const step = fc.record({ back: fc.option(fc.nat(), { nil: null }), aside: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const rows: Row[] = [prompt("p", null), said("r", "p", "m", { type: "text", text: "Begun." })];
        const parents = new Map<string, string | null>([
          ["p", null],
          ["r", "p"],
        ]);
        const add = (row: Row): string => {
          rows.push(row);
          parents.set(row.uuid as string, row.parentUuid as string);
          return row.uuid as string;
        };
        const forks: string[] = [];
        let leaf = "r";
        for (const [at, { back, aside }] of steps.entries()) {
          // A rewind hangs a new prompt where an earlier one hangs.
          if (back !== null) leaf = forks[back % forks.length] ?? leaf;
          forks.push(leaf);
          if (aside)
            leaf = add({ ...prompt(`x${at}`, leaf), type: "attachment", attachment: { type: "date", date: "today" } });
          leaf = add(prompt(`p${at}`, leaf));
          leaf = add(said(`r${at}`, leaf, `m${at}`, { type: "text", text: "Yes." }));
        }
        const timeline = await read(linesOf(rows));
        expect(usage(timeline).map((row) => row.messageId)).toEqual(["m", ...steps.map((_, at) => `m${at}`)]);
        const path = new Set<string>();
        for (let at: string | null = leaf; at !== null; at = parents.get(at) ?? null) path.add(at);
        const spoken = context(timeline).filter((row) => row.kind === "prompt" || row.kind === "reply");
        expect(spoken.map((row) => row.evidence[0]?.uuid)).toEqual(
          rows.flatMap((row) => (path.has(row.uuid as string) && row.type !== "attachment" ? [row.uuid] : [])),
        );
      }),
      { numRuns: 200 },
    );
  });
});
