import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Cell } from "../../docs/page-tables.js";
import { same } from "./agree.js";
import { writeCopies } from "./copies.js";
import { figure, goal, median } from "./figures.js";
import { writeSession } from "./generated-session.js";
import type { Bench, Part } from "./part.js";
import { runVariant } from "./run-variant.js";

const shown = {
  timeline: "timeline",
  "entries, lazy": "entries, lazy bodies",
  boundaries: "records of boundaries",
} as const;

/** Time and memory against size, each read once in a process that has just started; and the memory of streaming. */
export const growth: Part = async (bench) => {
  const { scale, folder } = bench;
  const sessions = scale.sessionMegabytes.map((megabytes) => {
    const path = join(folder, `session-${megabytes}.jsonl`);
    writeSession(path, megabytes);
    return path;
  });
  const projects = join(folder, "all-config", "projects");
  const folders = scale.folderFiles.map((count) => writeCopies(projects, scale.files, count));
  const line = join(folder, "line.jsonl");
  writeLine(line, scale.lineMegabytes);
  const medians = `medians of ${scale.rounds} rounds`;
  return [
    {
      name: "growth-session",
      about: `one generated session; ${medians}`,
      rows: sessions.map((path) => grown(bench, {}, [path])),
    },
    {
      name: "growth-folder",
      about: `copies of ${scale.files.length} transcripts with ids of their own; ${medians}`,
      rows: folders.map((files) => grown(bench, { files: files.length }, files)),
    },
    {
      name: "memory",
      about: `entries streamed with lazy bodies; ${medians}`,
      rows: [
        streamed(bench, `${scale.files.length} transcripts`, scale.files),
        streamed(bench, "the largest folder above", folders.at(-1) ?? []),
        streamed(bench, "the largest session above", sessions.slice(-1)),
        streamed(bench, "a file of one line", [line]),
      ],
    },
  ];
};

const megabytesOf = (files: string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;

function grown(bench: Bench, head: Record<string, Cell>, files: string[]): Record<string, Cell> {
  const runs = Object.entries(shown).map(([name, variant]) => ({
    name,
    list: Array.from({ length: bench.scale.rounds }, () => runVariant(bench, "cold", variant, files)),
  }));
  const [timeline, lazy, boundaries] = runs.map(({ list }) => list[0]);
  same("entries", [
    ["timeline", timeline?.entries],
    ["entries, lazy", lazy?.entries],
  ]);
  same("boundaries", [
    ["entries, lazy", lazy?.boundaries],
    ["boundaries", boundaries?.boundaries],
  ]);
  const times = runs.map(({ name, list }) => [`${name}, ms`, figure(median(list.map(({ ms }) => ms)))] as const);
  const peaks = runs.map(
    ({ name, list }) => [`${name}, peak MB`, Math.round(median(list.map(({ peak }) => peak)))] as const,
  );
  return {
    ...head,
    MB: figure(megabytesOf(files)),
    entries: timeline?.entries ?? null,
    ...Object.fromEntries([...times, ...peaks]),
  };
}

function streamed(bench: Bench, what: string, files: string[]): Record<string, Cell> {
  const list = Array.from({ length: bench.scale.rounds }, () =>
    runVariant(bench, "cold", "entries, lazy bodies", files),
  );
  const peak = Math.round(median(list.map((run) => run.peak)));
  return {
    what,
    MB: figure(megabytesOf(files)),
    ms: figure(median(list.map(({ ms }) => ms))),
    "peak MB": peak,
    ...goal(peak, { below: 110 }),
  };
}

/** Writes a tool's result of so many megabytes as one line, in parts. */
function writeLine(path: string, megabytes: number): void {
  const file = openSync(path, "w");
  const text = 'What the tide leaves behind is the mark of it; \\"żółć\\" and 潮. '.repeat(15_000);
  const [before, after] = JSON.stringify({
    type: "user",
    uuid: "00000000-0000-4000-8000-000000000001",
    parentUuid: null,
    sessionId: "00000000-0000-4000-8000-00000000000a",
    timestamp: "2026-09-20T10:00:00.000Z",
    version: "2.1.285",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "|" }] },
  }).split("|") as [string, string];
  let written = writeSync(file, before);
  while (written < megabytes * 1e6) written += writeSync(file, text);
  writeSync(file, `${after}\n`);
  closeSync(file);
}
