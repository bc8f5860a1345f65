import { inspect } from "node:util";
import fc from "fast-check";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import * as plain from "../../src/node.js";
import * as notebook from "../../src/notebook.js";
import { transcript } from "../../src/testing.js";

const jupyter = Symbol.for("Jupyter.display");
const demo = "fixtures/demo/session.jsonl";
const timeline = await notebook.openTimeline(demo);
const { boundaries, claims, count, returned, rollup, show, skills, survival } = notebook;

/** What Deno's kernel is given of a value. */
const media = (value: object): Record<string, string> =>
  (value as { [jupyter]: () => Record<string, string> })[jupyter]();

const cellsOf = (html: string): string[][] =>
  [...parseHTML(`<body>${html}</body>`).document.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? ""),
  );

/** What could steer a terminal, or hide what a text says. */
const steering = /(?!\n)[\p{Cc}\u202a-\u202e]/u;

const made = (count: number): { name: string; line: number }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `row ${index + 1}`, line: 1000 + index }));

describe("rows of a query in a notebook", () => {
  test("are a table with a title, the columns for people as heads, and the same as text", () => {
    const { "text/html": html = "", "text/plain": text = "" } = media(boundaries(timeline));
    expect(html).toContain(">boundaries: 2 rows</caption>");
    const [heads, first, second] = cellsOf(html);
    expect(heads).toEqual(["#", "at", "trigger", "before", "after", "ms", "first req", "line"]);
    expect(first?.filter((_, at) => at !== 1)).toEqual(["1", "auto", "167,900", "22,400", "141,000", "80,003", "39"]);
    expect(second?.filter((_, at) => at !== 1)).toEqual(["2", "manual", "81,000", "9,100", "38,000", "35,003", "80"]);
    expect(text).toMatch(/^boundaries: 2 rows\n# {2}at .*line\n1 .*39\n2 .*80$/);
  });

  test("show numbers on the right and text on the left", () => {
    const html = media(boundaries(timeline))["text/html"];
    expect(html).toContain('<th scope="col" style="text-align:left;white-space:nowrap">trigger</th>');
    expect(html).toContain('<td style="text-align:right;white-space:nowrap">167,900</td>');
  });

  test("show themselves where they are printed, alone and inside of something else", () => {
    expect(inspect(boundaries(timeline))).toMatch(/^boundaries: 2 rows\n/);
    expect(inspect({ answer: boundaries(timeline) })).toContain("boundaries: 2 rows");
  });

  test("say that there are none", () => {
    expect(media(boundaries(timeline).filter(() => false))["text/plain"]).toBe("no rows");
  });

  test.each<[string, object[]]>([
    ["filtered", returned(timeline).filter((row) => row.item === "file")],
    ["cut", returned(timeline).slice(2, 5)],
    ["joined", returned(timeline).concat(returned(timeline))],
    ["sorted in place", returned(timeline).sort((a, b) => (b.chars ?? 0) - (a.chars ?? 0))],
    ["sorted anew", returned(timeline).toSorted((a, b) => (b.chars ?? 0) - (a.chars ?? 0))],
    ["turned round", returned(timeline).toReversed()],
    ["collected by hand", show([...returned(timeline)])],
  ])("still show themselves, with their columns, when %s", (_, rows) => {
    expect(media(rows)["text/plain"]).toMatch(/^returned: \d+ rows.*\n# .*source.*relation/);
  });

  test("name files below the session's folder, and where they are of two sessions, in whole", async () => {
    const read = (cwd: string) =>
      notebook.readTimeline(
        transcript({ cliVersion: "2.1.285", cwd })
          .prompt("Go.")
          .read(`${cwd}/src/a.ts`, "a\n")
          .compact({ trigger: "auto" })
          .toString(),
      );
    const [one, two] = await Promise.all(["/home/dev/one", "/home/dev/two"].map(read));
    const filesOf = (rows: object[]) =>
      cellsOf(media(rows)["text/html"] ?? "").flatMap((cells) => cells.find((cell) => cell.endsWith("a.ts")) ?? []);
    const [rows, others] = [one, two].map((timeline) =>
      notebook.tools(timeline as plain.Timeline).filter(({ path }) => path !== null),
    );
    expect(filesOf(rows ?? [])).toEqual(["src/a.ts"]);
    expect(filesOf(show([...(rows ?? []), ...(others ?? [])]))).toEqual([
      "/home/dev/one/src/a.ts",
      "/home/dev/two/src/a.ts",
    ]);
  });

  test("cut a long name in its middle, and keep it whole for a pointer", () => {
    const names = ["north", "south"].map(
      (part) => `/home/dev/harbour/${"deep/".repeat(12)}${part}/${"more/".repeat(12)}a.ts`,
    );
    const { "text/html": html = "", "text/plain": text = "" } = media(show(names.map((name) => ({ name }))));
    for (const name of names) expect(html).toContain(` title="${name}"`);
    expect(text).toMatch(/\n….*north.*….*a\.ts\n….*south.*….*a\.ts$/);
  });

  test("mapped to objects are a table of their fields, to anything else a list", () => {
    const pairs = boundaries(timeline).map(({ trigger, preTokens }) => ({ trigger, preTokens }));
    expect(media(pairs)["text/plain"]).toBe("2 rows\ntrigger  preTokens\nauto       167,900\nmanual      81,000");
    expect(boundaries(timeline).map((row) => row.trigger)).toStrictEqual(["auto", "manual"]);
    expect(media(show(["auto", "manual"]))).toEqual({ "text/plain": "[ 'auto', 'manual' ]" });
  });

  test("of several queries in one list are a table of all fields", () => {
    const mixed = show([...boundaries(timeline), ...skills(timeline)]);
    expect(cellsOf(media(mixed)["text/html"] ?? "")[0]).toEqual(expect.arrayContaining(["trigger", "fate", "why"]));
  });

  test("summed up are a table of the groups and measures", () => {
    const rows = rollup(skills(timeline), { skill: "name" }, { fates: count() });
    expect(media(rows)["text/plain"]).toBe("rollup: 2 rows\nskill   fates\ndeploy      2\nreview      1");
  });

  test("are cut at 20, which the title says; more are shown when asked for", () => {
    expect(survival(timeline).length).toBeGreaterThan(20);
    expect(cellsOf(media(survival(timeline))["text/html"] ?? "")).toHaveLength(21);
    expect(media(show(made(1234)))["text/plain"]).toMatch(/^1,234 rows, the first 20 here\n/);
    expect(cellsOf(media(show(made(123), { limit: Number.POSITIVE_INFINITY }))["text/html"] ?? "")).toHaveLength(124);
    expect(media(show(made(3), { limit: 0 }))["text/plain"]).toBe("3 rows, the first 0 here");
  });

  test("show all fields or some when asked for; a field that is not known keeps its column then", () => {
    const heads = (options: notebook.ShowOptions): string[] | undefined =>
      cellsOf(media(show(skills(timeline), options))["text/html"] ?? "")[0];
    expect(heads({ fields: "all" })).toEqual(expect.arrayContaining(["sessionId", "evidence", "why", "grade"]));
    expect(heads({ fields: ["why", "name"] })).toEqual(["why", "name"]);
    expect(heads({ fields: ["stub", "args"] })).toEqual(["stub", "args"]);
  });

  test("show evidence as lines, a time as time, and a line without separators", () => {
    const [row] = cellsOf(
      media(
        show([
          { at: 0, lastAt: Date.UTC(2026, 0, 2), retiredAt: 12345, line: 12345, evidence: [{ line: 3 }, { line: 9 }] },
        ]),
      )["text/html"] ?? "",
    ).slice(1);
    expect(row?.slice(0, 2)).toEqual(["0", expect.stringMatching(/^2026-01-0[123] /)]);
    expect(row?.slice(2)).toEqual(["12,345", "12345", "3, 9"]);
  });

  test("are blocks of lines where a table would cut every column short", () => {
    const rows = media(show(skills(timeline), { fields: "all" }))["text/plain"] ?? "";
    expect(rows).toMatch(/\n {2}name +deploy\n/);
    expect(rows).toMatch(/\n {2}reason +other-process\n/);
  });

  test("of a query without columns of its own show what differs between them", () => {
    expect(media(notebook.check(timeline))["text/plain"]).toMatch(/^check: .*\ngroup +name +count/);
  });

  test("of claims fit on a page", () => {
    expect(media(claims(timeline))["text/plain"]).toMatch(/\nverdict +held .*claim +source/);
  });
});

describe("what a program makes of shown rows is what it makes of plain ones", () => {
  const shown = boundaries(timeline);
  const rows = plain.boundaries(timeline);

  test("JSON, copies, spreads, equality, and what asks whether they are a list", () => {
    expect(JSON.stringify(shown)).toBe(JSON.stringify(rows));
    expect(structuredClone(shown)).toStrictEqual(rows);
    expect([...shown]).toStrictEqual(rows);
    expect(shown).toEqual(rows);
    expect(Array.isArray(shown)).toBe(true);
    expect(Object.keys(shown)).toEqual(Object.keys(rows));
    expect(shown.length).toBe(rows.length);
  });

  test("the functions of the library", () => {
    const { exportTables, toColumns } = plain;
    expect(toColumns(shown, exportTables.boundaries)).toStrictEqual(toColumns(rows, exportTables.boundaries));
    expect(plain.rollup(shown, { trigger: "trigger" }, { n: plain.count() })).toStrictEqual(
      plain.rollup(rows, { trigger: "trigger" }, { n: plain.count() }),
    );
  });

  test("main-door queries give plain arrays", () => {
    expect(Object.getPrototypeOf(rows)).toBe(Array.prototype);
  });

  const ofOneTimeline = [
    ...["boundaries", "branches", "budgetDeviations", "check", "claims", "conflicts", "contextChange", "directories"],
    ...["drift", "forecast", "forecastScore", "handover", "hooks", "listings", "messages", "missing", "returned"],
    ...["runs", "session", "skills", "survival", "tools", "turns", "usage"],
  ] as const;

  test.each(ofOneTimeline)("%s gives the rows that it gives without", (name) => {
    const asked = (door: unknown): unknown =>
      (door as Record<string, (one: plain.Timeline) => unknown>)[name]?.(timeline);
    expect(asked(notebook)).toEqual(asked(plain));
    expect(media(asked(notebook) as object)["text/plain"]).toMatch(/^\w+: \d+ rows?|^no rows/);
  });

  test("so do those that take more, or have to be waited for", async () => {
    const marker = ["Round half"];
    expect(notebook.trace(timeline, marker)).toEqual(plain.trace(timeline, marker));
    expect(await notebook.traceSource(plain.fileSource(demo), marker)).toEqual(
      await plain.traceSource(plain.fileSource(demo), marker),
    );
    expect(notebook.context(timeline)).toEqual(plain.context(timeline));
    expect(notebook.budget(plain.invocationsOf(timeline))).toEqual(plain.budget(plain.invocationsOf(timeline)));
    const totals = await notebook.usageTotals("fixtures/demo", { by: ["model"] });
    expect(media(totals)["text/plain"]).toMatch(/^usageTotals: 1 row\n/);
    for await (const { rows } of notebook.indexedRows("boundaries", "fixtures/demo", { index: false }))
      expect(media(rows)["text/plain"]).toMatch(/^boundaries: 2 rows\n#/);
  });

  test("a list of something else than rows is a plain array", () => {
    expect(Object.getPrototypeOf(shown.map((row) => row.trigger))).toBe(Array.prototype);
    expect(Object.getPrototypeOf(shown.map((row) => row.evidence))).toBe(Array.prototype);
  });
});

describe("timelines in a notebook", () => {
  test("show what they hold", () => {
    const { "text/html": html = "", "text/plain": text = "" } = media(timeline);
    expect(text).toMatch(/\n {2}CLI +2\.1\.285\n/);
    expect(text).toMatch(/\n {2}boundaries +2: auto, manual\n/);
    expect(text).toMatch(/\n {2}issues +none$/);
    expect(cellsOf(html)).toContainEqual(["home", "/home/dev/shop"]);
    expect(inspect(timeline)).toMatch(/^Timeline\n/);
  });

  test("narrowed and redacted ones too, and those of a folder", async () => {
    expect(media(notebook.segment(timeline, 1))["text/plain"]).toMatch(/\n {2}events +\d+ of 118/);
    expect(media(notebook.redact(timeline))["text/plain"]).toMatch(/^Timeline\n/);
    for await (const one of notebook.openTimelines("fixtures/demo")) expect(inspect(one)).toMatch(/^Timeline\n/);
  });

  test("have the fields of any timeline and no other", async () => {
    expect(timeline).toStrictEqual(await plain.openTimeline(demo));
    expect(Object.keys({ ...timeline })).toEqual(Object.keys(await plain.openTimeline(demo)));
  });

  test("of an empty transcript show that nothing is there", async () => {
    expect(media(await notebook.readTimeline(""))["text/plain"]).toContain("boundaries  none");
  });

  test("a forgotten await is told", async () => {
    const promise = notebook.openTimeline(demo);
    expect(() => boundaries(promise as unknown as plain.Timeline)).toThrow(/await/);
    await promise;
  });
});

describe("hostile text", () => {
  const hostile = '<img src=x onerror="alert(1)">\u001b[31m\u202e&\u0007';

  test("of a transcript reaches a page as text", async () => {
    const written = transcript({ cliVersion: "2.1.285" }).prompt(hostile).reply("Done.").compact({ summary: hostile });
    const session = await notebook.readTimeline(written.toString());
    for (const rows of [notebook.turns(session), show(notebook.turns(session), { fields: "all" }), session]) {
      const { "text/html": html = "", "text/plain": text = "" } = media(rows);
      expect(html).not.toContain("<img");
      expect(html + text).not.toMatch(steering);
    }
  });

  test("any names and values of fields, whatever they are, leave the table a table", () => {
    const row = fc.dictionary(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("at", "line", "evidence", "__proto__", "<b>")),
      fc.oneof(
        fc.anything({ maxDepth: 1, withBigInt: true, withDate: true, withNullPrototype: true }),
        fc.constant(hostile),
      ),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const { "text/html": html = "", "text/plain": text = "" } = media(show(rows));
        expect(
          html.replace(
            /<\/?(table|caption|thead|tbody|tr|th|td)( scope="(col|row)")?( style="text-align:(left|right)(;white-space:nowrap)?")?( title="[^"<>]*")?>/g,
            "",
          ),
        ).not.toMatch(/[<>]/);
        expect(html + text).not.toMatch(steering);
      }),
      { numRuns: 30 },
    );
  });
});

describe("wrong use is told", () => {
  test.each<[string, () => unknown, RegExp]>([
    ["a limit that is no number of rows", () => show([], { limit: -1 }), /whole number/],
    ["a limit in part of a row", () => show([], { limit: 1.5 }), /whole number/],
    [
      "a field that no row has",
      () => show(boundaries(timeline), { fields: ["nmae"] }),
      /No row has a field "nmae"; they have boundary/,
    ],
    ["fields that are no list", () => show([], { fields: "name" as "all" }), /`fields` is "all" or a list/],
    ["rows that are none", () => show(timeline as never), /show\(rows\)/],
  ])("%s", (_, use, message) => expect(use).toThrow(message));
});

describe("tslab, which takes one medium", () => {
  const shownBy = async (value: unknown): Promise<[string, string][]> => {
    const calls: [string, string][] = [];
    await notebook.display({ display: { raw: (...call) => void calls.push(call) } }, value);
    return calls;
  };

  test("is given HTML of rows and timelines, and text of the rest", async () => {
    expect(await shownBy(boundaries(timeline))).toEqual([["text/html", media(boundaries(timeline))["text/html"]]]);
    expect((await shownBy(timeline))[0]?.[0]).toBe("text/html");
    expect(await shownBy({ a: 1 })).toEqual([["text/plain", "{ a: 1 }"]]);
    expect(await shownBy(null)).toEqual([["text/plain", "null"]]);
  });

  test("is asked for by name where something else was given", async () => {
    await expect(notebook.display({} as never, boundaries(timeline))).rejects.toThrow(/import \* as tslab/);
  });
});
