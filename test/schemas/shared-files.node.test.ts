import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkEntry, knownKinds } from "../../schemas/entry.js";
import { kindOf } from "../../schemas/kind.js";
import { toolResults } from "../../schemas/tool-results.js";
import { schemaFor, type VersionSchema } from "../../schemas/versions/index.js";
import { records } from "../../schemas/versions/recording.js";
import { upgrade } from "../../schemas/versions/upgrade.js";
import { sharedFolder } from "../shared.js";

const shared = sharedFolder();
const needsShared = shared === null ? test.skip : test;
if (shared === null)
  process.stderr.write("Skipped: the folder ../shared is not here, so no real transcript was checked.\n");

interface Line {
  file: string;
  line: number;
  raw: Record<string, unknown>;
}

/** Every line of the folder's transcripts that is a JSON object. */
function* linesOf(...folder: string[]): Generator<Line> {
  const path = join(shared ?? "", ...folder);
  for (const file of readdirSync(path).filter((name) => name.endsWith(".jsonl"))) {
    let line = 0;
    for (const text of readFileSync(join(path, file), "utf8").split("\n")) {
      line++;
      const raw = objectIn(text);
      if (raw !== null) yield { file: basename(file), line, raw };
    }
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** What the check has to say about a folder: `file:line kind` or `file:line path` for everything that isn't in order. */
function findings(...folder: string[]): string[] {
  const found: string[] = [];
  for (const { file, line, raw } of linesOf(...folder)) {
    const { kind, known, problems } = checkEntry(upgrade(raw));
    if (!known) found.push(`${file}:${line} unknown ${kind}`);
    for (const problem of problems) found.push(`${file}:${line} ${problem.path}`);
  }
  return found;
}

describe("real transcripts", () => {
  needsShared("every line of the corpus is of a known kind and has no problem", () => {
    expect(findings("corpus")).toEqual([]);
  });

  needsShared("so has every line of the newest shapes", () => {
    expect(findings("records", "newest")).toEqual([]);
  });

  needsShared("every entry fits the shapes of the version that wrote it", () => {
    const schemas = new Map<string, VersionSchema>();
    const misfits: string[] = [];
    let checked = 0;
    for (const { file, line, raw } of linesOf("corpus")) {
      const { version } = raw;
      if (typeof version !== "string") continue;
      const schema = schemas.get(version) ?? schemaFor(version);
      schemas.set(version, schema);
      checked++;
      for (const problem of schema.check(raw).problems) misfits.push(`${file}:${line} ${version} ${problem.path}`);
    }
    expect(misfits).toEqual([]);
    expect(checked).toBeGreaterThan(10_000);
  });

  needsShared("no entry has what its version is said not to record, in the corpus or the newest shapes", () => {
    const contradictions: string[] = [];
    for (const { file, line, raw } of [...linesOf("corpus"), ...linesOf("records", "newest")]) {
      const version = typeof raw.version === "string" ? raw.version : null;
      for (const what of [kindOf(raw), ...fieldsIn(raw)]) {
        if (records(version, what) === "no") contradictions.push(`${file}:${line} ${version} ${what}`);
      }
    }
    expect(contradictions).toEqual([]);
  });

  /** Fields of an entry by the names that the table of what is recorded uses. */
  function fieldsIn(raw: Record<string, unknown>): string[] {
    const metadata = Object.keys((raw.compactMetadata as object | undefined) ?? {});
    return [
      ...metadata.map((field) => `compactMetadata.${field}`),
      ...Object.keys(raw).map((field) => `${raw.type}.${field}`),
      ...Object.keys(raw).map((field) => `envelope.${field}`),
    ];
  }

  needsShared("every known tool's result that is an object fits the shape of its tool", () => {
    const tools = new Map<unknown, unknown>();
    const misfits: string[] = [];
    let results = 0;
    for (const { file, line, raw } of linesOf("corpus")) {
      const entry = upgrade(raw);
      const content = (entry.message as { content?: unknown } | undefined)?.content;
      if (!Array.isArray(content)) continue;
      for (const block of content) {
        if (block?.type === "tool_use") tools.set(block.id, block.name);
        if (block?.type !== "tool_result" || typeof entry.toolUseResult !== "object") continue;
        const shape = toolResults.get(String(tools.get(block.tool_use_id)));
        if (shape === undefined || Array.isArray(entry.toolUseResult)) continue;
        results++;
        if (!shape.safeParse(entry.toolUseResult).success) misfits.push(`${file}:${line}`);
      }
    }
    expect(misfits).toEqual([]);
    expect(results).toBeGreaterThan(1000);
  });
});

describe("the cases", () => {
  // B023.expect.md names the fields of lines 7 to 9 and the non-record of line 13; B024.expect.md the unknown kinds.
  needsShared("have exactly the faults that their expectations name", () => {
    expect(findings("cases").sort()).toEqual(
      [
        "B023.jsonl:7 message.usage.output_tokens",
        "B023.jsonl:7 timestamp",
        "B023.jsonl:8 message",
        "B023.jsonl:9 cwd",
        "B023.jsonl:13 unknown unknown",
        "B024.jsonl:2 unknown futr-latch",
        "B024.jsonl:4 unknown history-futuristics",
        "B024.jsonl:5 unknown futr-history-delta",
        "B024.jsonl:7 unknown futr-state",
        "B024.jsonl:8 unknown attachment/some_future_attachment",
        "B024.jsonl:9 unknown system/some_future_subtype",
        "B024.jsonl:11 unknown future-kind",
      ].sort(),
    );
  });

  needsShared("B078: every user row is in its class", () => {
    const count = new Map<string, number>();
    for (const { file, raw } of linesOf("cases")) {
      if (file === "B078.jsonl" && raw.type === "user") count.set(kindOf(raw), (count.get(kindOf(raw)) ?? 0) + 1);
    }
    expect(Object.fromEntries(count)).toEqual({
      "user/prompt": 2,
      "user/command": 1,
      "user/bash-mode": 2,
      "user/tool_result": 1,
      "user/task-notification": 1,
      "user/meta": 1,
      "user/interruption": 1,
    });
  });
});

needsShared("every kind of the catalogue is known", () => {
  const catalogue = readFileSync(join(shared ?? "", "records", "catalogue.md"), "utf8");
  const kinds = [...catalogue.matchAll(/^### `(.+?)` — /gm)].map(([, name = ""]) => kindNamed(name));
  expect(kinds.length).toBeGreaterThan(90);
  for (const kind of kinds) expect(knownKinds).toContain(kind);
});

/** The catalogue marks frames of the stream with a word, and leaves the journal's rows bare. */
function kindNamed(heading: string): string {
  if (heading === "started" || heading === "result") return `journal/${heading}`;
  if (!heading.startsWith("STREAM ")) return heading;
  const name = heading.slice("STREAM ".length);
  return name.includes("/") || name === "assistant" ? name : `stream/${name}`;
}
