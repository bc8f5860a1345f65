import { createHash } from "node:crypto";

/** What an attribute can be. */
export type Attributes = Record<string, string | number | boolean | string[]>;

/** A compaction, as an event of a span. */
export interface CompactionEvent {
  /** The same in every copy of the session. */
  key: string;
  /** Epoch milliseconds; null where the record has none that can be sent. */
  at: number | null;
  attributes: Attributes;
}

/** A span of a session before it is sent. */
export interface SessionSpan {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  /** `client` for a request to the model. */
  kind: "client" | "internal";
  /** Epoch milliseconds; null where the record has none that can be sent: such a span stays here. */
  start: number | null;
  end: number | null;
  failed: boolean;
  attributes: Attributes;
  compactions: CompactionEvent[];
}

const hashed = (kind: string, key: string, digits: number): string =>
  createHash("sha256").update(`${kind}\0${key}`).digest("hex").slice(0, digits);

/** 16 bytes in hexadecimal, from what names the conversation. */
export const traceIdOf = (root: string): string => hashed("trace", root, 32);

/** 8 bytes in hexadecimal, from what names the thing in its record. */
export const spanIdOf = (kind: "session" | "turn" | "request" | "tool", key: string): string => hashed(kind, key, 16);

/** The attributes that have a value: what the record does not say is not sent. */
export function recorded(values: Record<string, Attributes[string] | null>): Attributes {
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Attributes;
}

/** Nanoseconds since 1970 have to fit into 63 bits, which ends in 2262. */
const latest = Math.floor((2 ** 63 - 1) / 1_000_000);

/** A time as the protocol can hold it, else null. */
export const sendable = (at: number | null): number | null => (at !== null && at >= 0 && at <= latest ? at : null);
