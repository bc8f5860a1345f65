import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { claims, drift, openTimeline, type Row, survival } from "../../src/node.js";
import { demoEntries, linesOf } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const files = [
  ...readdirSync(`${fixtures}lab`).flatMap((name) => (name.endsWith(".jsonl") ? [`${fixtures}lab/${name}`] : [])),
  ...["2.0.67", "2.1.112", "2.1.232"].map((version) => `${fixtures}versions/${version}.jsonl`),
  `${fixtures}demo/session.jsonl`,
];
const orders = { "in one order": files, "in the other": files.toReversed() };

/** Of several sessions the places stand by session and name their files: here they are compared without. */
const comparable = (rows: Row[]) =>
  rows.map((row) => ({ ...row, evidence: row.evidence.map(({ line, uuid }) => `${line} ${uuid}`).sort() }));

async function answered(verb: string, paths: string[]): Promise<Row[]> {
  return JSON.parse((await runCaptured([verb, ...paths, "--json"])).out);
}

test.each(Object.entries(orders))(
  "claims and survival over files, %s, are those of all timelines at once",
  async (_, paths) => {
    const timelines = await Promise.all(paths.map((path) => openTimeline(path)));
    for (const [verb, query] of Object.entries({ claims, survival }))
      expect(comparable(await answered(verb, paths))).toEqual(comparable(JSON.parse(JSON.stringify(query(timelines)))));
  },
);

test("of one session the rows are those of the library, places and all", async () => {
  const [path = ""] = files;
  const timeline = await openTimeline(path);
  for (const [verb, query] of Object.entries({ claims, survival }))
    expect(await answered(verb, [path])).toEqual(JSON.parse(JSON.stringify(query(timeline))));
});

test("a place in an answer over several sessions names its file", async () => {
  const rows = await answered("survival", files);
  for (const { evidence } of rows) for (const { file } of evidence) expect(files).toContain(file);
});

test("drift over files is that of all timelines at once", async () => {
  const strange = (version: string) => linesOf([...demoEntries({ version }), { type: "kind-of-tomorrow", version }]);
  const named = { "1.jsonl": strange("2.1.300"), "2.jsonl": strange("2.1.299"), "3.jsonl": strange("2.1.301") };
  await inFolder(named, async (path) => {
    const timelines = await Promise.all(Object.keys(named).map((name) => openTimeline(`${path}/${name}`)));
    const rows = await answered("drift", [path]);
    expect(rows).toEqual(drift(timelines));
    expect(rows).toMatchObject([{ count: 3, firstVersion: "2.1.299", lastVersion: "2.1.301" }]);
  });
});

test("of claims that one session alone leaves open, the answer over several speaks of one case", async () => {
  const [demo = ""] = files.slice(-1);
  const open = (rows: Row[]) => rows.flatMap(({ why }) => (why?.includes("record is silent") ? [why] : []));
  const [one, several] = [await answered("claims", files), await answered("claims", [...files, demo])];
  for (const why of [...open(one), ...open(several)]) expect(why).toMatch(/^In the one case |^In all (?!1 )\d+ cases /);
});
