import { describe, expect, test } from "vitest";
import { allVerbs } from "../../src/cli/verbs.js";
import { boundaries, openTimeline, returned, usage } from "../../src/node.js";
import { demoEntries, demoTranscript, linesOf } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const verbs = await allVerbs();

const names = verbs.map((verb) => verb.name);
/** What a verb can't be asked without. */
const needed: Record<string, string[]> = { trace: ["--marker", "passphrase"] };
const short = linesOf(demoEntries().slice(0, 2));
const torn = `${demoTranscript()}{"type":"user","uu\n`;
const unknown = `${demoTranscript()}${JSON.stringify({ type: "kind-of-tomorrow" })}\n`;

describe("--json", () => {
  test.each(names)("%s writes exactly one JSON array of rows, over a file and over a folder", async (name) => {
    await inFolder({ "one.jsonl": demoTranscript(), "two.jsonl": short }, async (path) => {
      for (const target of [`${path}/one.jsonl`, path]) {
        const { out, err } = await runCaptured([name, target, "--json", ...(needed[name] ?? [])]);
        const rows = JSON.parse(out) as object[];
        expect(Array.isArray(rows)).toBe(true);
        for (const row of rows)
          expect(Object.keys(row)).toEqual(expect.arrayContaining(["sessionId", "at", "grade", "evidence", "why"]));
        expect(err).toBe("");
      }
    });
  });

  test("the rows are those of the library, field by field", async () => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      const timeline = await openTimeline(`${path}/one.jsonl`);
      for (const [name, query] of Object.entries({ boundaries, returned, usage })) {
        const { out } = await runCaptured([name, path, "--json"]);
        expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(query(timeline))));
      }
    });
  });

  test("a report gives each boundary and, after it, what came back", async () => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      const rows: { uuid?: string; item?: string; reason?: string }[] = JSON.parse(
        (await runCaptured(["report", path, "--json"])).out,
      );
      const told = rows.filter((row) => row.reason === undefined);
      expect(told.map((row) => row.item ?? row.uuid)).toEqual([
        "b1",
        "summary",
        "preserved",
        "preserved",
        "file",
        "hook",
      ]);
    });
  });

  test("sessions come in the order of their names, whatever the concurrency", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `${String(at).padStart(2, "0")}.jsonl`,
        demoTranscript({ version: `2.1.${at}` }) + (at === 0 ? "\n".repeat(20_000) : ""),
      ]),
    );
    await inFolder(files, async (path) => {
      for (const concurrency of ["1", "5"]) {
        const { out } = await runCaptured(["boundaries", path, "--json", "--concurrency", concurrency]);
        expect(JSON.parse(out).map((row: { cliVersion: string }) => row.cliVersion)).toEqual(
          Array.from({ length: 12 }, (_, at) => `2.1.${at}`),
        );
      }
    });
  });
});

describe("over several sessions", () => {
  test("a message that a resume has copied counts once", async () => {
    await inFolder({ "one.jsonl": demoTranscript(), "two.jsonl": demoTranscript() }, async (path) => {
      const { out } = await runCaptured(["usage", path, "--json"]);
      expect(JSON.parse(out).map((row: { messageId: string }) => row.messageId)).toEqual(["msg_a1", "msg_a2"]);
    });
  });

  test("drift sums a kind over all sessions", async () => {
    await inFolder({ "one.jsonl": unknown, "two.jsonl": unknown }, async (path) => {
      const { code, out } = await runCaptured(["drift", path, "--json"]);
      expect(JSON.parse(out)).toMatchObject([{ kind: "kind-of-tomorrow", verdict: "unknown-kind", count: 2 }]);
      expect(code).toBe(1);
    });
  });

  test("a bad file is one line on standard error and never stops the others", async () => {
    const files = { "1-bad.jsonl": "no\njson\n", "2-empty.jsonl": "", "3-good.jsonl": demoTranscript() };
    await inFolder(files, async (path) => {
      const { code, out, err } = await runCaptured(["boundaries", path, `${path}/none.jsonl`, "--json"]);
      expect(JSON.parse(out)).toHaveLength(1);
      expect(err.trimEnd().split("\n")).toEqual([
        `tidemark: ${path}/none.jsonl: no such file; check the path`,
        `tidemark: ${path}/1-bad.jsonl: not a transcript, no line is an entry; name a *.jsonl file that Claude Code wrote`,
        `tidemark: ${path}/2-empty.jsonl: the file is empty; name a transcript that Claude Code has written`,
      ]);
      expect(code).toBe(2);
    });
  });

  test("the files of subagents belong to their session, also where they are named beside it", async () => {
    const agent = linesOf(
      demoEntries()
        .slice(0, 2)
        .map((entry) => ({ ...entry, isSidechain: true, agentId: "a1f00d" })),
    );
    await inFolder({ "one.jsonl": short, "agent-a1f00d.jsonl": agent }, async (path) => {
      const folder = await runCaptured(["check", path, "--json"]);
      const named = await runCaptured(["check", `${path}/agent-a1f00d.jsonl`, `${path}/one.jsonl`, "--json"]);
      expect(named.out).toBe(folder.out);
    });
  });
});

describe("for people", () => {
  test("boundaries is a table with numbers to the right and only the columns that have a value", async () => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      const { out } = await runCaptured(["boundaries", path]);
      const [heads, row] = out.split("\n");
      expect(heads?.split(/ {2,}/)).toEqual(["#", "at", "trigger", "before", "after", "ms", "first req", "line"]);
      expect(row).toMatch(/ {2}manual {3}23,412 {2}1,740 {2}18,886 {5}22,676 {5}3$/);
    });
  });

  test.each(names)("%s keeps to 80 columns and writes no control character", async (name) => {
    const fileName = `/tmp/\u001b[31m${"深い/場所/".repeat(20)}\u202e\u0000名前.md`;
    await inFolder({ "one.jsonl": demoTranscript({ fileName }) + torn, "two.jsonl": short }, async (path) => {
      for (const target of [`${path}/one.jsonl`, path]) {
        const { out } = await runCaptured([
          name,
          target,
          ...(name === "report" || name === "claims" ? ["--all"] : (needed[name] ?? [])),
        ]);
        expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
        // The wide characters here are all Han and Hiragana, two columns each.
        const widths = out
          .split("\n")
          .map((line) => line.length + (line.match(/[\p{sc=Han}\p{sc=Hiragana}]/gu)?.length ?? 0));
        expect(Math.max(...widths)).toBeLessThanOrEqual(80);
      }
    });
  });

  test("check lists the issues with line, code and message, then the counts", async () => {
    await inFolder({ "one.jsonl": torn }, async (path) => {
      const { code, out } = await runCaptured(["check", path]);
      expect(out).toContain("  line 9  error  unreadable-line\n    ");
      expect(out).toMatch(/^lines +entry +8$/m);
      expect(out).toMatch(/^lines +unreadable +1$/m);
      expect(code).toBe(1);
    });
  });

  test("check shows five notes of a code and says how many more there are; --all shows them", async () => {
    const replayed = demoTranscript() + demoTranscript();
    await inFolder({ "one.jsonl": replayed }, async (path) => {
      const few = await runCaptured(["check", path]);
      expect(few.out.match(/note {2}replayed-entry/g)).toHaveLength(5);
      expect(few.out).toContain("and 3 more replayed-entry; --all shows them");
      expect((await runCaptured(["check", path, "--all"])).out.match(/note {2}replayed-entry/g)).toHaveLength(8);
      expect(few.code).toBe(0);
    });
  });

  test("a session without rows is told in words", async () => {
    await inFolder({ "one.jsonl": short }, async (path) => {
      expect((await runCaptured(["boundaries", path])).out).toBe("no compaction boundary\n");
      expect((await runCaptured(["drift", path])).out).toMatch(
        /^nothing unknown: every kind is known, and known fields/,
      );
    });
  });

  test("where a session was not compacted, what is of boundaries says so, and nothing that reads like good news", async () => {
    await inFolder({ "one.jsonl": short, "two.jsonl": demoTranscript(), "three.jsonl": short }, async (path) => {
      for (const verb of ["missing", "returned", "conflicts", "budget"]) {
        expect((await runCaptured([verb, `${path}/one.jsonl`])).out).toBe("no compaction boundary\n");
        expect((await runCaptured([verb, path])).out).toContain("2 of 3 sessions: no compaction boundary\n");
      }
      expect((await runCaptured(["conflicts", path])).out).toContain(
        "1 of 3 sessions: no older text stands beside a newer one\n",
      );
    });
  });
});
