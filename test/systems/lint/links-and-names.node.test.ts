import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lint } from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";
import { found, skillText } from "./project.js";

test("a link to a folder around the searched one is passed over: nobody named what lies beside it", async () => {
  const folder = temporaryFolder([
    ["repo/.claude/skills/a/SKILL.md", skillText("x")],
    ["other/SKILL.md", skillText("x")],
  ]);
  symlinkSync(folder, join(folder, "repo", ".claude", "skills", "up"));
  symlinkSync("/", join(folder, "repo", ".claude", "skills", "all"));
  const report = await lint([join(folder, "repo")], { root: folder });
  expect(report.skills.map(({ file }) => file)).toEqual(["repo/.claude/skills/a/SKILL.md"]);
  expect(found(report, "unreadable")).toEqual([]);
});

test("a link of a skill that leads nowhere is told, and another one is not", async () => {
  const folder = temporaryFolder([["good/SKILL.md", skillText("x")]]);
  mkdirSync(join(folder, "skills", "file"), { recursive: true });
  for (const name of ["skills/folder", "skills/file/SKILL.md", "notes"])
    symlinkSync(join(folder, "nowhere"), join(folder, name));
  const report = await lint([folder], { root: folder });
  expect(
    report.findings.filter(({ rule }) => rule === "unreadable").map(({ file, message }) => [file, message]),
  ).toEqual([
    ["skills/file/SKILL.md", "The file is a link that leads to no file."],
    ["skills/folder", "The file is a link that leads to no file."],
  ]);
});

test.runIf(process.platform === "linux")(
  "a name that is not UTF-8 is told, and what lies beside it is checked",
  async () => {
    const folder = temporaryFolder([["skills/good/SKILL.md", skillText("x")]]);
    const named = (path: string) => Buffer.concat([Buffer.from(join(folder, path)), Buffer.from([0xff])]);
    mkdirSync(named("skills/bad"));
    mkdirSync(join(folder, ".claude", "commands"), { recursive: true });
    writeFileSync(Buffer.concat([named(".claude/commands/bad"), Buffer.from(".md")]), "x");
    writeFileSync(join(folder, ".claude", "commands", "good.md"), "x");
    const report = await lint([folder], { root: folder });
    expect(report.skills.map(({ file }) => file)).toEqual([".claude/commands/good.md", "skills/good/SKILL.md"]);
    expect(
      report.findings.filter(({ rule }) => rule === "unreadable").map(({ file, message }) => [file, message]),
    ).toEqual([
      [".claude/commands/bad\ufffd.md", "The file has a name that is not UTF-8."],
      ["skills/bad\ufffd", "The file has a name that is not UTF-8."],
    ]);
  },
);
