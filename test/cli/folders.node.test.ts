import { join } from "node:path";
import { expect, test } from "vitest";
import { transcript } from "../../src/testing.js";
import { inFolder, runCaptured } from "./run-captured.js";

const session = (seed: number, start: string) =>
  transcript({ cliVersion: "2.1.285", seed, start })
    .prompt("Begin.")
    .skill("check", "Check.")
    .reply("ok")
    .compact()
    .prompt("On.")
    .reply("ok")
    .toString();

const files = { "a.jsonl": session(1, "2026-10-05T10:00:00Z"), "b.jsonl": session(2, "2026-10-01T10:00:00Z") };

/** Words of the head, and the first word of each line below it. */
const tableOf = (out: string) => {
  const [heads = "", ...lines] = out.trimEnd().split("\n");
  return { heads: heads.split(/ {2,}/), first: lines.map((line) => line.split(" ")[0]) };
};

test("over a folder each place in the JSON of a verb names its file", async () => {
  await inFolder(files, async (path) => {
    for (const verb of ["missing", "session", "survival"]) {
      const rows: { evidence: { file?: string }[] }[] = JSON.parse((await runCaptured([verb, path, "--json"])).out);
      const named = new Set(rows.flatMap(({ evidence }) => evidence.map(({ file }) => file)));
      expect([...named].sort()).toEqual([join(path, "a.jsonl"), join(path, "b.jsonl")]);
    }
    const [row] = JSON.parse((await runCaptured(["missing", join(path, "a.jsonl"), "--json"])).out);
    expect(row.evidence[0]).not.toHaveProperty("file");
  });
});

test("session tells the session last that was written last", async () => {
  await inFolder(files, async (path) => {
    const ids = [files["b.jsonl"], files["a.jsonl"]].map((text) => /"sessionId":"(.{8})/.exec(text)?.[1]);
    expect(tableOf((await runCaptured(["session", path])).out).first).toEqual(ids);
  });
});

test("usage --by prints the groups in the order in which they were asked for", async () => {
  await inFolder(files, async (path) => {
    const headsBy = async (by: string) =>
      tableOf((await runCaptured(["usage", path, "--by", by])).out).heads.slice(0, 2);
    expect(await headsBy("project,month")).toEqual(["project", "month"]);
    expect(await headsBy("month,project")).toEqual(["month", "project"]);
  });
});
