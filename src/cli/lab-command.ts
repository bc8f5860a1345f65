import { type Command, InvalidArgumentError, Option } from "commander";
import { plural } from "../show/count.js";
import { plainText } from "../show/plain-text.js";
import type { LabOutcome } from "../systems/lab/run-lab.js";
import { markdownMark, reportMark } from "../systems/report/marks.js";
import { shellWord } from "../systems/shell-word.js";
import { wholeNumber } from "./option.js";
import { outFile } from "./out-file.js";
import { pathGiven } from "./path-given.js";
import { harmlessJson } from "./print-json.js";
import { readBy } from "./read-by.js";
import type { Terminal } from "./terminal.js";
import { tried } from "./tried.js";

/** As shells say of a program that Ctrl-C ended. */
const endedByPerson = 130;

interface Init {
  version: 1 | 2;
  shape?: string;
  seed?: number;
  json?: boolean;
}

interface Run {
  shapes?: string[];
  runs?: number;
  claude?: string;
  model?: string;
  configDir?: string;
  budget: number;
  maxProcesses?: number;
  timeout: number;
  keep?: boolean;
  seed?: number;
  dryRun?: boolean;
  json?: boolean;
}

interface Report {
  html?: boolean;
  json?: boolean;
  out?: string;
}

/** Adds `lab`: what comes back after a compaction, measured with an existing `claude` program. */
export function addLab(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const lab = program
    .command("lab")
    .summary("measures with claude itself what comes back")
    .description("Drives an existing claude program to a compaction, and reports what came back and from where.")
    .usage("<init|run|report> ...")
    .helpCommand(false)
    .addHelpText(
      "after",
      "\nExamples:\n  tidemark lab run measured --dry-run\n  tidemark lab run measured\n  tidemark lab report measured --html --out report.html\n\ntidemark lab run --help lists the shapes and limits.",
    );
  addInit(lab, terminal, end);
  addRun(lab, terminal, end);
  addReport(lab, terminal, end);
}

function addInit(lab: Command, terminal: Terminal, end: (code: number) => void): void {
  lab
    .command("init")
    .summary("the marked files, to drive a session by hand")
    .description("Writes files with random numbers into a directory: version 1 to begin with, version 2 for the edit.")
    .argument("<directory>", "new directory; the list of its numbers is written beside it", readBy(pathGiven))
    .addOption(
      new Option("--version <1|2>", "the numbers that the files carry").argParser(Number).makeOptionMandatory(),
    )
    .option("--shape <name>", "whose files are written (default: C, with rules and hook)")
    .option("--seed <number>", "draws the same numbers each time", number)
    .option("--json", "print what was written as JSON and nothing else")
    .addHelpText("after", "\nExample:\n  tidemark lab init notes --version 1")
    .action(async (directory: string, { json = false, ...options }: Init) => {
      const code = await tried(terminal, async () => {
        const { initLab } = await import("../systems/lab/init-lab.js");
        const written = initLab(directory, options);
        const { files, numbers } = written;
        terminal.stdout.write(
          json
            ? `${jsonOf(written)}\n`
            : `${plainText(`${plural(files.length, "file")} of version ${options.version} in ${written.directory}; its numbers are in ${numbers}`)}\n`,
        );
        return true;
      });
      end(code);
    });
}

function addRun(lab: Command, terminal: Terminal, end: (code: number) => void): void {
  lab
    .command("run")
    .summary("runs claude in one shape after another; costs money")
    .description(
      "Runs an existing claude program in each shape, writes down what happens, and keeps the transcripts. Called again, it goes on.",
    )
    .argument("<folder>", "new folder for the runs, or one that goes on", readBy(pathGiven))
    .option("--shapes <names>", "shapes by name, with commas; article (default): A,B,BC,C,D; or all", names)
    .option("--runs <number>", "runs of each shape (default: 2)", readBy(wholeNumber))
    .option("--claude <path>", "program to run (default: claude)")
    .option("--model <name>", "model to ask for (default: the program's)")
    .option("--config-dir <folder>", "settings folder for the program, as CLAUDE_CONFIG_DIR", readBy(pathGiven))
    .addOption(
      new Option("--budget <dollars>", "nothing more is asked from there on; or none").argParser(dollars).default(5),
    )
    .option("--max-processes <number>", "processes to start at most, earlier calls included", readBy(wholeNumber))
    .option("--timeout <seconds>", "for one answer", readBy(wholeNumber), 300)
    .option("--keep", "keep the directories that the runs worked in")
    .option("--seed <number>", "draws the same numbers each time", number)
    .option("--dry-run", "print the commands and run nothing")
    .option("--json", "print what was done as JSON and nothing else")
    .addHelpText("after", () => shapesHelp)
    .action(async (folder: string, given: Run) => {
      const { interrupted } = terminal;
      const code = await tried(terminal, async () => {
        if (given.dryRun) return await printCommands(folder, given, terminal);
        const [{ labCommands }, { runLab }] = await Promise.all([
          import("../systems/lab/plan.js"),
          import("../systems/lab/run-lab.js"),
        ]);
        const { processes } = labCommands(folder, optionsOf(given));
        const limit =
          given.budget === Number.POSITIVE_INFINITY
            ? "no budget is set"
            : `nothing more is asked from $${given.budget.toFixed(2)} on`;
        terminal.stderr.write(`Up to ${plural(processes, "process", "processes")}; ${limit}.\n`);
        const outcome = await runLab(folder, {
          ...optionsOf(given),
          budgetUsd: given.budget,
          ...(given.maxProcesses !== undefined && { maxProcesses: given.maxProcesses }),
          timeoutMs: given.timeout * 1000,
          keepDirectories: given.keep ?? false,
          signal: interrupted,
          onRun: ({ run, state, problem }, at, of) => {
            const what = state === "running" ? "started" : problem === null ? state : `${state}: ${problem}`;
            terminal.stderr.write(`${plainText(`${run} (${at} of ${of}) ${what}`)}\n`);
          },
        });
        terminal.stdout.write(given.json ? `${jsonOf(outcome)}\n` : outcomeLines(outcome, folder));
        return outcome.failed.length === 0 && outcome.open.length === 0;
      });
      end(interrupted.aborted ? endedByPerson : code);
    });
}

function addReport(lab: Command, terminal: Terminal, end: (code: number) => void): void {
  lab
    .command("report")
    .summary("tables of what came back; of several folders, what differs")
    .description(
      "Reports what the transcripts of the runs show, as Markdown. Ends with 1 where a newer version brings back less: a regression.",
    )
    .argument("<folder...>", "folders that lab run wrote, such as one of each version")
    .addOption(new Option("--html", "one HTML page that needs nothing else").conflicts("json"))
    .option("--json", "print the report as JSON and nothing else")
    .option("--out <file>", "write it to this file (- is standard output)", readBy(reportOut))
    .addHelpText("after", "\nExample:\n  tidemark lab report measured-2.1.285 measured-2.1.300")
    .action(async (folders: string[], { html = false, json = false, out }: Report) => {
      let hasRegression = false;
      const code = await tried(terminal, async () => {
        const { labReport } = await import("../systems/lab/lab-report.js");
        const report = await labReport(folders);
        hasRegression = report.changes.some(({ change }) => change === "regression");
        const text = json
          ? `${jsonOf(report)}\n`
          : html
            ? (await import("../systems/lab/lab-html.js")).labHtml(report)
            : (await import("../systems/lab/lab-markdown.js")).labMarkdown(report);
        if (out === undefined || out === "-") terminal.stdout.write(text);
        else {
          const { readableByAll, writeFile } = await import("./write-file.js");
          writeFile(out, text, readableByAll);
        }
        return report.runs.length > 0;
      });
      end(code === 0 && hasRegression ? 1 : code);
    });
}

/** A report takes the place of one in any format; of those in JSON the first fields tell. */
const reportOut = outFile(
  new RegExp(`${reportMark}|^${markdownMark}|^\\{"versions":\\[[^\\]]*\\],"models":\\[`),
  "report",
);

const optionsOf = ({ shapes, runs, claude, model, configDir, seed }: Run) => ({
  ...(shapes && { shapes }),
  ...(runs !== undefined && { runs }),
  ...(claude !== undefined && { program: claude }),
  ...(model !== undefined && { model }),
  ...(configDir !== undefined && { configDir }),
  ...(seed !== undefined && { seed }),
});

async function printCommands(folder: string, given: Run, terminal: Terminal): Promise<true> {
  const { labCommands } = await import("../systems/lab/plan.js");
  const { lines, processes } = labCommands(folder, optionsOf(given));
  terminal.stdout.write(
    given.json
      ? `${jsonOf({ processes, lines })}\n`
      : `${lines.map(plainText).join("\n")}\n# ${plural(processes, "process", "processes")} in all\n`,
  );
  return true;
}

function outcomeLines({ done, failed, open, stopped, spent, cliVersion }: LabOutcome, folder: string): string {
  // The line is there to be pasted.
  const path = shellWord(folder.startsWith("-") ? `./${folder}` : folder);
  const usd = `${spent.unknownIn.length > 0 ? "at least " : ""}$${spent.usd.toFixed(2)}`;
  const lines = [
    `Claude Code ${cliVersion ?? "of unknown version"}: ${plural(done.length, "run")} done, ${failed.length} failed, ${open.length} open; ${plural(spent.processes, "process", "processes")}, ${usd}`,
    ...failed.map(({ run, problem }) => `${run} failed: ${problem}`),
    ...(stopped === null ? [] : [`Stopped: ${stopped}`]),
    open.length + failed.length > 0 ? `Go on with: tidemark lab run ${path}` : `Next: tidemark lab report ${path}`,
  ];
  return `${lines.map(plainText).join("\n")}\n`;
}

const shapesHelp = `
Shapes:
  A     a process for each message, resumed      B    one process
  BC    B without a compaction                   C    B, rules, a compact hook
  D     C with seven files read and no edit
  auto  continue  hook-resumed  long-skill  six-skills  long-file  focus
  personal (writes CLAUDE.md into --config-dir, which must be made for it)

Example:
  tidemark lab run measured --shapes A,B --runs 1 --budget 1`;

const jsonOf = (value: unknown): string => harmlessJson(JSON.stringify(value));

const names = (text: string): string[] => text.split(",").map((name) => name.trim());

const number = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
};

const dollars = (text: string): number => {
  if (text === "none") return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (text.trim() === "" || !(value > 0)) throw new InvalidArgumentError("Give US dollars, such as 2.50, or none.");
  return value;
};
