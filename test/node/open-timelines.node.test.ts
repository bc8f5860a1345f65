import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  agentFiles,
  boundaries,
  type FolderProblem,
  type FolderProgress,
  followFolder,
  type OpenFolderOptions,
  openTimeline,
  openTimelines,
  readTimeline,
  standardFolder,
  type Timeline,
  TranscriptError,
  transcriptFiles,
} from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { put, temporaryFolder } from "./temporary-folder.js";

const sessionOf = (seed: number) => transcript({ cliVersion: "2.1.285", seed }).prompt(`Begin ${seed}.`).reply("Done.");
const [one, two, three] = [sessionOf(1), sessionOf(2), sessionOf(3)] as const;
const withAgent = sessionOf(4).subagent("Look.", (agent) => agent.prompt("Look.").reply("Seen."));

/** A folder with these sessions, each in a project of its own. */
const folderOf = (...sessions: { files(): Map<string, string> }[]): string =>
  temporaryFolder(
    sessions.flatMap((session, at) =>
      [...session.files()].map(([name, text]): [string, string] => [`project-${at}/${name}`, text]),
    ),
  );

async function opened(root: string, options?: OpenFolderOptions): Promise<Timeline[]> {
  const timelines: Timeline[] = [];
  for await (const timeline of openTimelines(root, options)) timelines.push(timeline);
  return timelines;
}

const ids = (timelines: Timeline[]) => timelines.map(({ sessionId }) => sessionId);

describe("opening a file", () => {
  test("P6: a path is exclusive: what can't be read is told, and no session beside it answers", async () => {
    const folder = folderOf(one);
    symlinkSync(join(folder, "gone"), join(folder, "project-0", "lost.jsonl"));
    for (const name of ["none.jsonl", "lost.jsonl", `${one.sessionId}`, ""])
      await expect(openTimeline(join(folder, "project-0", name)), name).rejects.toThrow(TranscriptError);
    const garbage = fc.constantFrom("", "\n\n", "{", "not json\n", "\u0000\u0000\n", '{"type":"user"', "[1,2");
    await fc.assert(
      fc.asyncProperty(fc.array(garbage, { maxLength: 4 }), async (parts) => {
        put(join(folder, "project-0", "bad.jsonl"), parts.join(""));
        const timeline = await openTimeline(join(folder, "project-0", "bad.jsonl"));
        expect(timeline).toMatchObject({ sessionId: null, events: [] });
        if (/\S/.test(parts.join("").replaceAll("\u0000", ""))) expect(timeline.issues.length).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });
});

describe("opening a folder", () => {
  test("gives the timeline of each session by path, with places that name the file", async () => {
    const folder = folderOf(one, withAgent);
    const timelines = await opened(folder);
    expect(ids(timelines)).toEqual([one.sessionId, withAgent.sessionId]);
    expect(timelines.map(({ files }) => files.map(({ name }) => name))).toEqual([
      [`project-0/${one.sessionId}.jsonl`],
      [...withAgent.files().keys()].map((name) => `project-1/${name}`),
    ]);
    const direct = await openTimeline(join(folder, "project-1", `${withAgent.sessionId}.jsonl`));
    expect(timelines[1]?.events.map(({ place, ...event }) => ({ ...event, line: place.line }))).toEqual(
      direct.events.map(({ place, ...event }) => ({ ...event, line: place.line })),
    );
  });

  test("leaves the files of subagents out where that is asked", async () => {
    expect((await opened(folderOf(withAgent), { subagents: false }))[0]?.files).toHaveLength(1);
  });

  test("finds the files of subagents that lie beside their session, as older versions put them", async () => {
    const [[main, text], [, agent]] = [...withAgent.files()] as [[string, string], [string, string]];
    const folder = temporaryFolder([
      [`p/${main}`, text],
      [`p/${one.sessionId}.jsonl`, one.toString()],
      ["p/agent-0ld.jsonl", agent],
    ]);
    const files = (await opened(folder)).map((timeline) => timeline.files.map(({ name }) => name));
    expect(files).toContainEqual([`p/${main}`, "p/agent-0ld.jsonl"]);
    expect(files).toContainEqual([`p/${one.sessionId}.jsonl`]);
    expect(await agentFiles(join(folder, "p", main))).toEqual([join(folder, "p/agent-0ld.jsonl")]);
  });

  test("one bad file never stops the rest, and is told of", async () => {
    const folder = folderOf(one, two);
    symlinkSync(join(folder, "gone"), join(folder, "project-0", "lost.jsonl"));
    const problems: FolderProblem[] = [];
    const timelines = await opened(folder, { onError: (problem) => problems.push(problem) });
    expect(ids(timelines)).toEqual([one.sessionId, two.sessionId]);
    const file = join(folder, "project-0", "lost.jsonl");
    expect(problems).toEqual([{ file, message: `${file}: no such file; check the path` }]);
  });

  test.skipIf(process.platform !== "linux")(
    "a file or folder whose name is no UTF-8 is told, and not left out silently",
    async () => {
      const folder = folderOf(one);
      const named = (name: string) => Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.of(0xff), Buffer.from(name)]);
      writeFileSync(named(".jsonl"), two.toString());
      mkdirSync(named(""));
      const problems: FolderProblem[] = [];
      expect(ids(await opened(folder, { onError: (problem) => problems.push(problem) }))).toEqual([one.sessionId]);
      expect(problems.map(({ message }) => message).sort()).toEqual([
        `${folder}/bad\ufffd.jsonl: its name is no UTF-8, so it can't be opened; rename it`,
        `${folder}/bad\ufffd: its name is no UTF-8, so it can't be opened; rename it`,
      ]);
    },
  );

  test("without `onError` the error comes after the last session", async () => {
    const folder = folderOf(one, two);
    symlinkSync(join(folder, "gone"), join(folder, "lost.jsonl"));
    const seen: Timeline[] = [];
    const all = async () => {
      for await (const timeline of openTimelines(folder)) seen.push(timeline);
    };
    await expect(all()).rejects.toThrow(/^1 could not be read, the rest was: .*lost\.jsonl: no such file/);
    expect(ids(seen)).toEqual([one.sessionId, two.sessionId]);
  });

  test("a file with an issue is one bad file where issues are to be thrown", async () => {
    const folder = folderOf(one, two);
    put(join(folder, "a.jsonl"), "{");
    const problems: FolderProblem[] = [];
    const options: OpenFolderOptions = { onIssue: "throw", onError: (problem) => problems.push(problem) };
    expect(ids(await opened(folder, options))).toEqual([one.sessionId, two.sessionId]);
    expect(problems).toMatchObject([{ file: join(folder, "a.jsonl") }]);
  });

  test("a subagent's file without its session is told of", async () => {
    const [, [name, text]] = [...withAgent.files()] as [[string, string], [string, string]];
    const problems: FolderProblem[] = [];
    const folder = temporaryFolder([[name, text]]);
    expect(await opened(folder, { onError: (problem) => problems.push(problem) })).toEqual([]);
    expect(problems).toMatchObject([{ file: join(folder, name), message: expect.stringContaining("is not here") }]);
  });

  test.skipIf(process.getuid?.() === 0)(
    "a folder that can't be read is told of, and its files are not lost",
    async () => {
      const folder = folderOf(one, two);
      chmodSync(join(folder, "project-0"), 0);
      const problems: FolderProblem[] = [];
      try {
        const timelines = await opened(folder, { onError: (problem) => problems.push(problem) });
        expect(ids(timelines)).toEqual([two.sessionId]);
        await expect(transcriptFiles(folder)).rejects.toThrow(/project-0: permission denied/);
      } finally {
        chmodSync(join(folder, "project-0"), 0o700);
      }
      expect(problems).toMatchObject([{ file: join(folder, "project-0") }]);
    },
  );

  test("links are followed once: to a file, to a folder, and in a circle", async () => {
    const elsewhere = temporaryFolder([["two.jsonl", two.toString()]]);
    const far = temporaryFolder([["deep/three.jsonl", three.toString()]]);
    const folder = folderOf(one);
    symlinkSync(join(elsewhere, "two.jsonl"), join(folder, "two.jsonl"));
    symlinkSync(join(folder, "project-0", `${one.sessionId}.jsonl`), join(folder, "again.jsonl"));
    symlinkSync(far, join(folder, "far"));
    symlinkSync(folder, join(far, "circle"));
    expect(await transcriptFiles(folder)).toEqual([
      join(folder, "far", "deep", "three.jsonl"),
      join(folder, "project-0", `${one.sessionId}.jsonl`),
      join(folder, "two.jsonl"),
    ]);
  });

  test("sessions of which no file was written since a time are left out", async () => {
    const folder = folderOf(one, withAgent);
    const old = new Date("2026-01-01T00:00:00Z");
    utimesSync(join(folder, "project-0", `${one.sessionId}.jsonl`), old, old);
    utimesSync(join(folder, "project-1", `${withAgent.sessionId}.jsonl`), old, old);
    expect(ids(await opened(folder, { since: new Date("2026-01-02T00:00:00Z") }))).toEqual([withAgent.sessionId]);
    expect(await opened(folder, { since: old })).toHaveLength(2);
  });

  test("progress counts sessions and bytes up to all of them", async () => {
    const seen: FolderProgress[] = [];
    const folder = folderOf(one, withAgent);
    await opened(folder, { onProgress: (progress) => seen.push(progress) });
    const sizes = [one, withAgent].map((session) =>
      [...session.files().values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    ) as [number, number];
    const totalBytes = sizes[0] + sizes[1];
    expect(seen).toMatchObject([
      { done: 1, total: 2, bytes: sizes[0], totalBytes, bytesToRead: sizes[1] },
      { done: 2, total: 2, bytes: totalBytes, totalBytes, bytesToRead: 0 },
    ]);
  });

  test("ends with the reason of its signal", async () => {
    const stop = new AbortController();
    const all = async () => {
      for await (const _ of openTimelines(folderOf(one, two, three), { signal: stop.signal, concurrency: 1 }))
        stop.abort(new Error("enough"));
    };
    await expect(all()).rejects.toThrow("enough");
  });

  test("never reads further than the concurrency ahead of the caller", async () => {
    const sessions = Array.from({ length: 12 }, (_, seed) => sessionOf(seed + 10));
    const begun = new Set<string>();
    const onIssue = ({ place }: { place: { file?: string } }) => void begun.add(place.file ?? "");
    const folder = folderOf(...sessions.map((session) => session.fault("unknown-type")));
    let taken = 0;
    for await (const timeline of openTimelines(folder, { concurrency: 2, onIssue })) {
      taken += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      expect(timeline.files).toHaveLength(1);
      expect(begun.size).toBeLessThanOrEqual(taken + 2);
    }
    expect(taken).toBe(12);
  });

  test("wrong use is an error that says what to do", async () => {
    const folder = folderOf(one);
    await expect(opened(join(folder, "none"))).rejects.toThrow(/none: no such folder; check the path/);
    await expect(opened(join(folder, "project-0", `${one.sessionId}.jsonl`))).rejects.toThrow(
      /is a file; open it with/,
    );
    await expect(opened(folder, { bodies: "half" as never })).rejects.toThrow(/`bodies` is "half"/);
    for (const concurrency of [0, 1.5, "4" as never])
      await expect(opened(folder, { concurrency })).rejects.toThrow(
        /`concurrency` is .*; pass a whole number from 1 on/,
      );
    for (const since of ["yesterday" as never, new Date("yesterday"), Number.NaN]) {
      await expect(opened(folder, { since })).rejects.toThrow(/`since` is .*; pass a Date or epoch milliseconds/);
      await expect(followFolder(folder, { since }).next()).rejects.toThrow(/`since` is .*; pass a Date/);
    }
  });

  test("a timeline that was not awaited says so", () => {
    const folder = folderOf(one);
    const promise = openTimeline(join(folder, "project-0", `${one.sessionId}.jsonl`));
    expect(() => boundaries(promise as never)).toThrow(/promise of a timeline; await it/);
  });
});

describe("the standard folder", () => {
  let before: Record<string, string | undefined> = {};
  beforeEach(() => {
    before = { HOME: process.env.HOME, CLAUDE_CONFIG_DIR: process.env.CLAUDE_CONFIG_DIR };
  });
  afterEach(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  test("lies in CLAUDE_CONFIG_DIR, else in ~/.claude", () => {
    process.env.HOME = "/home/dev";
    delete process.env.CLAUDE_CONFIG_DIR;
    expect(standardFolder()).toBe("/home/dev/.claude/projects");
    process.env.CLAUDE_CONFIG_DIR = "";
    expect(standardFolder()).toBe("/home/dev/.claude/projects");
    process.env.CLAUDE_CONFIG_DIR = "/srv/claude";
    expect(standardFolder()).toBe("/srv/claude/projects");
    process.env.CLAUDE_CONFIG_DIR = "~/elsewhere";
    expect(standardFolder()).toBe("/home/dev/elsewhere/projects");
  });

  test("is opened where no folder is named", async () => {
    const home = temporaryFolder([[`projects/p/${one.sessionId}.jsonl`, one.toString()]]);
    process.env.CLAUDE_CONFIG_DIR = home;
    for await (const { sessionId } of openTimelines()) expect(sessionId).toBe(one.sessionId);
    mkdirSync(join(home, "empty"));
    process.env.CLAUDE_CONFIG_DIR = join(home, "empty");
    await expect(openTimelines().next()).rejects.toThrow(/no such folder; Claude Code has written no transcript here/);
  });
});

test.skipIf(process.platform === "win32")(
  "what lies beside a session under the name of a subagent and can't be asked stops no session",
  async () => {
    const session = transcript({ cliVersion: "2.1.285" }).prompt("Begin.").reply("Done.");
    const folder = temporaryFolder([["a.jsonl", session.toString()]]);
    symlinkSync(join(folder, "none"), join(folder, "agent-a1.jsonl"));
    execFileSync("mkfifo", [join(folder, "agent-a2.jsonl")]);
    mkdirSync(join(folder, "agent-a3.jsonl"));
    const { events } = await openTimeline(join(folder, "a.jsonl"));
    expect(events).toEqual((await readTimeline(session.toString())).events);
    expect(await agentFiles(join(folder, "a.jsonl"))).toEqual([]);
  },
);
