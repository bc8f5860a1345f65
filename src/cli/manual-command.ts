import type { Command } from "commander";
import type { Terminal } from "./terminal.js";

/** Adds `manual`, which prints the manual page; the build writes it to a file for `man tidemark`. */
export function addManual(program: Command, terminal: Terminal): void {
  program
    .command("manual")
    .summary("the manual page: tidemark manual | man -l -")
    .description(
      "Prints the manual page of tidemark as roff. Where it is installed for all (npm install -g), man tidemark shows it.",
    )
    .addHelpText("after", "\nExample:\n  tidemark manual | man -l -")
    .action(async () => {
      const { manualPage } = await import("./manual-page.js");
      terminal.stdout.write(manualPage(program));
    });
}
