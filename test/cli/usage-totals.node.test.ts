import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type UsageTotalRow, usageTotals } from "../../src/node.js";
import { demoTranscript } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const reply = (id: string, day: string, input: number, model = "claude-opus-5-5", output = 1): string =>
  `${JSON.stringify({
    type: "assistant",
    timestamp: `2026-03-${day}T23:30:00Z`,
    uuid: id,
    message: { id, model, role: "assistant", content: [], usage: { input_tokens: input, output_tokens: output } },
  })}\n`;

const files = {
  "tide/1.jsonl": reply("m1", "08", 1000) + reply("m2", "09", 20) + reply("m3", "09", 3, "claude-haiku-5"),
  "moon/2.jsonl": reply("m1", "08", 1000) + reply("m4", "09", 400),
};

describe("usage --by", () => {
  test("prints the sums as a table, in the days of a zone, each message once", async () => {
    await inFolder(files, async (path) => {
      const { code, out } = await runCaptured(["usage", path, "--by", "day,model", "--zone", "Europe/Berlin"]);
      expect(out.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
        ["day", "model", "requests", "input", "output"],
        ["2026-03-09", "claude-opus-5-5", "1", "1,000", "1"],
        ["2026-03-10", "claude-haiku-5", "1", "3", "1"],
        ["2026-03-10", "claude-opus-5-5", "2", "420", "2"],
        [""],
      ]);
      expect(code).toBe(0);
    });
  });

  test("--since and --until take requests of a time, alone and in sums, by the clock of the zone", async () => {
    await inFolder(files, async (path) => {
      const asked = ["usage", path, "--since", "2026-03-10", "--until", "2026-03-11", "--zone", "Europe/Berlin"];
      const listed: { messageId: string }[] = JSON.parse((await runCaptured([...asked, "--json"])).out);
      expect(listed.map(({ messageId }) => messageId).sort()).toEqual(["m2", "m3", "m4"]);
      const summed = await runCaptured([...asked, "--by", "week,model", "--json"]);
      expect(JSON.parse(summed.out)).toMatchObject([
        { week: "2026-03-09", model: "claude-haiku-5", requests: 1, input: 3 },
        { week: "2026-03-09", model: "claude-opus-5-5", requests: 2, input: 420 },
      ]);
      const none = await runCaptured(["usage", path, "--by", "month", "--since", "2026-03-10T00:30:01"]);
      expect(none.out).toBe("no request\n");
    });
  });

  test("of copies of a message the one that holds most of it counts, alone and in sums, whatever time is asked", async () => {
    const copies = {
      "tide/1.jsonl": reply("m1", "10", 7) + reply("m2", "08", 20, "claude-opus-5-5", 300),
      "tide/2.jsonl": reply("m1", "08", 7, "claude-opus-5-5", 500) + reply("m2", "10", 20, "claude-opus-5-5", 300),
    };
    const whole = { m1: { output: 500, day: "08" }, m2: { output: 300, day: "08" } };
    await inFolder(copies, async (path) => {
      for (const since of [
        [],
        ["--since", "2026-03-09", "--zone", "UTC"],
        ["--since", "2026-03-08", "--zone", "UTC"],
      ]) {
        const asked = ["usage", path, ...since, "--json"];
        const listed: { messageId: "m1" | "m2"; output: number; at: number }[] = JSON.parse(
          (await runCaptured(asked)).out,
        );
        const summed: UsageTotalRow[] = JSON.parse((await runCaptured([...asked, "--by", "project"])).out);
        expect(listed.map(({ messageId }) => messageId).sort()).toEqual(since[1] === "2026-03-09" ? [] : ["m1", "m2"]);
        for (const { messageId, output, at } of listed)
          expect({ output, day: new Date(at).toISOString().slice(8, 10) }).toEqual(whole[messageId]);
        expect(summed.map(({ output }) => output)).toEqual(listed.length === 0 ? [] : [800]);
      }
    });
  });

  test("--json gives the rows of usageTotals, with the paths of the files", async () => {
    await inFolder({ ...files, "tide/3.jsonl": demoTranscript() }, async (path) => {
      for (const by of [["day", "project"], ["session", "chain"], ["model"]] as const) {
        const args = ["usage", path, ...by.flatMap((group) => ["--by", group]), "--zone", "UTC", "--json"];
        const rows: UsageTotalRow[] = JSON.parse((await runCaptured(args)).out);
        const expected = (await usageTotals(path, { by, zone: "UTC" })).map((row) => ({
          ...row,
          evidence: row.evidence.map((place) => ({ ...place, file: join(path, place.file ?? "") })),
        }));
        expect(rows).toEqual(expected);
        expect(JSON.parse((await runCaptured([...args, "--threads", "3"])).out)).toEqual(rows);
      }
    });
  });

  test("a file and standard input are summed up too", async () => {
    await inFolder(files, async (path) => {
      const named = await runCaptured(["usage", `${path}/tide/1.jsonl`, "--by", "project", "--json"]);
      expect(JSON.parse(named.out)).toMatchObject([{ project: "tide", requests: 3, input: 1023 }]);
      const piped = await runCaptured(["usage", "-", "--by", "project", "--json"], { input: [files["moon/2.jsonl"]] });
      expect(JSON.parse(piped.out)).toMatchObject([{ project: null, requests: 2, input: 1400 }]);
    });
  });

  test("tells of what is no transcript as without it, and sums the rest up", async () => {
    const odd = { "odd/1.jsonl": "", "odd/2.jsonl": "no\n", "odd/3.jsonl": '{"type":"summary","summary":"Tide"}\n' };
    await inFolder({ ...files, ...odd }, async (path) => {
      const paths = [path, join(path, "gone.jsonl")];
      const listed = await runCaptured(["usage", ...paths]);
      const summed = await runCaptured(["usage", ...paths, "--by", "model", "--json"]);
      expect(summed.err.split("\n").sort()).toEqual(listed.err.split("\n").sort());
      expect(summed.err.split("\n")).toHaveLength(4);
      expect([summed.code, listed.code]).toEqual([2, 2]);
      expect(JSON.parse(summed.out)).toMatchObject([{ requests: 1 }, { requests: 3 }]);
    });
  });

  test.each([
    [["--by", "year"], '`by` is "year"; pass "hour" or "day" or "week"'],
    [["--since", "yesterday"], "A time is a date such as"],
    [["--until", "2026-02-30"], "A time is a date such as"],
    [["--since", "2026-08-01", "--until", "2026-07-01"], 'No time lies from "2026-08-01" on and before "2026-07-01"'],
    [["--by", "day", "--since", "2026-08-01", "--until", "2026-08-01"], "give an end after the start"],
    [["--by", "day", "--zone", "Mars"], "give an IANA name such as"],
    [["--by", "day", "--threads", "none"], "Give a whole number from 1 on"],
    [["--zone", "UTC"], "say by what to sum, such as --by day"],
    [["--threads", "2", "--since", "2026-03-09"], "say by what to sum, such as --by day"],
  ])("%j is wrong use", async (args, message) => {
    const { code, out, err } = await runCaptured(["usage", ".", ...args]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err).toContain("see tidemark usage --help");
  });
});
