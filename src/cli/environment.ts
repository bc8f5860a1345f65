/** The environment variables that the program heeds, and what they do. */
export const environment: readonly (readonly [name: string, does: string])[] = [
  ["CLAUDE_CONFIG_DIR", "folder of Claude Code, in place of ~/.claude: its sessions lie in projects below it"],
  ["NO_COLOR", "no colour, whatever its value, where it is not empty (no-color.org)"],
  ["FORCE_COLOR", "colour also where standard output is no terminal, such as before less -R; with 0 or false none"],
  ["CLICOLOR_FORCE", "colour where FORCE_COLOR is not set, with any value but 0 (bixense.com/clicolors)"],
  ["CLICOLOR", "with 0: no colour, where the two before are not set"],
  ["TERM", "with dumb: neither colour nor a line of progress"],
  ["XDG_CACHE_HOME", "folder in which an index of sessions is kept, below tidemark; else ~/.cache"],
  ["XDG_STATE_HOME", "folder of the lines that the telemetry hook writes, below tidemark; else ~/.local/state"],
];
