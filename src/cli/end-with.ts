import { CommanderError } from "commander";

/** What a command does where its words are wrong: it ends with this code; help and version end with 0. */
export const endWith =
  (code: number) =>
  (error: CommanderError): never => {
    throw new CommanderError(error.exitCode === 0 ? 0 : code, error.code, error.message);
  };
