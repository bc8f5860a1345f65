import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeHandover } from "../../../src/systems.js";
import { casePath, caseTest } from "../../cases/open-case.js";
import { inFolder, talk } from "./in-folder.js";

describe("a subagent's compaction", () => {
  const waiting = () => talk().tool("Agent", { description: "dig", prompt: "Dig" }, "", { open: true });

  test("never takes the place of the main note: where the hook or the file's name says so, nothing is written", async () => {
    const { write, text, session, notes } = inFolder(talk().toString());
    await write();
    const before = text();
    for (const of of [
      { ...session, agentId: "c0ffee" },
      { ...session, transcriptPath: "/p/agent-c0ffee.jsonl" },
    ])
      expect(await writeHandover(of, { folder: notes })).toMatchObject({ outcome: "kept", path: null });
    expect([text(), readdirSync(notes).sort()]).toEqual([before, ["5e55.md", "5e55.tail.txt"]]);
  });

  test("with the parent's ids, while the main conversation waits for it, writes beside the main note", async () => {
    const { write, text, says, notes } = inFolder(talk().toString());
    await write();
    const before = text();
    says(waiting().toString());
    expect(await write({ summarisers: ["echo asked > asked.txt"] })).toMatchObject({
      outcome: "written",
      path: join(notes, "5e55.agent.md"),
      writtenBy: "the local pass (no model)",
    });
    expect(text()).toBe(before);
    expect(readdirSync(notes)).not.toContain("asked.txt");
  });

  test.each([
    ["was interrupted", () => waiting().interrupt()],
    [
      "has no answer in the file, and the conversation went on",
      () => waiting().reply("It took too long. Decided: no agent."),
    ],
    ["is of an earlier turn", () => waiting().prompt("Never mind the agent.").reply("Ok.")],
  ])("a call that %s is none that the main conversation waits for", async (_, session) => {
    const { write, says, notes } = inFolder(talk().toString());
    await write();
    says(session().toString());
    expect((await write()).path).toBe(join(notes, "5e55.md"));
  });

  caseTest("B072", "as a main file shows it, before the agent's result", async () => {
    const rows = readFileSync(casePath("B072"), "utf8").split("\n");
    const { write, text, says, notes } = inFolder(`${rows[0]}\n`);
    await write();
    const before = text();
    says(`${rows.slice(0, 2).join("\n")}\n`);
    expect((await write()).path).toBe(join(notes, "5e55.agent.md"));
    expect(text()).toBe(before);
  });
});
