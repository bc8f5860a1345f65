import { InvalidArgumentError } from "commander";

/** An option's value; what is wrong with it becomes the one line of wrong use. */
export const readBy =
  <T>(parse: (text: string, before: T | undefined) => T) =>
  (text: string, before: T | undefined): T => {
    try {
      return parse(text, before);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  };
