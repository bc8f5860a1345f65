import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hookSystems, settingsBlock } from "../../../src/systems.js";
import { inFolder, start } from "./in-folder.js";

const page = readFileSync(new URL("../../../docs/handover.md", import.meta.url), "utf8");
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "m").exec(page)?.[1] ?? "";

test("the note on the page is the one that is written for such a session", async () => {
  const session = start()
    .prompt("Decided: the colour is blue.")
    .reply("Noted.")
    .compact({ keep: 0, summary: "Colour decided: blue." })
    .prompt("Changed my mind about the colour: green. Waiting for Sam about the font, see #12.")
    .tool("Bash", { command: "npm run lint" }, "Exit code 1: no script lint", { isError: true })
    .tool("Bash", { command: "npm run check:style" }, "ok")
    .write("/home/dev/project/page.css", "a")
    .reply("Green it is. I will check the page after the merge. Should I ask Sam again?");
  const { write, text } = inFolder(session.toString(), session.sessionId);
  await write();
  const isFixed = (row: string): boolean => !/^(?:Written |<!--)/.test(row);
  expect(block("text").trimEnd().split("\n").filter(isFixed)).toEqual(text().trimEnd().split("\n").filter(isFixed));
  expect(block("text")).toMatch(
    /^Written .* by the local pass \(no model\) from the compaction on line 3 up to line 12 of /m,
  );
});

test("the set-up on the page is the one that `tidemark setup handover` writes", () => {
  const systems = hookSystems.filter(({ name }) => name === "handover");
  expect(JSON.parse(block("json"))).toEqual(settingsBlock(systems, "tidemark"));
});
