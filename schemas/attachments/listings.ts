import * as z from "zod";
import { anything, flag, text, texts } from "../fields.js";

/** Agents that the model can call (2.1.169). */
export const AgentListingDeltaAttachment = z.looseObject({
  type: z.literal("agent_listing_delta"),
  /** Names of the agents listed. */
  addedTypes: texts,
  /** Lines `- name: description`. */
  addedLines: texts,
  /** Names of agents that are gone. */
  removedTypes: texts,
  /** True for the whole list, as in every cluster. */
  isInitial: flag,
  /** True if a note on running several at once is added. */
  showConcurrencyNote: flag,
  /** Those of them that come with the program. */
  builtInTypes: texts,
});

/** Tools that can be found by search (2.1.91). */
export const DeferredToolsDeltaAttachment = z.looseObject({
  type: z.literal("deferred_tools_delta"),
  /** Names listed. */
  addedNames: texts,
  /** The lines sent for them. */
  addedLines: texts,
  /** Names that are gone. */
  removedNames: texts,
  /** 2.1.129. */
  readdedNames: texts,
  /** MCP servers that are still starting (2.1.129). */
  pendingMcpServers: texts,
  /** MCP servers that need a login (2.1.209). */
  needsAuthMcpServers: texts,
  /** MCP servers that failed, `{name, error?, errorCode?}`. */
  failedMcpServers: anything,
  /** Meaning not recorded. */
  wireHiddenNames: texts,
  /** Meaning not recorded. */
  surfacedNames: texts,
  /** Meaning not recorded. */
  restoredNames: texts,
  /** `{name, cause?}`. */
  retractedTools: anything,
});

/** Schemas of tools found by search; bookkeeping, never sent as text (2.1.286). */
export const DeferredToolsRecordAttachment = z.looseObject({
  type: z.literal("deferred_tools_record"),
  /** The tools with their schemas. */
  entries: z.array(z.looseObject({ name: text, description: text, input_schema: anything })).optional(),
  /** Which form of a call's input is kept: `wire` or `displayed`. */
  toolInputCopies: z.array(z.looseObject({ id: text, copy: text })).optional(),
  /** Rows that announced names only. */
  nameOnlyAnnouncements: texts,
});

/** Instructions of MCP servers (2.1.91). */
export const McpInstructionsDeltaAttachment = z.looseObject({
  type: z.literal("mcp_instructions_delta"),
  /** Names listed. */
  addedNames: texts,
  /** One text per server. */
  addedBlocks: texts,
  /** Names that are gone. */
  removedNames: texts,
});

/** An agent named in a prompt (2.1.158). */
export const AgentMentionAttachment = z.looseObject({
  type: z.literal("agent_mention"),
  /** Name after the at sign. */
  agentType: text,
});

/** Whether an advisor can be asked. */
export const AdvisorToolAttachment = z.looseObject({
  type: z.literal("advisor_tool"),
  /** True if it can be asked. */
  available: flag,
  model: text,
  /** How the list of tools changed. */
  toolChange: anything,
});

export const listingAttachments = [
  AgentListingDeltaAttachment,
  DeferredToolsDeltaAttachment,
  DeferredToolsRecordAttachment,
  McpInstructionsDeltaAttachment,
  AgentMentionAttachment,
  AdvisorToolAttachment,
] as const;

export interface AgentListingDeltaAttachment extends z.infer<typeof AgentListingDeltaAttachment> {}
export interface DeferredToolsDeltaAttachment extends z.infer<typeof DeferredToolsDeltaAttachment> {}
export interface McpInstructionsDeltaAttachment extends z.infer<typeof McpInstructionsDeltaAttachment> {}
