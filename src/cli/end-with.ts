import { type Command, CommanderError } from "commander";

/** What a command does where its words are wrong: it ends with this code; help and version end with 0. */
export const endWith =
  (code: number) =>
  (error: CommanderError): never => {
    throw new CommanderError(error.exitCode === 0 ? 0 : code, error.code, error.message);
  };

/** The same for a command that is a hook where no word follows it at once: a hook ends with 0 whatever happens. */
export const endAsHook =
  (program: Command) =>
  (error: CommanderError): never => {
    const [, next = "-"] = (program as Command & { rawArgs: string[] }).rawArgs;
    return endWith(next.startsWith("-") ? 0 : 2)(error);
  };
