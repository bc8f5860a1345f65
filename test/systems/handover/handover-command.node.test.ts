import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runCaptured } from "../../cli/run-captured.js";
import { put } from "../../node/temporary-folder.js";
import { inFolder, start, talk } from "./in-folder.js";

const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const hook = (session: object, more: object = {}): string[] => [
  JSON.stringify({ session_id: "5e55", hook_event_name: "PreCompact", trigger: "auto", ...session, ...more }),
];
const of = ({ session, notes }: ReturnType<typeof inFolder>) => ({
  input: hook({ transcript_path: session.transcriptPath }),
  after: hook(
    { transcript_path: session.transcriptPath },
    { hook_event_name: "SessionStart", source: "compact", trigger: undefined },
  ),
  at: ["--folder", notes],
});

describe("the hooks", () => {
  test("pre writes a note and prints nothing; post prints it", async () => {
    const place = inFolder(talk().toString());
    const { input, after, at } = of(place);
    expect(await runCaptured(["handover", "pre", ...at], { input })).toEqual({ code: 0, out: "", err: "" });
    const { code, out, err } = await runCaptured(["handover", "post", ...at], { input: after });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^# Hand-over of session 5e55\n/);
    expect(out).toContain("- ~ user: Decided: the colour is blue. (line 1)\n");
  });

  test("pre asks the programs that --with names, and tells on one line of those that failed", async () => {
    const place = inFolder(talk().toString());
    const { input, at } = of(place);
    const { code, out, err } = await runCaptured(
      [
        "handover",
        "pre",
        ...at,
        "--with",
        "exit 3",
        "--with",
        "echo '## Next step'; echo '- Ship (line 2)'",
        "--timeout",
        "60",
      ],
      { input },
    );
    expect({ code, out, err }).toEqual({ code: 0, out: "", err: "tidemark: handover pre: `exit 3` ended with 3.\n" });
    expect(place.note().sections.map(({ title }) => title)).toEqual(["Next step"]);
  });

  test("post at another start of a session prints nothing and says how to set it up", async () => {
    const place = inFolder(talk().toString());
    const { at, after } = of(place);
    const { code, out, err } = await runCaptured(["handover", "post", ...at], {
      input: [after.join().replace('"compact"', '"startup"')],
    });
    expect([code, out]).toEqual([0, ""]);
    expect(err).toMatch(/set the hook's matcher to compact/);
  });

  test.each([
    ["no JSON", ["x"], /no JSON object; it is run as a hook, see tidemark handover (?:pre|post) --help/],
    ["nothing", [], /no JSON object/],
    ["no session id", ['{"transcript_path":"/none"}'], /names no session_id/],
    [
      "a session id that is a path",
      [JSON.stringify({ session_id: "../x", transcript_path: "/none" })],
      /can't be the name of a file/,
    ],
    [
      "a transcript that is missing",
      hook({ transcript_path: "/none.jsonl" }),
      /\/none.jsonl: no such file|No hand-over note was written/,
    ],
    ["no transcript", hook({}), /named none|No hand-over note was written/],
  ])("given %s, both end with 0 and one line on standard error", async (_, input, line) => {
    for (const name of ["pre", "post"]) {
      const { notes } = inFolder(null);
      const { code, err } = await runCaptured(["handover", name, "--folder", notes], { input });
      expect([code, err.trimEnd().split("\n").length]).toEqual([0, 1]);
      expect(err).toMatch(line);
    }
  });

  test("wrong words never end with 2, which would stop a compaction", async () => {
    for (const args of [
      ["pre", "--whit", "x"],
      ["pre", "--timeout", "soon"],
      ["pre", "--with"],
      ["post", "more", "words"],
    ])
      expect(await runCaptured(["handover", ...args])).toMatchObject({
        code: 0,
        out: "",
        err: expect.stringMatching(/^tidemark: .*; see tidemark handover (?:pre|post) --help\n$/),
      });
    expect(await runCaptured(["handover", "prae"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("unknown command 'prae'"),
    });
    expect(await runCaptured(["handover"])).toMatchObject({ code: 1 });
  });

  test("inside of a summariser that a hook started they end at once, without reading anything", async () => {
    const place = inFolder(talk().toString());
    const { input, at } = of(place);
    process.env.TIDEMARK_HANDOVER = "1";
    try {
      for (const name of ["pre", "post"])
        expect(await runCaptured(["handover", name, ...at], { input })).toEqual({ code: 0, out: "", err: "" });
    } finally {
      delete process.env.TIDEMARK_HANDOVER;
    }
    expect(existsSync(place.notes)).toBe(false);
  });

  const node = (args: string[], input: string, to = "") =>
    spawnSync("bash", ["-c", `exec "$0" "$@" ${to}`, process.execPath, "--import", "tsx", main, "handover", ...args], {
      input,
      encoding: "utf8",
    });

  test("a summariser that runs the hook again starts no other", () => {
    const place = inFolder(talk().toString());
    const { input, at } = of(place);
    const again = `printf '%s' '${input}' | ${process.execPath} --import tsx ${main} handover pre ${at.join(" ")}/again --with 'echo > again.txt'`;
    const { status, stderr } = node(["pre", ...at, "--with", `cd ${process.cwd()}; ${again}`], input.join());
    expect([status, stderr]).toEqual([0, expect.stringContaining("printed nothing")]);
    expect(existsSync(join(place.notes, "again"))).toBe(false);
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk under standard output ends with 0 and one line", () => {
    const place = inFolder(talk().toString());
    const { input, after, at } = of(place);
    node(["pre", ...at], input.join());
    const { status, stderr } = node(["post", ...at], after.join(), "> /dev/full");
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^tidemark: handover post: .*ENOSPC.*\n$/)]);
  });

  test("a standard output that nobody reads ends with 0", () => {
    const place = inFolder(talk().toString());
    const { input, after, at } = of(place);
    node(["pre", ...at], input.join());
    const { status } = node(["post", ...at], after.join(), "> >(exec true)");
    expect(status).toBe(0);
  });
});

describe("for people", () => {
  test("show lists the notes, prints one by the beginning of its id, and of a transcript the one that would be written", async () => {
    const place = inFolder(talk().toString());
    const { at } = of(place);
    expect((await runCaptured(["handover", "show", ...at])).out).toMatch(
      /^no note in .*; tidemark setup handover shows the settings that let Claude Code write them\n$/,
    );
    await place.write();
    const list = await runCaptured(["handover", "show", ...at], { columns: 200 });
    expect(list.out).toMatch(/^session .*\n5e55 .* 2 .*local pass/);
    const one = await runCaptured(["handover", "show", "5e", ...at]);
    expect(one.out).toMatch(/^# Hand-over of session 5e55\n/);
    expect(`${place.text().split("\n").slice(1).join("\n")}`).toBe(one.out);
    const now = await runCaptured(["handover", "show", place.session.transcriptPath]);
    expect(now.out).toContain("- ~ user: Decided: the colour is blue. (line 1)");
    const json = await runCaptured(["handover", "show", "5e", ...at, "--json"]);
    expect(JSON.parse(json.out)).toEqual(place.note());
    expect(JSON.parse((await runCaptured(["handover", "show", ...at, "--json"])).out)).toMatchObject([
      { sessionId: "5e55", path: join(place.notes, "5e55.md") },
    ]);
  });

  test("show of what is not there, or of more than one session, says what to do", async () => {
    const place = inFolder(talk().toString());
    const { at } = of(place);
    await place.write();
    put(join(place.notes, "5e56.md"), place.text().replaceAll("5e55", "5e56"));
    expect(await runCaptured(["handover", "show", "abc", ...at])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no note of session abc; tidemark handover show lists/),
    });
    expect(await runCaptured(["handover", "show", "5e5", ...at])).toMatchObject({
      code: 2,
      err: expect.stringContaining("2 sessions begin with 5e5; give more of the id"),
    });
    expect((await runCaptured(["handover", "show", "5e55", ...at])).code).toBe(0);
    expect(await runCaptured(["handover", "show", "/none.jsonl"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("no such file"),
    });
  });

  test("show prints nothing that steers a terminal, whoever changed the file", async () => {
    const place = inFolder(talk().toString());
    const { at } = of(place);
    await place.write();
    put(join(place.notes, "5e55.md"), place.text().replace("blue", "\u001b[2Jblue\u202e"));
    for (const more of [[], ["--json"]]) {
      const { out } = await runCaptured(["handover", "show", "5e55", ...at, ...more]);
      for (const control of ["\u001b", "\u202e"]) expect(out).not.toContain(control);
    }
  });

  test("check shows what the next compaction kept of a note", async () => {
    const session = talk();
    const place = inFolder(session.toString());
    const { at } = of(place);
    await place.write();
    expect((await runCaptured(["handover", "check", "5e55", ...at])).out).toBe("no compaction follows the note yet\n");
    place.says(session.compact({ keep: 0, summary: "Decided: the colour is blue." }).toString());
    for (const what of ["5e55", place.session.transcriptPath]) {
      const { code, out } = await runCaptured(["handover", "check", what, ...at], { columns: 120 });
      expect(code).toBe(0);
      expect(out).toMatch(/^word-for-word +Decisions +1 {2}~ user: Decided: the colour is blue\.$/m);
      expect(out).toMatch(/^lost\? +Promises +2 {2}~ I will check the page after the merge\.$/m);
      expect(out).toMatch(/Compaction 1: 2 of 3 lines lost/);
      const json = await runCaptured(["handover", "check", what, ...at, "--json"]);
      expect(JSON.parse(json.out)).toHaveLength(3);
    }
    expect(await runCaptured(["handover", "check", place.session.transcriptPath, "--before", "4"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("no boundary 4"),
    });
    place.says(start().prompt("Hello.").toString());
    expect((await runCaptured(["handover", "check", place.session.transcriptPath])).out).toContain(
      "no compaction to compare it with",
    );
  });
});
