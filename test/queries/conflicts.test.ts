import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laboratory, numbers, type Run } from "../../fixtures/lab.js";
import { conflicts } from "../../src/queries/conflicts.js";
import { transcript } from "../../src/testing.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";
import { anySession } from "../properties/compacted-session.js";

type Row = Record<string, unknown>;

const cwd = "/home/dev/project";
const rules = `${cwd}/CLAUDE.md`;

describe("conflicts", () => {
  const runs = Object.keys(numbers) as Run[];

  it("finds the root codeword twice in the six runs of the laboratory with an edit, and in none of the others", async () => {
    for (const run of runs) {
      const rows = conflicts(await readTimeline(laboratory[run]().toString())).filter(
        (row) => row.name.endsWith("/CLAUDE.md") && !row.name.includes("/sub/"),
      );
      if (run.startsWith("D")) expect(rows).toEqual([]);
      else {
        expect(rows.map((row) => [row.boundary, row.older.source, row.newer.source, row.retiredAt])).toEqual([
          [1, "summary", "disk", null],
        ]);
        expect(rows[0]?.older.text).toContain("MK-ROOT-4417");
        expect(rows[0]?.newer.text).toContain("MK-ROOT-7093");
        expect(rows[0]?.grade).toBe("inferred");
      }
    }
  });

  const quoting = (summary: string, edited: string | null) => {
    const session = transcript({ cliVersion: "2.1.285", ambient: false })
      .instructions([{ path: rules, content: "Deploy on Fridays only.\nBe kind." }])
      .prompt("go")
      .reply("Yes.");
    if (edited !== null) session.disk(rules, edited);
    return session.compact({ trigger: "manual", summary }).prompt("next").reply("Yes.");
  };

  it("needs a line of the old copy that stands verbatim in the summary and not in the new text", async () => {
    const rowsOf = async (summary: string, edited: string | null) =>
      conflicts(await readTimeline(quoting(summary, edited).toString()));
    const edited = "Deploy on Mondays only.\nBe kind.";
    expect(await rowsOf("The rule says: Deploy on Fridays only.", edited)).toMatchObject([
      {
        boundary: 1,
        name: rules,
        older: { source: "summary", text: "Deploy on Fridays only." },
        newer: { source: "disk", text: "Deploy on Mondays only." },
      },
    ]);
    expect(await rowsOf("It speaks of Fridays.", edited)).toEqual([]);
    expect(await rowsOf("The rule says: Deploy on Fridays only.", null)).toEqual([]);
    expect(await rowsOf("Be kind.", "Be stern.\nDeploy on Fridays only.")).toEqual([]);
  });

  it("takes no heading for a quotation, and one line inside a sentence for none either", async () => {
    const old = "## REMOVED Requirements\nDeploy on Fridays only, after the tests.\nAsk before you delete a branch.";
    const rowsOf = async (summary: string) => {
      const session = transcript({ cliVersion: "2.1.285", ambient: false })
        .instructions([{ path: rules, content: old }])
        .prompt("go")
        .reply("Yes.")
        .disk(rules, "Be kind.")
        .compact({ trigger: "manual", summary })
        .prompt("next")
        .reply("Yes.");
      return conflicts(await readTimeline(session.toString()));
    };
    expect(await rowsOf("Deleted the phantom `## REMOVED Requirements` block, as was asked.")).toEqual([]);
    expect(await rowsOf("Rules:\n## REMOVED Requirements\nNothing else.")).toEqual([]);
    expect(await rowsOf("We no longer Deploy on Fridays only, after the tests. as before.")).toEqual([]);
    const one = await rowsOf("Rules:\n  - Deploy on Fridays only, after the tests.\nNothing else.");
    expect(one).toMatchObject([{ grade: "inferred", older: { text: "Deploy on Fridays only, after the tests." } }]);
    const both = await rowsOf(
      "1. **Deploy on Fridays only, after the tests.**\n2. Also this: `Ask before you delete a branch.`",
    );
    expect(both).toMatchObject([
      {
        grade: "derived",
        older: { text: "Deploy on Fridays only, after the tests.\nAsk before you delete a branch." },
      },
    ]);
  });

  it("finds a stored skill whose file was written, or that ran again with another text, since", async () => {
    const directory = `${cwd}/.claude/skills/deploy`;
    const body = `Base directory for this skill: ${directory}\n\nTag first.`;
    const start = () =>
      transcript({ cliVersion: "2.1.285", ambient: false })
        .prompt("go")
        .skill("deploy", "Tag first.", { by: "model" })
        .reply("Yes.");
    const bodyOf = (session: { rows(): Row[] }): string => JSON.stringify(session.rows());
    expect(bodyOf(start())).toContain("Tag first.");
    const path = /Base directory for this skill: ([^\\"]+)/.exec(bodyOf(start()))?.[1] ?? directory;
    const written = conflicts(
      await readTimeline(
        start().write(`${path}/SKILL.md`, "Tag last.").reply("Ok.").compact({ trigger: "auto" }).toString(),
      ),
    );
    expect(written.filter((row) => row.name === "deploy")).toMatchObject([
      { boundary: 1, older: { source: "invocation" }, newer: { source: "disk", text: null } },
    ]);
    expect(written[0]?.older.text).toContain(body.slice(-10));
    const twice = conflicts(
      await readTimeline(
        start()
          .write(`${path}/SKILL.md`, "Tag last.")
          .reply("Ok.")
          .compact({ trigger: "auto" })
          .reply("On.")
          .compact({ trigger: "auto" })
          .toString(),
      ),
    );
    expect(twice.map((row) => [row.boundary, row.older.source, row.newer.source])).toEqual([
      [1, "invocation", "disk"],
      [2, "invocation", "disk"],
    ]);
    const untouched = conflicts(await readTimeline(start().reply("Ok.").compact({ trigger: "auto" }).toString()));
    expect(untouched).toEqual([]);
  });

  it("cuts both texts to the length that is asked for", async () => {
    const timeline = await readTimeline(
      quoting("The rule says: Deploy on Fridays only.", "Deploy on Mondays only.").toString(),
    );
    const [row] = conflicts(timeline, { textChars: 6 });
    expect([row?.older.text, row?.newer.text]).toEqual(["Deploy", "Deploy"]);
  });

  it("cites lines that hold the texts, in any session", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession({ maxSteps: 20, versions: ["2.1.260", "2.1.269", "2.1.285", "2.1.293"] }),
        async (session) => {
          const lines = session.lines();
          for (const row of conflicts(await readTimeline(session.toString()))) {
            expect(row.evidence.length).toBeGreaterThanOrEqual(3);
            for (const side of [row.older, row.newer]) {
              const quoted = side.text?.split("\n")[0] ?? "";
              expect(lines[side.line - 1]).toContain(JSON.stringify(quoted).slice(1, -1));
            }
            expect(row.older).not.toEqual(row.newer);
            if (row.retiredAt !== null) expect(lines[row.retiredAt - 1]).toContain('"changed":true');
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
