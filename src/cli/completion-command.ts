import { Argument, type Command } from "commander";
import { askingCommand } from "./completion/asked-words.js";
import type { Shell } from "./completion/scripts.js";
import { complain, type Terminal } from "./terminal.js";

const lines = `\
  bash  in ~/.bashrc:                  source <(tidemark completion bash)
  zsh   in ~/.zshrc, after compinit:   source <(tidemark completion zsh)
  fish  in config.fish:                tidemark completion fish | source`;

const setUp = `
Set-up, once for each shell:
${lines}

Completes verbs, options, their words, transcripts and the ids of sessions. The
script asks the program, so it need not be renewed after an update.`;

/** Adds `completion`, which prints the script of a shell, and the hidden command by which the script asks. */
export function addCompletion(program: Command, terminal: Terminal, end: (code: number) => void): void {
  program
    .command("completion")
    .summary("the script by which bash, zsh or fish complete words")
    .description("Prints the script by which a shell completes the words of tidemark.")
    .usage("<shell>")
    .addArgument(new Argument("[shell]", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", setUp)
    .action(async (shell: Shell | undefined) => {
      if (shell === undefined) {
        complain(terminal, "which shell? Add its line once, and open a new one:");
        terminal.stderr.write(`${lines}\n`);
        return end(2);
      }
      const { scripts } = await import("./completion/scripts.js");
      terminal.stdout.write(scripts[shell]);
    });
  program
    .command(askingCommand, { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => {
      const { candidates } = await import("./completion/candidates.js");
      const { paths, words: found } = await candidates(program, words);
      const lines = found.map(({ word, about }) => (about === "" ? word : `${word}\t${about}`));
      terminal.stdout.write(`${[paths, ...lines].join("\n")}\n`);
    });
}
