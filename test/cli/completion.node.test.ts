import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takes } from "../../src/cli/completion/takes.js";
import { verbGroups } from "../../src/cli/verbs.js";
import { projectName } from "../../src/node/known-sessions.js";
import { systemProgram } from "../system-program.js";
import { runCaptured } from "./run-captured.js";

const id = "3f0c8a52-6d1e-4b7a-9c35-0e2f71d4ab90";
const folder = mkdtempSync(join(tmpdir(), "tidemark-completion-"));
const session = join(folder, "claude", "projects", projectName("/work/tide"), `${id}.jsonl`);
mkdirSync(dirname(session), { recursive: true });
writeFileSync(session, "{}\n");
process.env.CLAUDE_CONFIG_DIR = join(folder, "claude");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the program offers for the last word: how paths are completed, and words with what is shown beside them. */
async function asked(...words: string[]): Promise<{ paths: string; offered: Record<string, string> }> {
  const { code, out, err } = await runCaptured(["complete", "--", ...words]);
  expect([code, err]).toEqual([0, ""]);
  const [paths = "", ...lines] = out.trimEnd().split("\n");
  return { paths, offered: Object.fromEntries(lines.map((line) => [...line.split("\t"), ""].slice(0, 2))) };
}

const words = async (...typed: string[]) => Object.keys((await asked(...typed)).offered);

describe("what is offered", () => {
  test("verbs with their summaries, and the commands beside sessions", async () => {
    const { paths, offered } = await asked("");
    expect(paths).toBe("none");
    for (const group of Object.values(verbGroups))
      for (const [name, { summary }] of Object.entries(group)) expect(offered[name]).toBe(summary);
    expect(Object.keys(offered)).toEqual(expect.arrayContaining(["export", "sql", "setup", "lint", "completion"]));
    expect(Object.keys(offered)).not.toContain("complete");
    expect(await words("mis")).toEqual(["missing"]);
    expect(await words("lab", "r")).toEqual(["run", "report"]);
  });

  test("the options of a verb that are not there yet, or may be repeated", async () => {
    expect(await words("returned", "x", "--")).toEqual(["--json", "--width", "--concurrency", "--help"]);
    expect(await words("returned", "--json", "--width", "100", "--")).toEqual(["--concurrency", "--help"]);
    expect(await words("trace", "--marker", "a", "--ma")).toEqual(["--marker"]);
    expect((await asked("usage", "--b")).offered["--by"]).toMatch(/^sums instead of requests/);
    expect(await words("--")).toEqual(["--version", "--help"]);
    expect(await words("report", "--", "--")).toEqual([]);
  });

  test("the words of an option, in a list none twice, also behind =", async () => {
    expect(await words("export", "--format", "")).toEqual(["parquet", "arrow", "csv", "ndjson"]);
    const groups = ["hour", "week", "month", "model", "project", "session", "chain"];
    expect(await words("usage", "--by", "day,")).toEqual(groups.map((group) => `day,${group}`));
    expect(await words("usage", "--by=day,mod")).toEqual(["--by=day,model"]);
    // Bash hands the same over in three words.
    expect(await words("usage", "--by", "=", "day,mod")).toEqual(["--by=day,model"]);
    expect(await words("export", "--format", "=")).toHaveLength(4);
    expect(await asked("context", "--line", "")).toEqual({ paths: "none", offered: {} });
  });

  test("transcripts, and the ids of sessions with project and age", async () => {
    expect(await asked("report", "3f0")).toEqual({
      paths: "transcripts",
      offered: { [id]: "-work-tide, just now" },
    });
    expect((await asked("trace", "")).offered).toHaveProperty(id);
    expect(await words("report", "./3f")).toEqual([]);
    expect(await words("report", "one.jsonl", "3F0")).toEqual([]);
    expect((await asked("trace", "x", "")).paths).toBe("none");
  });

  test("files and folders where these are wanted", async () => {
    for (const [typed, paths] of [
      [["export", ""], "folders"],
      [["export", "--out", ""], "folders"],
      [["sql", "select 1", ""], "folders"],
      [["hooks", "--settings", ""], "files"],
      [["lint", ""], "files"],
      [["reinvoke", ""], "transcripts"],
    ] as const)
      expect((await asked(...typed)).paths).toBe(paths);
  });

  test.each(Object.keys(takes))("for %s, which is there", async (name) => {
    const typed = name.split(" ");
    const last = typed.pop() ?? "";
    const { paths, offered } = await asked(...typed, ...(last.startsWith("--") ? [last] : []), "");
    expect(paths !== "none" || Object.keys(offered).length > 0).toBe(true);
  });

  test("is never an error, and never more than a word with a line of text", async () => {
    const word = fc.oneof(
      fc.constantFrom(
        "usage",
        "--by",
        "=",
        "--",
        "-",
        "lab",
        "run",
        "--by=",
        "",
        "complete",
        "-h",
        "--help",
        "--version",
      ),
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (typed) => {
        const { code, out, err } = await runCaptured(["complete", "--", ...typed]);
        expect([code, err]).toEqual([0, ""]);
        expect(out).toMatch(/^(none|transcripts|files|folders)\n([^\t\n\p{Cc}]+(\t[^\n\p{Cc}]+)?\n)*$/u);
      }),
      { numRuns: 60 },
    );
  });

  test("where the home folder is not known, all but ids", async () => {
    const { CLAUDE_CONFIG_DIR, HOME } = process.env;
    try {
      delete process.env.CLAUDE_CONFIG_DIR;
      process.env.HOME = "";
      expect(await asked("report", "3")).toEqual({ paths: "transcripts", offered: {} });
    } finally {
      Object.assign(process.env, { CLAUDE_CONFIG_DIR, HOME });
    }
  });
});

test("what is no shell is refused with those that there are", async () => {
  const { code, err } = await runCaptured(["completion", "tcsh"]);
  expect([code, err]).toEqual([2, expect.stringContaining("Allowed choices are bash, zsh, fish")]);
});

test("without a shell the line of each is told, ready to be pasted", async () => {
  const { code, out, err } = await runCaptured(["completion"]);
  expect([code, out]).toEqual([2, ""]);
  expect(err.split("\n").map((line) => line.trim().split(/ {3,}/))).toEqual([
    ["tidemark: which shell? Add its line once, and open a new one:"],
    ["bash  in ~/.bashrc:", "source <(tidemark completion bash)"],
    ["zsh", "in ~/.zshrc, after compinit:", "source <(tidemark completion zsh)"],
    ["fish  in config.fish:", "tidemark completion fish | source"],
    [""],
  ]);
});

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const driver = fileURLToPath(new URL("type-and-tab.zsh", import.meta.url));
const [bash, zsh, fish] = [systemProgram("bash"), systemProgram("zsh"), systemProgram("fish")];

describe.skipIf(!existsSync(program))("in a real shell", () => {
  const work = join(folder, "work");
  const environment = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}`, HOME: folder };

  beforeAll(() => {
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "tidemark"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(join(folder, "bin", "tidemark"), 0o755);
    mkdirSync(join(work, "dir a"), { recursive: true });
    for (const name of ["we ird", "it's", "$(touch pwned)", "`touch pwned`", "new\nline", "esc\u001b[31m"])
      writeFileSync(join(work, `${name}.jsonl`), "");
    writeFileSync(join(work, "weather.txt"), "");
  });

  /** Where a line that is typed has got to after Tab. */
  const typed: Record<string, string> = {
    "tidemark retu": "tidemark returned ",
    "tidemark report 3f0": `tidemark report ${id} `,
    "tidemark report we": "tidemark report we\\ ird.jsonl ",
    'tidemark report "we': 'tidemark report "we ird.jsonl" ',
    "tidemark report it": "tidemark report it\\'s.jsonl ",
    "tidemark report \\$": "tidemark report \\$\\(touch\\ pwned\\).jsonl ",
    "tidemark report di": "tidemark report dir\\ a/",
    "tidemark usage --by=day,mod": "tidemark usage --by=day,model ",
    "tidemark export --out=d": "tidemark export --out=dir\\ a/",
    "tidemark report $(touch pwned) --js": "tidemark report $(touch pwned) --json ",
    "tidemark context --line 1": "tidemark context --line 1",
  };

  async function lines(shell: string, setup: string, ...args: string[]): Promise<Record<string, string>> {
    const out = join(folder, setup.startsWith("PS1") ? "bash" : "zsh");
    writeFileSync(`${out}.setup`, setup.replaceAll("OUT", out));
    const done = run(zsh as string, ["-f", driver, `${out}.setup`, shell, ...args], { ...environment, OUT: out });
    await done(Object.keys(typed).join("\n"));
    expect(readFileSync(`${out}.log`, "utf8")).not.toMatch(/not found|rror|nmatched|no matches/);
    return Object.fromEntries(Object.keys(typed).map((line, at) => [line, readFileSync(`${out}.${at + 1}`, "utf8")]));
  }

  const run =
    (path: string, args: string[], env: NodeJS.ProcessEnv = environment) =>
    (input = "") =>
      new Promise<string>((resolve, reject) => {
        const child = execFile(path, args, { cwd: work, env, encoding: "utf8" }, (error, stdout, stderr) =>
          error === null && stderr === "" ? resolve(stdout) : reject(error ?? new Error(stderr)),
        );
        child.stdin?.end(`${input}\n`);
      });

  test.skipIf(bash === null || zsh === null)(
    "bash completes what is typed, and runs none of it",
    { timeout: 120_000 },
    async () => {
      const setup = `PS1='> '
source <(tidemark completion bash)
n=0
write_line() { printf %s "$READLINE_LINE" > OUT.tmp; n=$((n + 1)); mv OUT.tmp OUT.$n; }
bind -x '"\\C-x": write_line'
`;
      expect(await lines(bash as string, setup, "--norc", "-i")).toEqual(typed);
      expect(existsSync(join(work, "pwned"))).toBe(false);
    },
  );

  test.skipIf(zsh === null)("zsh completes what is typed, and runs none of it", { timeout: 120_000 }, async () => {
    const setup = `autoload -U compinit; compinit -u -D
source <(tidemark completion zsh)
PS1='> ' n=0
write_line() { print -rn -- "$BUFFER" > OUT.tmp; mv OUT.tmp OUT.$((++n)) }
zle -N write_line; bindkey -e; bindkey '^X' write_line
`;
    expect(await lines(zsh as string, setup, "-f", "-i")).toEqual(typed);
    expect(existsSync(join(work, "pwned"))).toBe(false);
  });

  test.skipIf(fish === null)(
    "fish offers what the program and the folder have, and runs none of it",
    { timeout: 120_000 },
    async () => {
      const asks = [
        "tidemark retu",
        "tidemark report 3f0",
        'tidemark report \\"we',
        "tidemark report it",
        "tidemark usage --by=day,mod",
        "tidemark export --out=d",
        "tidemark report \\$(touch pwned) --js",
        "tidemark context --line 1",
      ];
      const script = `tidemark completion fish | source; for line in ${asks.map((ask) => `"${ask}"`).join(" ")}
      complete -C"$line"; echo .
    end`;
      const out = await run(fish as string, ["--no-config", "-c", script])();
      expect(out.split(".\n").map((part) => part.replace(/\t.*/g, "").trim())).toEqual([
        "returned",
        id,
        "we ird.jsonl",
        "it's.jsonl",
        "--by=day,model",
        "--out=dir a/",
        "--json",
        "",
        "",
      ]);
      expect(existsSync(join(work, "pwned"))).toBe(false);
    },
  );

  test.skipIf(bash === null)("where the program is gone, bash prints nothing and completes nothing", async () => {
    const script = join(folder, "gone.bash");
    writeFileSync(script, (await runCaptured(["completion", "bash"])).out);
    const ask = `source "${script}"; COMP_WORDS=(tidemark ret) COMP_CWORD=1; PATH=; _tidemark tidemark ret tidemark; echo "\${#COMPREPLY[@]}"`;
    expect(await run(bash as string, ["--norc", "-c", ask])()).toBe("0\n");
  });
});
