import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cell } from "../../docs/page-tables.js";
import { same } from "./agree.js";
import { copiesFor, writeCopies } from "./copies.js";
import { figure, goal, median } from "./figures.js";
import { writeSession } from "./generated-session.js";
import type { Bench, Part, Table } from "./part.js";
import {
  type Answerer,
  ccusageCommand,
  ccusageTotals,
  questions,
  type Tool,
  tokenTotals,
  usageCommand,
} from "./peers/questions.js";
import { add, countedAlike, less, usageDifferences } from "./peers/usage-differences.js";
import { installedTools } from "./peers/versions.js";
import { type Took, wholeProcess } from "./peers/whole-process.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const sessionId = "00000000-0000-4000-8000-00000000000a";

/**
 * Other tools beside this library, each as a whole process, in turn within rounds, on questions that all can answer; an
 * answer that differs from ours is an error. The transcripts of the compared folder are those on which all count tokens by
 * the same rule; what the others make of the rest is a table of its own.
 */
export const peers: Part = async (bench) => {
  const { scale, folder, say } = bench;
  const tools = installedTools(repository, say);
  const alike = scale.files.filter(countedAlike);
  const config = join(folder, "config");
  const files = writeCopies(join(config, "projects"), alike, copiesFor(scale.megabytes, alike));
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  const sessionConfig = join(folder, "session-config");
  const sessionFile = join(sessionConfig, "projects", "-home-dev-big", `${sessionId}.jsonl`);
  mkdirSync(dirname(sessionFile), { recursive: true });
  writeSession(sessionFile, scale.queryMegabytes, { compactions: false });

  const rows: Record<string, Cell>[] = [];
  const commands: string[] = [];
  for (const { question, answerers } of questions) {
    const env = environment(bench, question.includes("session") ? sessionConfig : config, sessionFile);
    const able = answerers.filter(({ tool }) => tools.has(tool));
    const took = new Map<Answerer, Took[]>(able.map((answerer) => [answerer, []]));
    for (let round = 0; round < scale.rounds; round++)
      for (const [answerer, list] of took) list.push(wholeProcess(answerer.command, env, folder));
    same(
      question,
      [...took].map(([{ tool, answer }, [first]]) => [tool, answer((first as Took).output)]),
    );
    const [base = []] = took.values();
    for (const [{ tool, command, atLeast }, list] of took) {
      const ratio = figure(median(list.map(({ ms }, round) => ms / (base[round] as Took).ms)));
      rows.push({
        question,
        tool,
        ms: figure(median(list.map(({ ms }) => ms))),
        "× ours": ratio,
        ...goal(ratio, { atLeast }),
        "peak MB": list[0]?.peak === null ? null : figure(median(list.map(({ peak }) => peak as number))),
      });
      commands.push(`# ${question}: ${tool} (${tools.get(tool)})`, command);
    }
  }
  return [
    {
      name: "peers",
      about:
        `${alike.length} of ${scale.files.length} transcripts copied to ${files.length} sessions of their own, ${figure(megabytes)} MB, ` +
        `and one generated session of ${figure(statSync(sessionFile).size / 1e6)} MB; medians of ${scale.rounds} rounds`,
      rows,
      commands,
    },
    ...differences(bench, tools),
  ];
};

/** Throw-away folders for home and configuration, so that no tool reads or writes those of the person. */
function environment({ folder, programs }: Bench, config: string, sessionFile: string): NodeJS.ProcessEnv {
  return {
    HOME: join(folder, "home"),
    CLAUDE_CONFIG_DIR: config,
    TZ: "UTC",
    LC_ALL: "C",
    FOLDER: join(config, "projects"),
    SESSION: sessionId,
    SESSION_FILE: sessionFile,
    PROGRAMS: programs,
    PEERS: join(repository, "test", "bench", "peers", "node_modules"),
    DIST: join(repository, "dist"),
  };
}

/** Tokens by `ccusage` and by this library over all transcripts, and what makes the difference. */
function differences(bench: Bench, tools: Map<Tool, string>): Table[] {
  if (!tools.has("ccusage")) return [];
  const { scale, folder } = bench;
  const config = join(folder, "all-config");
  const files = writeCopies(join(config, "projects"), scale.files, scale.files.length);
  const env = environment(bench, config, "");
  const ours = tokenTotals(wholeProcess(usageCommand, env, folder).output);
  const theirs = ccusageTotals(wholeProcess(ccusageCommand, env, folder).output);
  const reasons = usageDifferences(files);
  const row = (tokens: string, [input = 0, output = 0, read = 0, written = 0]: number[]) => ({
    tokens,
    input,
    output,
    "cache read": read,
    "cache write": written,
  });
  return [
    {
      name: "usage-differences",
      about: `all ${files.length} transcripts, once`,
      rows: [
        row("tidemark", ours),
        ...Object.entries(reasons).map(([reason, tokens]) => row(reason, tokens)),
        row("not explained", less(theirs, Object.values(reasons).reduce(add, ours))),
        row("ccusage", theirs),
      ],
    },
  ];
}
