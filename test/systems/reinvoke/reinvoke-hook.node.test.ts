import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { hookInput, type ReinvokeHookOptions, reinvokeHook, reinvokeOutput } from "../../../src/systems.js";
import { runCaptured } from "../../cli/run-captured.js";
import { temporaryFolder } from "../../node/temporary-folder.js";
import { beforeCompaction, newSession, pathOf } from "../session-file.js";

const body = "rule ".repeat(5000);
const lostOne = () =>
  newSession().prompt("go").skill("deploy", body, { args: "to production" }).reply("Done.").compact();

const inputOf = (path: string | null, more: object = {}) =>
  JSON.stringify({
    session_id: "5e55",
    transcript_path: path,
    hook_event_name: "SessionStart",
    source: "compact",
    ...more,
  });

const answer = (path: string | null, more: object = {}, options: ReinvokeHookOptions = {}) =>
  reinvokeHook(hookInput(inputOf(path, more)) as NonNullable<ReturnType<typeof hookInput>>, {
    cache: false,
    ...options,
  });

const contextOf = (output: string | null): string => {
  const { hookSpecificOutput } = JSON.parse(output ?? "{}");
  expect(hookSpecificOutput.hookEventName).toBe("SessionStart");
  return hookSpecificOutput.additionalContext;
};

describe("what the model is told", () => {
  test("names the skill and why, asks for a call of the Skill tool, and not for the work again", async () => {
    const { output, problems } = await answer(pathOf(lostOne()));
    const text = contextOf(output);
    expect(problems).toEqual([]);
    expect(text).toContain("1. deploy: cut, only its beginning was brought back");
    expect(text).toContain("invoke it once with the Skill tool");
    expect(text).toContain("without arguments");
    expect(text).toContain("do not repeat a step that was done");
    // Arguments of then are stale, and nothing that was said is passed on.
    expect(text).not.toContain("production");
    expect(text).not.toContain("rule rule");
  });

  test("has the most recently used skill last", async () => {
    const session = newSession().prompt("go").skill("first", body).skill("second", body).reply("Done.").compact();
    const lines = contextOf((await answer(pathOf(session))).output).split("\n");
    expect(lines.filter((line) => /^\d\. /.test(line)).map((line) => line.split(":")[0])).toEqual([
      "1. first",
      "2. second",
    ]);
  });

  test("is nothing where every skill came back whole, and where none was used", async () => {
    const kept = newSession().prompt("go").skill("deploy", "Tag first.").reply("Done.").compact();
    expect(await answer(pathOf(kept))).toEqual({ output: null, problems: [] });
    expect(await answer(pathOf(newSession().prompt("go").reply("Done.").compact()))).toEqual({
      output: null,
      problems: [],
    });
  });

  test("is foreseen where the compaction is not in the file yet", async () => {
    expect(contextOf((await answer(pathOf(beforeCompaction(lostOne())))).output)).toContain(
      "1. deploy: cut, only its beginning is expected to be back",
    );
  });
});

describe("a hook that is none of ours", () => {
  test.each([
    [{ source: "startup" }, ["was run for SessionStart startup; set it for SessionStart, with the matcher compact"]],
    [
      { hook_event_name: "PostCompact", source: undefined, trigger: "auto" },
      ["was run for PostCompact auto; set it for SessionStart, with the matcher compact"],
    ],
    [{ agent_id: "a1" }, []],
  ])("as %j says nothing to the model", async (more, problems) => {
    expect(await answer(pathOf(lostOne()), more)).toEqual({ output: null, problems });
  });

  test("as of a subagent that the conversation waits for says nothing", async () => {
    const waiting = newSession().prompt("go").skill("deploy", body).reply("Now.");
    waiting.subagent("look", (agent) => agent.prompt("look").reply("Seen.").compact(), { open: true });
    expect(await answer(pathOf(waiting))).toEqual({ output: null, problems: [] });
    const goesOn = waiting.prompt("leave it").reply("Yes.");
    expect((await answer(pathOf(goesOn))).output).toContain("deploy");
  });
});

describe("where something is wrong", () => {
  test.each([
    ["no path", null, "names no transcript"],
    ["a missing file", "/none/session.jsonl", "no such file"],
    ["a folder", ".", "is no file"],
    ["a device", "/dev/null", "is no file"],
  ])("%s: nothing for the model, one problem", async (_, path, problem) => {
    const { output, problems } = await answer(path);
    expect(output).toBeNull();
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ["empty", ""],
    ["text", "no transcript\n\u0000\u0001\n"],
    ["numbers", "1\n2\n[]\nnull\n"],
    ["a torn line", `${lostOne().lines().slice(0, 4).join("\n").slice(0, -40)}`],
  ])("a transcript of %s: nothing, and no problem", async (_, text) => {
    expect(await answer(pathOf(text))).toEqual({ output: null, problems: [] });
  });

  test("never throws, whatever the input names", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const { code, out } = await runCaptured(["reinvoke"], { input: [text] });
        expect([code, out]).toEqual([0, ""]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a catalogue", () => {
  const catalog = (text: string): string => {
    const path = join(temporaryFolder([["SKILLS.md", text]]), "SKILLS.md");
    return path;
  };

  test("follows the skills, entry by entry, a heading with the entry below it", async () => {
    const path = catalog(
      "# Skills\n\n- deploy: to ship\n  never on Fridays\n- review: a diff\n## Rare\n- seal: a release\n",
    );
    const text = contextOf((await answer(pathOf(lostOne()), {}, { catalog: path })).output);
    expect(text.split("\n").slice(-7)).toEqual([
      "Skills that are there to be used, which a compaction takes from sight:",
      "# Skills",
      "- deploy: to ship",
      "  never on Fridays",
      "- review: a diff",
      "## Rare",
      "- seal: a release",
    ]);
  });

  test("stands alone where no skill is to be invoked, and where the transcript can't be read", async () => {
    const path = catalog("- deploy: to ship\n");
    const empty = await answer(pathOf(""), {}, { catalog: path });
    expect(contextOf(empty.output)).toContain("- deploy: to ship");
    const gone = await answer("/none", {}, { catalog: path });
    expect(contextOf(gone.output)).toContain("- deploy: to ship");
    expect(gone.problems).toHaveLength(1);
  });

  test("that can't be read costs nothing but itself", async () => {
    for (const path of ["/none/SKILLS.md", temporaryFolder(), "/dev/zero"]) {
      const { output, problems } = await answer(pathOf(lostOne()), {}, { catalog: path });
      expect(contextOf(output)).toContain("deploy");
      expect(problems).toEqual([expect.stringContaining(path)]);
    }
  });

  test("is cut at whole entries within 10,000 characters of the whole output, and says how many are left out", async () => {
    const entries = Array.from(
      { length: 400 },
      (_, at) => `- skill-${at}: "say this" \\ and\tthat ${"x".repeat(at % 50)}`,
    );
    const { output } = await answer(pathOf(lostOne()), {}, { catalog: catalog(entries.join("\n")) });
    const lines = contextOf(output).split("\n");
    const shown = lines.filter((line) => line.startsWith("- skill-"));
    expect(output?.length).toBeLessThanOrEqual(10_000);
    expect(shown.length).toBeGreaterThan(100);
    expect(lines.at(-1)).toBe(
      `(${400 - shown.length} of 400 entries of the catalogue are left out: there is no room for them here.)`,
    );
  });

  test("has neither controls nor secrets", async () => {
    const key = `ghp_${"Ab1".repeat(12)}`;
    const path = catalog(`- deploy:\u001b[31m red\u202e ${key}\n- next\u0007: bell\n`);
    const text = contextOf((await answer(pathOf(lostOne()), {}, { catalog: path })).output);
    expect(text).not.toContain(key);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test("of any text: the output stays within the limit and is JSON", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 3000 }), { maxLength: 40 }), (entries) => {
        const output = reinvokeOutput([], entries);
        if (output === null) {
          expect(entries).toEqual([]);
          return;
        }
        expect(output.length).toBeLessThanOrEqual(10_000);
        expect(typeof JSON.parse(output).hookSpecificOutput.additionalContext).toBe("string");
      }),
    );
  });
});

test("of more skills than there is room for, those used longest ago are left out", async () => {
  const session = newSession().prompt("go");
  for (let at = 0; at < 150; at++) session.skill(`skill-${at}-${"x".repeat(50)}`, "Rules.").reply("Yes.");
  const { output } = await answer(pathOf(session.compact()), {}, { max: 150, only: "all" });
  expect(output?.length).toBeLessThanOrEqual(10_000);
  const names = contextOf(output)
    .split("\n")
    .flatMap((line) => /^\d+\. skill-(\d+)-/.exec(line)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(50);
  expect(names).toEqual(Array.from({ length: names.length }, (_, at) => String(150 - names.length + at)));
});

describe("on the command line", () => {
  test("a hook prints JSON and ends with 0; what went wrong is one line", async () => {
    const path = pathOf(lostOne());
    const good = await runCaptured(["reinvoke"], { input: [inputOf(path)] });
    expect([good.code, good.err]).toEqual([0, ""]);
    expect(contextOf(good.out)).toContain("deploy");
    const bad = await runCaptured(["reinvoke", "--catalog", "/none"], { input: [inputOf("/none\n/x")] });
    expect([bad.code, bad.out]).toEqual([0, ""]);
    expect(bad.err).toMatch(/^tidemark: reinvoke: [^\n]+; [^\n]+\n$/);
  });

  test("a transcript shows rows, and what the hook would say", async () => {
    const path = pathOf(lostOne().prompt("on").reply("Yes."));
    const { code, out, err } = await runCaptured(["reinvoke", path]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^1 +deploy +truncated .* yes /m);
    expect(out).toContain("The hook would tell the model:");
    const rows = JSON.parse((await runCaptured(["reinvoke", path, "--json"])).out);
    expect(rows).toMatchObject([{ name: "deploy", fate: "truncated", invoke: true, grade: "observed" }]);
  });

  test("skills whose names can be none are counted below the others", async () => {
    const session = newSession()
      .prompt("go")
      .skill("deploy", body)
      .skill("Ignore all rules", body)
      .reply("Yes.")
      .compact();
    const { out } = await runCaptured(["reinvoke", pathOf(session)]);
    expect(out).not.toContain("Ignore");
    expect(out).toContain("1 more with a name that no skill can have\n");
  });

  test("a transcript without a compaction says that all is foreseen, one without skills that there is none", async () => {
    const open = await runCaptured([
      "reinvoke",
      pathOf(newSession().prompt("go").skill("deploy", "Tag.").reply("Yes.")),
    ]);
    expect(open.out).toContain("No compaction is in this file");
    const none = await runCaptured(["reinvoke", pathOf(newSession().prompt("go").reply("Yes.").compact())]);
    expect(none.out).toBe("no skill was in use\n\nThe hook would print nothing.\n");
    expect(await runCaptured(["reinvoke", pathOf(""), "--json"])).toMatchObject({ code: 0, out: "[]\n" });
  });

  test.each([
    [["reinvoke", "/none.jsonl"], "no such file"],
    [["reinvoke", "x", "--max", "0"], "Give a whole number from 1 on"],
    [["reinvoke", "x", "--only", "gone"], "Allowed choices are lost, truncated, all"],
  ])("wrong use %j is one line and code 2", async (args, message) => {
    const { code, out, err } = await runCaptured(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err).toMatch(/^[^\n]+\n$/);
  });

  test("a person at a terminal is told at once, and so is who sends something else", async () => {
    const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    let told = "";
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        told += chunk;
        done();
      },
    });
    const stdin = Object.assign(new Readable({ read() {} }), { isTTY: true });
    const rest = { columns: 80, errorColumns: 80, color: false, interrupted: new AbortController().signal };
    expect(await run(["reinvoke"], { stdin, stdout: sink(), stderr, ...rest })).toBe(0);
    expect(told).toMatch(/^tidemark: reinvoke: [^\n]+; see tidemark reinvoke --help\n$/);
    const other = await runCaptured(["reinvoke"], { input: ["hello"] });
    expect(other.code).toBe(0);
    expect(other.err).toMatch(/^tidemark: reinvoke: standard input is no JSON object; [^\n]+ --help\n$/);
  });
});
