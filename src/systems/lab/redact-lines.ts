import { redactText } from "../../timeline/secrets.js";
import { parsed } from "./result-message.js";

/** The lines of a transcript without the secrets in their texts; a line stays a line, and what was JSON stays JSON. */
export const redactLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const value = parsed(line);
      return value === undefined ? redactText(line) : JSON.stringify(value, (_, one) => redacted(one));
    })
    .join("\n");

const redacted = (value: unknown): unknown => (typeof value === "string" ? redactText(value) : value);
