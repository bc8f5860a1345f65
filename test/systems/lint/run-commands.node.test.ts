import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { lint } from "../../../src/systems.js";
import { put, temporaryFolder } from "../../node/temporary-folder.js";
import { found, headChars, lintedSkill, only, skillText } from "./project.js";

const running = { runCommands: true };

/** The rendered characters below the line that names the folder. */
const chars = ({ skills: [skill] }: Awaited<ReturnType<typeof lint>>): number => (skill?.chars ?? 0) - headChars("one");

test("without being asked nothing is run", async () => {
  const folder = temporaryFolder([["one/SKILL.md", skillText(`!\`touch ${join("..", "ran")}\``)]]);
  await lint([folder]);
  expect(existsSync(join(folder, "ran"))).toBe(false);
  await lint([folder], running);
  expect(existsSync(join(folder, "ran"))).toBe(true);
});

test("what commands print belongs to the skill, in a line and as a block; a last line break goes", async () => {
  const report = await lintedSkill("Now: !`printf 12345`\n```!\nprintf 'a\\nb'\necho c\n```\nend", undefined, running);
  expect(chars(report)).toBe("Now: 12345\na\nbcend".length);
  expect(report.skills[0]?.unknown.commands).toBe(0);
  expect(found(report, "size-unknown")).toEqual([]);
});

test("output that is too large for a compaction is told at the command", async () => {
  const report = await lintedSkill(
    "Rules: never push.\n\n!`head -c 30000 /dev/zero | tr '\\0' x`\n",
    undefined,
    running,
  );
  expect(report.skills[0]?.tokens).toBeGreaterThan(7_500);
  expect(found(report, "tokens-over")).toEqual([["tokens-over", "error", 6]]);
});

test("a command runs in the folder of its skill, without standard input", async () => {
  const folder = temporaryFolder([
    ["one/SKILL.md", skillText('!`cat; basename "$PWD"; cat notes.md; basename "$CLAUDE_SKILL_DIR"`')],
  ]);
  put(join(folder, "one", "notes.md"), "abc\n");
  const report = await lint([folder], { ...running, root: folder });
  expect(report.skills[0]?.chars).toBe("Base directory for this skill: one\n\none\nabc\none".length);
});

test("one that fails stays unknown and is told, without its secrets", async () => {
  const secret = `ghp_${"Ab1Cd2Ef3".repeat(4)}`;
  const report = await lintedSkill(`!\`echo ${secret} && exit 3\``, undefined, running);
  expect(only(report, "command-failed")).toMatchObject({ level: "warning", line: 4 });
  expect(only(report, "command-failed").message).toContain("ended with code 3");
  expect(JSON.stringify(report)).not.toContain(secret);
  expect(report.skills[0]?.unknown.commands).toBe(1);
  expect(found(report, "size-unknown")).toHaveLength(1);
});

test("one that does not end is ended, with what it started", async () => {
  const folder = temporaryFolder([["one/SKILL.md", skillText("!`(sleep 60 & echo $! > pid; wait)`")]]);
  const report = await lint([folder], { ...running, commandTimeout: 500 });
  expect(only(report, "command-failed").message).toContain("did not end within 0.5 s");
  const pid = Number(readFileSync(join(folder, "one", "pid"), "utf8"));
  const isAlive = () => {
    try {
      // A process that has ended and was not yet waited for still has its number.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };
  while (isAlive()) await setTimeout(10);
});

test("one that prints without end is ended, and little of it is kept", async () => {
  const report = await lintedSkill("!`yes`", undefined, running);
  expect(only(report, "command-failed").message).toContain("prints more than 1,048,576 bytes");
});

test("one that the system does not take is told", async () => {
  for (const command of ["echo \0", `: ${"x".repeat(500_000)}`]) {
    const report = await lintedSkill(`!\`${command}\``, undefined, running);
    expect(only(report, "command-failed").message).toContain("can't be run");
  }
});

test("one that needs arguments, or another shell, is not run", async () => {
  const body = "!`echo $ARGUMENTS` !`echo $1` !`echo $issue`";
  const named = await lintedSkill(body, "description: x\narguments: issue", running);
  expect(named.skills[0]?.unknown.commands).toBe(3);
  const other = await lintedSkill("!`echo hi`", "description: x\nshell: powershell", running);
  expect(other.skills[0]?.unknown.commands).toBe(1);
  expect(found(other, "command-failed")).toEqual([]);
});

test("what a command prints is not looked at again", async () => {
  const report = await lintedSkill("!`printf '!\\140exit 1\\140 \\044ARGUMENTS'`", undefined, running);
  expect(chars(report)).toBe("!`exit 1` $ARGUMENTS".length);
  expect(report.skills[0]?.unknown).toEqual({ commands: 0, arguments: 0, files: 0 });
});

test("the signal ends a command that runs", async () => {
  const ended = new AbortController();
  const folder = temporaryFolder([["one/SKILL.md", skillText("!`touch begun; sleep 60`\n!`touch second`")]]);
  const asked = lint([folder], { ...running, signal: ended.signal });
  while (!existsSync(join(folder, "one", "begun"))) await setTimeout(10);
  ended.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  expect(existsSync(join(folder, "one", "second"))).toBe(false);
});
