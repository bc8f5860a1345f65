import { describe, expect, test } from "vitest";
import { allVerbs } from "../../src/cli/verbs.js";
import { columnMeans } from "../../src/show/column-words.js";
import { demoTranscript } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const verbs = await allVerbs();

describe("the help of a verb", () => {
  test.each(verbs.map((verb) => [verb.name, verb] as const))(
    "%s: its question, its options, one example",
    async (name, verb) => {
      const { code, out } = await runCaptured([name, "--help"]);
      const text = out.replace(/\s+/g, " ");
      expect(code).toBe(0);
      expect(verb.question).toMatch(/^[A-Z].*\?$/);
      expect(text).toContain(verb.question);
      for (const option of Object.keys(verb.options ?? {}))
        expect(out).toMatch(new RegExp(`^ +--${dashed(option)}\\b`, "m"));
      expect(out).toMatch(
        new RegExp(`^Example:\\n {2}tidemark ${name}( .+)?\\n\\nNext:\\n {2}tidemark .+\\n {6}.+\\n$`, "m"),
      );
      const next = verb.next?.[0].split(" ")[1] ?? "";
      expect([...verbs.map((one) => one.name), "lint", "setup"]).toContain(next);
      for (const head of Object.keys(verb.columns)) expect(columnMeans(name, head), head).toMatch(/^.{3,}$/);
      const [option = "", other] = verb.other ?? [];
      for (const head of Object.keys(other?.columns ?? {}))
        expect(columnMeans(`${name} ${option}`, head), head).toMatch(/^.{3,}$/);
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    },
  );

  test.each([
    ["usage", "--by", "cache write"],
    ["forecast", "--score", "precision"],
  ])("%s tells what %s asks without a path, and its columns", async (verb, option, column) => {
    const { out } = await runCaptured([verb, "--help"]);
    expect(out.replace(/\s+/g, " ")).toContain(
      `default: the newest session of this directory; with ${option} all sessions of Claude Code's folder`,
    );
    expect(out.split(`\nWith ${option}:\n`)[1]).toMatch(new RegExp(`^  ${column} {2,}\\w`, "m"));
  });

  test("-h says of itself what it does there", async () => {
    for (const words of [["usage"], ["lab", "run"]])
      expect((await runCaptured([...words, "--help"])).out).toMatch(/^ {2}-h, --help +print this help$/m);
    expect((await runCaptured(["--help"])).out).toMatch(/-h, --help +print this help; after a verb, the verb's help$/m);
  });

  const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
});

/** The words that call each command which has none below it, as completion offers them. */
async function commands(before: string[] = []): Promise<string[][]> {
  const { out } = await runCaptured(["complete", "--", ...before, ""]);
  const names = out
    .split("\n")
    .slice(1, -1)
    .map((line) => line.split("\t")[0] ?? "");
  if (before.length === 0) return (await Promise.all(names.map((name) => commands([name])))).flat();
  const inner = ["handover", "lab"].includes(before[0] as string) && before.length === 1;
  return inner ? names.map((name) => [...before, name]) : [before];
}

test.each((await commands()).map((words) => [words.join(" "), words] as const))(
  "the help of %s says what it is for, has an example, and keeps to 80 columns",
  async (name, words) => {
    const { code, out, err } = await runCaptured([...words, "--help"], { columns: 80 });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`^Usage: tidemark ${name}( .*)?\\n\\n[A-Z]`));
    expect(out).toMatch(new RegExp(`^ +.*(tidemark ${name}|claude )`, "m"));
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  },
);

test.each([
  [["context", "x", "--line", "twelve"], "argument 'twelve' is invalid. Give a whole number from 1 on"],
  [["context", "x", "--line", "0"], "argument '0' is invalid. Give a whole number from 1 on"],
  [
    ["context", "x", "--at", "noon"],
    "argument 'noon' is invalid. Give a time in ISO 8601, such as 2026-09-30T10:00:39Z",
  ],
  [
    ["context", "x", "--line", "3", "--at", "2026-09-30"],
    "option '--line <number>' cannot be used with option '--at <time>'",
  ],
  [["budget", "x", "--rules", "1999-01-01"], "argument '1999-01-01' is invalid. Give one of 2026-08-22, 2026-10-08"],
  [["forecast", "x", "--rules", "latest"], "argument 'latest' is invalid. Give one of 2026-08-22, 2026-10-08"],
  [["forecast", "x", "--before", "-1"], "argument '-1' is invalid. Give a whole number from 1 on"],
  [["trace", "x"], "no marker; name a text after the path, or give --marker or --pattern"],
  [["trace", "x", ""], "An empty marker stands everywhere; pass a text or a pattern"],
  [["trace", "x", "--pattern", "(a"], "option '--pattern <regex>' argument '(a' is invalid."],
  [["trace", "x", "--pattern", "(a+)+\\1"], "option '--pattern <regex>' argument '(a+)+\\1' is invalid."],
  [["hooks", "x", "--settings", "/none.json"], "/none.json: no such file; check the path"],
])("wrong use %j ends with 2 and one line that says what to do", async (args, message) => {
  const { code, out, err } = await runCaptured(args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
  expect(err).toMatch(new RegExp(`^tidemark: [^\\n]+; see tidemark ${args[0]} --help\n$`));
});

test.each([
  [["context", "--line", "99"], "has no line 99; give --line from 1 to 8"],
  [["context", "--chain", "a1"], "no chain a1; give one of main"],
  [["forecast", "--before", "2"], "has no boundary 2; give --before from 1 to 1"],
])(
  "what the session does not have, as in %j, is one line that names the choice",
  async ([verb = "", ...args], message) => {
    await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
      expect(await runCaptured([verb, `${path}/one.jsonl`, ...args])).toEqual({
        code: 2,
        out: "",
        err: `tidemark: ${path}/one.jsonl: ${message}\n`,
      });
    });
  },
);

test("hooks --settings adds the hooks of the file that did not run", async () => {
  const hook = (command: string) => [{ matcher: "", hooks: [{ type: "command", command }] }];
  const settings = {
    hooks: {
      SessionStart: [{ matcher: "compact", hooks: [{ type: "command", command: "cat .claude/reinject.md" }] }],
      Stop: hook("./stop.sh"),
      PreCompact: hook("./save.sh"),
    },
  };
  await inFolder(
    {
      "one.jsonl": demoTranscript(),
      "settings.json": JSON.stringify(settings),
      "bad.json": "{",
      "odd.json": '{"hooks":{"Stop":5}}',
    },
    async (path) => {
      const { out } = await runCaptured([
        "hooks",
        `${path}/one.jsonl`,
        "--settings",
        `${path}/settings.json`,
        "--json",
      ]);
      expect(JSON.parse(out)).toMatchObject([
        { event: "SessionStart", ran: true, boundary: 1, deliveredChars: 10 },
        { event: "Stop", command: "./stop.sh", ran: false },
        { event: "PreCompact", command: "./save.sh", ran: null },
      ]);
      const bad = await runCaptured(["hooks", `${path}/one.jsonl`, "--settings", `${path}/bad.json`]);
      expect(bad.code).toBe(2);
      expect(bad.err).toContain(`${path}/bad.json is not JSON; name a settings.json of Claude Code`);
      const odd = await runCaptured(["hooks", `${path}/one.jsonl`, "--settings", `${path}/odd.json`]);
      expect([odd.code, odd.out]).toEqual([2, ""]);
      expect(odd.err).toContain(`${path}/odd.json: hooks.Stop is no list; write {"hooks": {"Stop": [`);
      expect(odd.err.trimEnd().split("\n")).toHaveLength(1);
    },
  );
});

test("context --at before the first line is no context, and no error", async () => {
  await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
    expect(await runCaptured(["context", path, "--at", "2020-01-01T00:00:00Z"])).toEqual({
      code: 0,
      out: "nothing stood in context there\n",
      err: "",
    });
  });
});

test("trace with --marker takes several paths", async () => {
  await inFolder({ "one.jsonl": demoTranscript(), "two.jsonl": demoTranscript() }, async (path) => {
    const { out } = await runCaptured([
      "trace",
      `${path}/one.jsonl`,
      `${path}/two.jsonl`,
      "--marker",
      "READY",
      "--json",
    ]);
    // The first reply stands before the boundary and is kept; the second stands after it: three rows of each session.
    expect(JSON.parse(out)).toHaveLength(6);
  });
});

test("claims counts what was not tested, and shows it with --all", async () => {
  await inFolder({ "one.jsonl": demoTranscript() }, async (path) => {
    const short = await runCaptured(["claims", path]);
    expect(short.out).toMatch(/^not decidable: \d+ claims; --all shows them$/m);
    expect(short.out).not.toContain("docs.task-list-persists");
    expect((await runCaptured(["claims", path, "--all"])).out).toContain("docs.task-list-persists");
  });
});
