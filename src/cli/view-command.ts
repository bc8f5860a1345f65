import type { Command } from "commander";
import { viewMark } from "../systems/report/marks.js";
import { outFile } from "./out-file.js";
import { readBy } from "./read-by.js";
import { complain, type Terminal } from "./terminal.js";
import { tried } from "./tried.js";

const help = `
The page reads transcripts by itself and may open no connection: what is dropped
on it, or was put into it here, stays on this machine. A page with transcripts
in it holds all that they say; without --out it is written to a temporary folder
that only you may read.

Examples:
  tidemark view                        an empty page, to drop transcripts on
  tidemark view 3f0c8a52               the session whose id begins so in it
  tidemark view ~/.claude/projects     all of them, to choose from
  tidemark view session.jsonl --out session.html`;

function pageOut(path: string): string {
  if (path === "-") throw new RangeError("A page is opened from a file: name one, such as session.html.");
  return outFile(viewMark, "page of `tidemark view`")(path);
}

/** Adds `view`: a page that shows transcripts. */
export function addView(program: Command, terminal: Terminal, end: (code: number) => void): void {
  program
    .command("view")
    .summary("a page that shows sessions, in the browser")
    .description("What does a session look like: its context over time, and each boundary with its texts?")
    .usage("[file|folder|session...] [options]")
    .argument("[path...]", "transcripts, folders of them, or ids, to put into the page; default: none")
    .option("--out <file>", "write the page to this file, and do not open it", readBy(pageOut))
    .addHelpText("after", help)
    .action(async (paths: string[], { out }: { out?: string }) => {
      const code = await tried(terminal, async () => {
        const { writePage } = await import("./write-page.js");
        const { file, problems } = await writePage(paths, out ?? null, terminal.stdin);
        for (const { message } of problems) complain(terminal, message);
        if (file === null) return false;
        const { openPage } = await import("./open-page.js");
        const isOpen = out === undefined && (await openPage(file));
        terminal.stdout.write(isOpen ? `${file}\n` : `${file}\nOpen it in a browser.\n`);
        return problems.length === 0;
      });
      end(code);
    });
}
