import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hookSystems, settingsBlock } from "../../../src/systems.js";
import { inFolder, runCaptured } from "../../cli/run-captured.js";

const settings = '{\n  "model": "opus"\n}\n';

describe("tidemark setup", () => {
  test("prints the settings of all systems, or of those named, as JSON", async () => {
    const all = await runCaptured(["setup"]);
    expect({ ...all, out: JSON.parse(all.out) }).toEqual({
      code: 0,
      out: settingsBlock(hookSystems, "tidemark"),
      err: "",
    });
    const { out } = await runCaptured(["setup", "forecast", "--command", "npx tidemark"]);
    expect(JSON.parse(out)).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "npx tidemark forecast --stop", timeout: 10 }] }] },
    });
  });

  test.each(["handover", "reinvoke", "telemetry"])(
    "%s says in its help how it is set up, and that works",
    async (name) => {
      const { out } = await runCaptured([name, "--help"]);
      const [, words = ""] = /^ {2}tidemark (setup .*)$/m.exec(out) ?? [];
      await inFolder({}, async (folder) => {
        const path = `${folder}/settings.json`;
        const args = words.replace("~/.claude/settings.json", path).split(" ");
        expect(args).toEqual(["setup", name, "--write", path]);
        const { code, out: shown } = await runCaptured(args);
        expect(code).toBe(0);
        expect(shown).toContain(`"command": "tidemark ${name}`);
        expect(readdirSync(folder)).toEqual([]);
      });
    },
  );

  test("shows what a file would become, does it with --yes, and takes it out again", async () => {
    await inFolder({ "settings.json": settings }, async (folder) => {
      const path = `${folder}/settings.json`;
      const setup = (...args: string[]) => runCaptured(["setup", "status-line", "--command", "node tidemark", ...args]);
      const dry = await setup("--write", path);
      expect(dry).toEqual({
        code: 0,
        out: [
          "  {",
          '-   "model": "opus"',
          '+   "model": "opus",',
          '+   "statusLine": {',
          '+     "type": "command",',
          '+     "command": "node tidemark forecast --status-line",',
          '+     "refreshInterval": 10',
          "+   }",
          "  }",
          "nothing is written yet: the same with --yes does it",
          "",
        ].join("\n"),
        err: "",
      });
      expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual([settings, ["settings.json"]]);
      expect((await setup("--write", path, "--yes")).out).toMatch(/\nwritten: .*settings\.json; as it was: .*\.bak\n$/);
      expect((await setup("--write", path, "--yes")).out).toBe(
        "is there already: status-line: statusLine\nnothing to add\n",
      );
      const gone = await setup("--remove", path, "--yes", "--json");
      expect(JSON.parse(gone.out)).toMatchObject({ file: path, changed: ["status-line: statusLine"], written: true });
      expect(readFileSync(path, "utf8")).toBe(settings);
      expect((await setup("--remove", path, "--yes")).out).toBe("nothing to take out\n");
    });
  });

  test("leaves a status line alone that is there, and says how both go together", async () => {
    const own = '{"statusLine": {"type": "command", "command": "line.sh"}}';
    await inFolder({ "settings.json": own }, async (folder) => {
      const path = `${folder}/settings.json`;
      const named = await runCaptured(["setup", "status-line", "--write", path, "--yes", "--command", "node t"]);
      expect([named.code, readFileSync(path, "utf8")]).toEqual([2, own]);
      expect(named.out).toContain(
        "has a status line of its own, which stays; let it call tidemark forecast --status-line",
      );
      const all = await runCaptured(["setup", "--write", path, "--yes", "--command", "node t"]);
      expect([all.code, JSON.parse(readFileSync(path, "utf8")).statusLine.command]).toEqual([0, "line.sh"]);
    });
  });

  test("shows no secret of the file, and no control character", async () => {
    const key = `sk-ant-api03-${"a1B2".repeat(22)}`;
    const text = `{\n\t"env": { "KEY": "${key}", "\u001b": "\u009b31m" }\n}\n`.replace("\u001b", "\\u001b");
    await inFolder({ "settings.json": text }, async (folder) => {
      const { out } = await runCaptured(["setup", "--write", `${folder}/settings.json`, "--yes"]);
      expect(out).toContain("[redacted: anthropic key]");
      expect(out).not.toContain(key);
      expect(out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    });
  });

  test("writes a plugin, without the status line that a plugin can't have", async () => {
    await inFolder({}, async (folder) => {
      const { code, out, err } = await runCaptured(["setup", "--plugin", `${folder}/plugin`]);
      expect([code, err]).toEqual([0, "tidemark: a plugin can't set a status line: it is left out\n"]);
      expect(out).toContain(`claude --plugin-dir ${folder}/plugin`);
      const json = await runCaptured(["setup", "forecast", "--plugin", `${folder}/other`, "--json"]);
      expect(JSON.parse(json.out)).toMatchObject({ folder: `${folder}/other`, systems: ["forecast"] });
      expect((await runCaptured(["setup", "--plugin", `${folder}/plugin`])).err).toContain(
        "is not empty; name a new folder",
      );
      expect((await runCaptured(["setup", "status-line", "--plugin", `${folder}/new`])).code).toBe(2);
      expect(readdirSync(folder).sort()).toEqual(["other", "plugin"]);
    });
  });

  test("says where the program would not be found", async () => {
    const before = process.env.PATH;
    process.env.PATH = "/none";
    try {
      await inFolder({}, async (folder) => {
        const { code, err } = await runCaptured(["setup", "--write", `${folder}/settings.json`]);
        expect(code).toBe(0);
        expect(err).toBe("tidemark: tidemark is not on your PATH: npm install -g tidemark, or give --command\n");
      });
    } finally {
      process.env.PATH = before;
    }
  });

  test.each([
    [["setup", "forcast"], "no system forcast; give some of handover, reinvoke, telemetry, forecast, status-line"],
    [
      ["setup", "--write", "/none/settings.json", "--yes"],
      "/none/settings.json: its folder is not there; make it first: mkdir -p /none",
    ],
    [["setup", "--remove", "/none/settings.json"], "/none/settings.json: no such file; check the path"],
    [["setup", "--write", "a", "--remove", "b"], "cannot be used with option"],
    [["hooks", "--write", "x"], "unknown option '--write'; to set hooks up: tidemark setup [--write FILE]"],
    [["hooks", "--plugin", "x"], "unknown option '--plugin'; to set hooks up: tidemark setup [--write FILE]"],
  ])("wrong use %j is one line that says what to do", async (args, message) => {
    const { code, out, err } = await runCaptured(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(
      err
        .trimEnd()
        .split("\n")
        .filter((line) => !line.includes("PATH")),
    ).toHaveLength(1);
  });

  test("its help has every system and keeps to 80 columns", async () => {
    const { code, out } = await runCaptured(["setup", "--help"]);
    expect(code).toBe(0);
    for (const { name } of hookSystems) expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
