import * as z from "zod";
import { anything, flag, text, textOrNull } from "./fields.js";

/**
 * Fields of the rows that hang together by `uuid` and `parentUuid`: user, assistant, system, attachment, progress.
 * Only `type` is sure. Sources: 1,098 public transcripts of CLI 1.0.17 to 2.1.238, single lines up to 2.1.295.
 */
export const envelope = {
  /** Identity of the entry. Absent on rows of bookkeeping. */
  uuid: text,
  /** `uuid` of the row it hangs under; null on the first row of a conversation and on every compaction boundary. */
  parentUuid: textOrNull,
  /** Bridge over a compaction boundary to the row before it. That row is missing from the file in a quarter of them. */
  logicalParentUuid: textOrNull,
  /** True in a subagent's conversation. */
  isSidechain: flag,
  /** Subagent that the row belongs to. */
  agentId: text,
  /** When it was written, ISO 8601 in UTC. For display: file order, not time, is the order of a conversation. */
  timestamp: text,
  /** `external` in every public transcript. */
  userType: text,
  /** What started the process: `cli`, `sdk-py`, `sdk-ts`, `sdk-cli`, `claude-desktop`, … (2.1.81). */
  entrypoint: text,
  /** Working directory at that moment. */
  cwd: text,
  /** The session of the transcript file. On its own it doesn't prove that a row belongs to the session. */
  sessionId: text,
  /** The process or session that wrote the row; changes at a resume, keeps the source's id in a fork (2.1.201). */
  session_id: text,
  /** CLI version that wrote the row. One file mixes versions. */
  version: text,
  /** Git branch at that moment; `HEAD` when detached. */
  gitBranch: text,
  /** Name of the session in three words; not on every row (2.0.64). */
  slug: text,
  /** `bg` in a background session (2.1.207). */
  sessionKind: text,
  /** Where a branched session took the row from. */
  forkedFrom: z
    .looseObject({
      /** Session that the row was copied from. */
      sessionId: text,
      /** `uuid` of the row in that session. */
      messageUuid: text,
    })
    .optional(),
  /** Set on rows that a fork took over without their effect. */
  neutralizedByFork: anything,
};

/** Fields of the rows beside the conversation: no uuid, no place in the chain. Most are written again and again; the last one counts. */
export const bookkeepingFields = {
  /** Session that the row belongs to. */
  sessionId: text,
  /** ISO 8601; on few kinds. */
  timestamp: text,
};
