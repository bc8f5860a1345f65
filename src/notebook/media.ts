/** One thing in several media, the text of each by its type: a notebook takes the richest that it can show. */
export type Media = Record<string, string>;

/** What Deno's kernel calls. */
export const jupyter: unique symbol = Symbol.for("Jupyter.display");

/** What `console.log`, Node's REPL and tslab call, Deno too. */
export const inspection: unique symbol = Symbol.for("nodejs.util.inspect.custom");

/** Has a value show itself in notebooks and where it is printed; its fields, and what is copied from it, stay as they are. */
export const showing = <T extends object>(value: T, media: () => Media, text: () => string): T =>
  Object.defineProperties(value, {
    [jupyter]: { value: media, configurable: true },
    [inspection]: { value: text, configurable: true },
  });
