import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lint, lintRules } from "../../src/systems.js";
import { inFolder, runCaptured } from "../cli/run-captured.js";
import { manifest } from "../package/doors.js";

const page = readFileSync(new URL("../../docs/lint.md", import.meta.url), "utf8");
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map((match) => match[1] as string);

/** A project in which the commands of the page find what they name. */
const project = Object.fromEntries(
  ["governance", "review", "deploy", "release", "docs", "tests"].map((name) => [
    `.claude/skills/${name}/SKILL.md`,
    "---\ndescription: x\n---\nAlways test.\n",
  ]),
);

describe("the page of the skill lint", () => {
  test("its table has every rule with its level and meaning, in order", () => {
    const rows = [...page.matchAll(/^\| `([a-z-]+)` +\| (error|warning|note) +\| (.*?) +\|$/gm)].map((row) =>
      row.slice(1),
    );
    expect(rows).toEqual(lintRules.map(({ id, level, summary }) => [id, level, summary]));
  });

  test("its workflows are YAML whose steps run the lint as it is", async () => {
    const workflows = blocks("yaml").map((text) => parse(text));
    expect(workflows).toHaveLength(2);
    for (const { permissions, jobs } of workflows) {
      expect(permissions.contents).toBe("read");
      const steps: { run?: string }[] = jobs.lint.steps;
      const [command = "", ...more] = steps.flatMap(({ run }) => run ?? []);
      expect(more).toEqual([]);
      const [, version, words = ""] =
        /^npx --yes tidemark@([\d.]+) (lint [^>]+?)(?: > skills\.sarif)?$/.exec(command) ?? [];
      expect(version).toBe(manifest.version);
      await inFolder(project, async (folder) => {
        const args = words.split(" ").map((word) => (word === ".claude" ? `${folder}/.claude` : word));
        expect(await runCaptured(args)).toMatchObject({ code: 0, err: "" });
      });
    }
  });

  test("its commands are understood", async () => {
    const commands = blocks("sh").flatMap((text) =>
      [...text.matchAll(/^npx tidemark (lint .*)$/gm)].map((match) => match[1]),
    );
    expect(commands.length).toBeGreaterThanOrEqual(3);
    await inFolder({ ...project, "plugins/team/skills/a/SKILL.md": "Always test." }, async (folder) => {
      for (const command of commands as string[]) {
        const args = command
          .split(" ")
          .map((word) => (/^(\.claude.*|plugins)$/.test(word) ? `${folder}/${word}` : word));
        const { code, err } = await runCaptured(args);
        expect({ code: code === 2, err }).toEqual({ code: false, err: "" });
      }
    });
  });

  test("its report is what the fixture gives", async () => {
    const [shown = ""] = blocks("text");
    expect((await runCaptured(["lint", "fixtures/skills"])).out).toContain(shown);
  });

  test("the hook that it advises has no finding, and runs", async () => {
    const [settings = ""] = blocks("json");
    await inFolder({ ".claude/settings.json": settings }, async (folder) => {
      expect((await lint([folder])).findings).toEqual([]);
    });
    const { command } = JSON.parse(settings).hooks.SessionStart[0].hooks[0];
    expect(execFileSync("bash", ["-c", command], { encoding: "utf8" })).toMatch(/with the Skill tool\.\n$/);
  });
});
