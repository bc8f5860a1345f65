import { styleText } from "node:util";

type Style = "bold" | "dim" | "red" | "yellow" | "cyan";

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

export const painter = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

/**
 * Says whether to use colour: never with `NO_COLOR` (no-color.org), else as `FORCE_COLOR` says, else as `CLICOLOR_FORCE`
 * and `CLICOLOR` do (bixense.com/clicolors), else on a terminal only.
 */
export function wantsColor(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.CLICOLOR_FORCE !== undefined && env.CLICOLOR_FORCE !== "0") return true;
  if (env.CLICOLOR === "0") return false;
  return isTerminal && env.TERM !== "dumb";
}
