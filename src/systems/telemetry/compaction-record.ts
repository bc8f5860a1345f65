import { createHash } from "node:crypto";
import { plainText } from "../../show/plain-text.js";
import type { Cluster } from "../../timeline/clusters.js";
import type { Boundary } from "../../timeline/event.js";
import { findSecrets } from "../../timeline/secrets.js";

/** What a line says in place of a boundary's uuid as long as the transcript does not hold it. */
export const notRecordedYet = "not-recorded-yet";

/** One compaction as a line of telemetry: numbers and names, and nothing that was said. Null is what is not known. */
export interface CompactionRecord {
  format: 1;
  /** Of the boundary, else of the hook; epoch milliseconds. */
  at: number;
  sessionId: string | null;
  /** Which compaction of its session this is, from 1: with the session it tells one from another. */
  ordinal: number | null;
  /** uuid of the boundary, null where the record has none; `not-recorded-yet`. */
  boundary: string | null;
  /** Last part of the working directory, or its fingerprint. */
  project: string | null;
  trigger: string | null;
  preTokens: number | null;
  postTokens: number | null;
  durationMs: number | null;
  /** Running total over the session. */
  cumulativeDroppedTokens: number | null;
  /** Messages that the boundary names as kept. */
  keptMessages: number | null;
  cliVersion: string | null;
  /** Names of the skills that were in use before, the most recently used first. */
  skills: string[] | null;
  /** Skills that are not named: too many, or with a name that can be none. */
  skillsLeftOut: number | null;
  /** Since the compaction before in the same session. */
  sinceLastMs: number | null;
  /** Characters of the summary as the hook was told it. */
  summaryChars: number | null;
}

/** What a boundary's record says; `before` is the compaction before it, where that was read. */
export function boundaryFacts(boundary: Boundary, ordinal: number, before: Boundary | null) {
  const { uuid } = boundary.place;
  return {
    ordinal,
    boundary: uuid !== null && /^[\w-]{1,64}$/.test(uuid) ? uuid : null,
    trigger: wordOf(boundary.trigger),
    preTokens: boundary.preTokens,
    postTokens: boundary.postTokens,
    durationMs: boundary.durationMs,
    cumulativeDroppedTokens: boundary.cumulativeDroppedTokens,
    keptMessages: keptOf(boundary),
    cliVersion: wordOf(boundary.cliVersion),
    ...(boundary.at === null ? {} : { at: boundary.at }),
    sinceLastMs: boundary.at === null ? null : sinceOf(boundary.at, before?.at ?? null),
  };
}

/** A line that had no boundary with what the boundary says; what was known already stays where the boundary is silent. */
export function completed(record: CompactionRecord, facts: ReturnType<typeof boundaryFacts>): CompactionRecord {
  return {
    ...record,
    ...facts,
    trigger: facts.trigger ?? record.trigger,
    sinceLastMs: facts.sinceLastMs ?? record.sinceLastMs,
  };
}

/** Time from one compaction to the next; null where a clock went back. */
export const sinceOf = (at: number, before: number | null): number | null =>
  before === null || before > at ? null : at - before;

/** The list of kept messages, where the record has one; its ends alone tell no number. */
const keptOf = ({ kept }: Boundary): number | null =>
  kept === null || kept.uuids.length === 0 ? null : new Set(kept.uuids).size;

/** A word such as `auto` or `2.1.285`; null for anything longer or stranger. */
export const wordOf = (text: string | null): string | null =>
  text !== null && /^[\w.+-]{1,40}$/.test(text) && findSecrets(text).length === 0 ? text : null;

/** A session's id as it is the name of a file, and nothing that leads elsewhere. */
export const sessionIdOf = (text: string | null): string | null =>
  text !== null && /^[\w-]{1,64}$/.test(text) && findSecrets(text).length === 0 ? text : null;

/** Last part of a working directory, at most 100 characters; its fingerprint with `isPrivate`, and where it holds a secret. */
export function projectOf(cwd: string | null, isPrivate: boolean): string | null {
  if (cwd === null) return null;
  const name = plainText(cwd.split(/[\\/]/).filter(Boolean).pop() ?? "").trim();
  if (isPrivate || findSecrets(name).length > 0) return createHash("sha256").update(cwd).digest("hex").slice(0, 12);
  return name === "" ? null : Array.from(name).slice(0, 100).join("");
}

/** POSIX leaves a longer write to a file open for what other writers do. */
const mostBytes = 4096;

/** The line of a record; where it would be longer than a single write may be, names of skills are left out. */
export function lineOf(record: CompactionRecord): string {
  for (let skills = record.skills; ; skills = skills?.slice(0, -1) ?? null) {
    const dropped = (record.skills?.length ?? 0) - (skills?.length ?? 0);
    const skillsLeftOut = dropped === 0 ? record.skillsLeftOut : (record.skillsLeftOut ?? 0) + dropped;
    const line = `${JSON.stringify({ ...record, skills, skillsLeftOut })}\n`;
    if (Buffer.byteLength(line) < mostBytes || (skills?.length ?? 0) === 0) return line;
  }
}

/** Reads a line; null where it is damaged, or written by a later version of this program. */
export function recordOf(line: string): CompactionRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const found = value as Record<string, unknown>;
  const isWhole =
    found.format === 1 &&
    typeof found.at === "number" &&
    texts.every((name) => found[name] === null || typeof found[name] === "string") &&
    numbers.every((name) => found[name] === null || typeof found[name] === "number") &&
    (found.skills === null ||
      (Array.isArray(found.skills) && found.skills.every((skill: unknown) => typeof skill === "string")));
  return isWhole ? (found as unknown as CompactionRecord) : null;
}

const texts = ["sessionId", "boundary", "project", "trigger", "cliVersion"] as const;
const numbers = [
  "ordinal",
  "preTokens",
  "postTokens",
  "durationMs",
  "cumulativeDroppedTokens",
  "keptMessages",
  "skillsLeftOut",
  "sinceLastMs",
  "summaryChars",
] as const;

/** The boundary before a cluster's, where it was read. */
export const boundaryBefore = ({ before }: Cluster): Boundary | null =>
  before[0]?.kind === "boundary" && before[0].boundaryKind === "compact" ? before[0] : null;
