import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hookSystems, pluginFiles, writePlugin } from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

describe("a plugin", () => {
  test("holds a manifest, the hooks and what starts the program", () => {
    const folder = join(temporaryFolder(), "new", "plugin");
    expect(writePlugin(folder, hookSystems)).toEqual([
      ".claude-plugin/plugin.json",
      "hooks/hooks.json",
      "scripts/tidemark",
    ]);
    const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(JSON.parse(readFileSync(join(folder, ".claude-plugin/plugin.json"), "utf8"))).toMatchObject({
      name: "tidemark",
      version,
    });
    const { hooks } = JSON.parse(readFileSync(join(folder, "hooks/hooks.json"), "utf8"));
    expect(Object.keys(hooks)).toEqual(["PreCompact", "SessionStart", "PostCompact", "Stop"]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands there so.
    expect(hooks.Stop[0].hooks[0].command).toBe('"${CLAUDE_PLUGIN_ROOT}/scripts/tidemark" forecast --stop');
    expect(statSync(join(folder, "scripts/tidemark")).mode & 0o111).toBe(0o111);
    expect([...pluginFiles(hookSystems).values()].join("")).not.toContain("statusLine");
  });

  test("is written into no folder that holds something", () => {
    const folder = temporaryFolder([["mine.txt", "text"]]);
    expect(() => writePlugin(folder, hookSystems)).toThrow(`${folder}: is not empty`);
    expect(readdirSync(folder)).toEqual(["mine.txt"]);
    expect(() => writePlugin(join(folder, "mine.txt"), hookSystems)).toThrow("mine.txt");
    expect(() => writePlugin(join(folder, "mine.txt", "plugin"), hookSystems)).toThrow("mine.txt");
  });

  test.skipIf(process.platform === "win32")("ends with 0 whatever its program does, and where there is none", () => {
    const folder = join(temporaryFolder(), "a plugin");
    writePlugin(folder, hookSystems);
    const bin = temporaryFolder();
    const run = () =>
      spawnSync("/bin/sh", ["-c", '"$CLAUDE_PLUGIN_ROOT/scripts/tidemark" forecast --stop'], {
        encoding: "utf8",
        input: "input",
        env: { CLAUDE_PLUGIN_ROOT: folder, PATH: `${bin}:/usr/bin:/bin` },
      });
    expect(run()).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "tidemark is not installed: npm install -g tidemark\n",
    });
    const program = join(bin, "tidemark");
    writeFileSync(program, '#!/bin/sh\necho "$@"; cat; exit 2\n');
    chmodSync(program, 0o755);
    expect(existsSync(program)).toBe(true);
    expect(run()).toMatchObject({ status: 0, stdout: "forecast --stop\ninput", stderr: "" });
  });
});
