import { appendFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  type FolderEvent,
  type FollowFolderOptions,
  followFolder,
  openTimeline,
  openTimelines,
} from "../../src/node.js";
import { type Transcript, transcript } from "../../src/testing.js";
import { put, temporaryFolder } from "./temporary-folder.js";

const begin = (seed: number) => transcript({ cliVersion: "2.1.285", seed }).prompt(`Begin ${seed}.`).reply("Done.");
const textOf = (session: Transcript): string => session.toString();
const quick = { pollMs: 5, scanMs: 10 };

/** Follows a folder; each step waits for the event that fits, then acts. */
async function play(
  folder: string,
  options: FollowFolderOptions,
  steps: [wanted: (event: FolderEvent) => boolean, act?: () => void][],
): Promise<FolderEvent[]> {
  const seen: FolderEvent[] = [];
  let at = 0;
  for await (const event of followFolder(folder, { ...quick, ...options })) {
    seen.push(event);
    const step = steps[at];
    if (step === undefined || !step[0](event)) continue;
    step[1]?.();
    at += 1;
    if (at === steps.length) return seen;
  }
  throw new Error("The following ended.");
}

const is =
  (type: FolderEvent["type"], name: string) =>
  (event: FolderEvent): boolean =>
    event.type === type && basename(event.file) === name;
const shown = (events: FolderEvent[]) => events.map((event) => `${event.type} ${basename(event.file)}`);
const lines = (event: FolderEvent | undefined) =>
  "events" in (event ?? {})
    ? (event as { events: { place: { line: number } }[] }).events.map(({ place }) => place.line)
    : [];

test("tells of new sessions, of their new lines, of subagents and of what was removed", async () => {
  const folder = temporaryFolder([["p/old.jsonl", textOf(begin(1))]]);
  const fresh = begin(2);
  const before = fresh.lines().length;
  const more = begin(2).prompt("More.");
  const old = begin(1).prompt("Again.");
  const agent = join(folder, "p/fresh/subagents/agent-a1.jsonl");
  const path = (name: string) => join(folder, "p", name);
  const events = await play(folder, { since: 0 }, [
    [is("session", "old.jsonl"), () => put(path("fresh.jsonl"), textOf(fresh))],
    [is("session", "fresh.jsonl"), () => put(path("fresh.jsonl"), textOf(more))],
    [is("lines", "fresh.jsonl"), () => put(agent, textOf(begin(3)))],
    [is("subagent", "agent-a1.jsonl"), () => put(path("old.jsonl"), textOf(old))],
    [is("lines", "old.jsonl"), () => rmSync(path("fresh.jsonl"))],
    [is("removed", "fresh.jsonl")],
  ]);
  expect(shown(events)).toEqual([
    "session old.jsonl",
    "session fresh.jsonl",
    "lines fresh.jsonl",
    "subagent agent-a1.jsonl",
    "lines old.jsonl",
    "removed fresh.jsonl",
  ]);
  expect(new Set(lines(events[1]))).toEqual(new Set(Array.from({ length: before }, (_, index) => index + 1)));
  expect(lines(events[2])).toEqual(
    more
      .lines()
      .slice(before)
      .map((_, index) => before + index + 1),
  );
  expect(events[3]).toMatchObject({ timeline: { chains: [{ chain: "a1" }] } });
  expect(events[4]).toMatchObject({ timeline: { events: (await openTimeline(path("old.jsonl"))).events } });
});

test("says nothing of what was there before, but of its new lines, also of one that was half written", async () => {
  const folder = temporaryFolder();
  const session = begin(1);
  const text = textOf(session.prompt("More."));
  const lastLine = text.lastIndexOf("\n", text.length - 2) + 1;
  const path = join(folder, "a.jsonl");
  put(path, text.slice(0, lastLine + 20));
  // The problem is told at the first look, so that what follows it is written after that.
  symlinkSync(join(folder, "none"), join(folder, "lost.jsonl"));
  const since = Date.now() + 60_000;
  const events = await play(folder, { since }, [
    [is("error", "lost.jsonl"), () => appendFileSync(path, text.slice(lastLine + 20))],
    [is("lines", "a.jsonl")],
  ]);
  expect(shown(events)).toEqual(["error lost.jsonl", "lines a.jsonl"]);
  expect(lines(events[1])).toEqual([session.lines().length]);
});

test("a file whose timeline was let go tells its new lines all the same", async () => {
  const folder = temporaryFolder([
    ["a.jsonl", textOf(begin(1))],
    ["b.jsonl", textOf(begin(2))],
  ]);
  const events = await play(folder, { since: 0, keep: 1 }, [
    [is("session", "b.jsonl"), () => put(join(folder, "a.jsonl"), textOf(begin(1).prompt("More.")))],
    [is("lines", "a.jsonl")],
  ]);
  const before = begin(1).lines().length;
  const added = begin(1).prompt("More.").lines().slice(before);
  expect(lines(events.at(-1))).toEqual(added.map((_, index) => before + index + 1));
});

test("tells all events of a file that was replaced", async () => {
  const folder = temporaryFolder([["a.jsonl", textOf(begin(1))]]);
  const other = begin(2).reply("Words.".repeat(1000));
  const events = await play(folder, { since: 0 }, [
    [
      is("session", "a.jsonl"),
      () => {
        put(join(folder, "new"), textOf(other));
        renameSync(join(folder, "new"), join(folder, "a.jsonl"));
      },
    ],
    [is("lines", "a.jsonl")],
  ]);
  expect(new Set(lines(events.at(-1)))).toEqual(new Set(other.lines().map((_, index) => index + 1)));
});

test("tells all events of a file that was replaced when its timeline had been let go, or it was only known to be there", async () => {
  const other = begin(2).reply("Words.".repeat(1000));
  const replace = (folder: string) => () => {
    put(join(folder, "new"), textOf(other));
    renameSync(join(folder, "new"), join(folder, "a.jsonl"));
  };
  const all = new Set(other.lines().map((_, index) => index + 1));
  const letGo = temporaryFolder([
    ["a.jsonl", textOf(begin(1))],
    ["b.jsonl", textOf(begin(3))],
  ]);
  const events = await play(letGo, { since: 0, keep: 1 }, [
    [is("session", "b.jsonl"), replace(letGo)],
    [is("lines", "a.jsonl")],
  ]);
  expect(new Set(lines(events.at(-1)))).toEqual(all);
  const known = temporaryFolder([["a.jsonl", textOf(begin(1))]]);
  const since = Date.now() + 60_000;
  setTimeout(replace(known), 40);
  const more = await play(known, { since }, [[is("lines", "a.jsonl")]]);
  expect(new Set(lines(more.at(-1)))).toEqual(all);
});

test("a file that becomes a link that leads in a circle is told once, and the others go on", async () => {
  const folder = temporaryFolder([
    ["a.jsonl", textOf(begin(1))],
    ["b.jsonl", textOf(begin(2))],
  ]);
  const path = join(folder, "a.jsonl");
  const events = await play(folder, { since: 0, scanMs: 40 }, [
    [
      is("session", "b.jsonl"),
      () => {
        rmSync(path);
        symlinkSync(path, path);
      },
    ],
    [
      is("error", "a.jsonl"),
      () => setTimeout(() => put(join(folder, "b.jsonl"), textOf(begin(2).prompt("More."))), 100),
    ],
    [is("lines", "b.jsonl")],
  ]);
  expect(shown(events.slice(2))).toEqual(["error a.jsonl", "lines b.jsonl"]);
});

test("sees new sessions also where the clock was set back", async () => {
  const folder = temporaryFolder([["a.jsonl", textOf(begin(1))]]);
  const now = Date.now;
  onTestFinished(() => {
    Date.now = now;
  });
  const events = await play(folder, { since: 0 }, [
    [
      is("session", "a.jsonl"),
      () => {
        Date.now = () => now() - 3_600_000;
        put(join(folder, "b.jsonl"), textOf(begin(2)));
      },
    ],
    [is("session", "b.jsonl")],
  ]);
  expect(events).toHaveLength(2);
});

test("takes for sessions what openTimelines takes for some", async () => {
  const folder = temporaryFolder([
    ["subagents/x.jsonl", textOf(begin(1))],
    ["p/s.jsonl", textOf(begin(2))],
    ["p/s/subagents/notes.jsonl", textOf(begin(3))],
    ["p/s/subagents/workflows/w/journal.jsonl", textOf(begin(4))],
  ]);
  const events = await play(folder, { since: 0 }, [[is("session", "x.jsonl")]]);
  const opened: string[] = [];
  for await (const { files } of openTimelines(folder)) opened.push(basename(files[0]?.name ?? ""));
  expect(opened.sort()).toEqual(["s.jsonl", "x.jsonl"]);
  expect(shown(events).sort()).toEqual(["session s.jsonl", "session x.jsonl"]);
});

test("what can't be read is told once, and stops nothing", async () => {
  const folder = temporaryFolder();
  symlinkSync(join(folder, "none"), join(folder, "lost.jsonl"));
  const events = await play(folder, {}, [
    [is("error", "lost.jsonl"), () => setTimeout(() => put(join(folder, "b.jsonl"), textOf(begin(1))), 40)],
    [is("session", "b.jsonl")],
  ]);
  expect(shown(events)).toEqual(["error lost.jsonl", "session b.jsonl"]);
});

test("ends with its signal; wrong use is an error that says what to do", async () => {
  const folder = temporaryFolder();
  for await (const _ of followFolder(folder, { signal: AbortSignal.timeout(20) })) expect.unreachable();
  await expect(followFolder(join(folder, "none")).next()).rejects.toThrow(/none: no such folder/);
  await expect(followFolder(folder, { pollMs: Number.POSITIVE_INFINITY }).next()).rejects.toThrow(
    /`pollMs` is Infinity; pass/,
  );
  await expect(followFolder(folder, { keep: 0 }).next()).rejects.toThrow(/`keep` is 0; pass a whole number from 1 on/);
});
