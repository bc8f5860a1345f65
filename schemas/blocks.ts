import * as z from "zod";
import { anything, text, textOrNull } from "./fields.js";

/** Words of the person, of the model, or text that the harness put in. */
export const TextBlock = z.looseObject({
  type: z.literal("text"),
  /** The text. */
  text: z.string(),
  /** Sources that the text cites. */
  citations: anything,
});

/** The model's thinking; empty where the file keeps the signature only. */
export const ThinkingBlock = z.looseObject({
  type: z.literal("thinking"),
  /** The thinking, often empty. */
  thinking: text,
  /** Signature by which the API takes the block back. */
  signature: textOrNull,
});

/** Thinking that was kept encrypted. */
export const RedactedThinkingBlock = z.looseObject({
  type: z.literal("redacted_thinking"),
  /** Opaque. */
  data: text,
});

/** A call of a tool. */
export const ToolUseBlock = z.looseObject({
  type: z.literal("tool_use"),
  /** Identity of the call; its result names it. */
  id: z.string(),
  /** Name of the tool, such as `Read`, `Skill`, `mcp__server__tool`. The subagent tool is `Task` up to 2.1.62, then `Agent`. */
  name: z.string(),
  /** What the tool was given; its shape is the tool's. */
  input: anything,
  /** Who called it, such as `{type: "direct"}`. */
  caller: anything,
});

/** The answer of a tool. */
export const ToolResultBlock = z.looseObject({
  type: z.literal("tool_result"),
  /** Identity of the call. */
  tool_use_id: z.string(),
  /** Text, or blocks of text and images. */
  content: z.union([z.string(), z.array(z.unknown()), z.null()]).optional(),
  /** True if the call failed; absent mostly means that it did not. */
  is_error: z.boolean().nullable().optional(),
});

/** A picture; its data is not checked. */
export const ImageBlock = z.looseObject({
  type: z.literal("image"),
  /** Where the bytes are: `{type: "base64", media_type, data}`, … */
  source: anything,
});

/** A document such as a PDF; its data is not checked. */
export const DocumentBlock = z.looseObject({
  type: z.literal("document"),
  /** Where the bytes are. */
  source: anything,
  /** Title given with it. */
  title: textOrNull,
});

/** A call of a tool that runs on the API's side, such as the advisor. */
export const ServerToolUseBlock = z.looseObject({
  type: z.literal("server_tool_use"),
  /** Identity of the call. */
  id: z.string(),
  /** Name of the tool. */
  name: z.string(),
  /** What the tool was given. */
  input: anything,
});

/** The answer of the advisor. */
export const AdvisorToolResultBlock = z.looseObject({
  type: z.literal("advisor_tool_result"),
  /** Identity of the call. */
  tool_use_id: z.string(),
  /** Not checked. */
  content: anything,
});

/** Marks the change to another model inside one reply. */
export const FallbackBlock = z.looseObject({
  type: z.literal("fallback"),
  /** Model before. */
  from: z.looseObject({ model: text }).optional(),
  /** Model after. */
  to: z.looseObject({ model: text }).optional(),
});

/** A summary that the API itself made of the context; accepted, not met in a public transcript. */
export const CompactionBlock = z.looseObject({
  type: z.literal("compaction"),
  /** Not checked. */
  content: anything,
});

/** Reference to a tool that a tool search found. */
export const ToolReferenceBlock = z.looseObject({
  type: z.literal("tool_reference"),
  /** Name of the tool. */
  tool_name: text,
});

/** A block whose type is known, told apart by `type`. */
export const KnownBlock = z.discriminatedUnion("type", [
  TextBlock,
  ThinkingBlock,
  ToolUseBlock,
  ToolResultBlock,
  ImageBlock,
  DocumentBlock,
  RedactedThinkingBlock,
  ServerToolUseBlock,
  AdvisorToolResultBlock,
  FallbackBlock,
  CompactionBlock,
  ToolReferenceBlock,
]);

/** Types that {@link KnownBlock} tells apart. */
export const knownBlockTypes: readonly string[] = KnownBlock.options.map((block) => block.shape.type.value);

/** A block of a type that this version doesn't know: accepted as it stands. */
export const OtherBlock = z.looseObject({
  type: z.string().regex(new RegExp(`^(?!(?:${knownBlockTypes.join("|")})$)`), { abort: true }),
});

/** One block of a message. Blocks of unknown types pass; a known type with a wrong field doesn't. */
export const ContentBlock = z.union([KnownBlock, OtherBlock]);

/** What a message holds: one text, or blocks. */
export const Content = z.union([z.array(ContentBlock), z.string()]);

export interface TextBlock extends z.infer<typeof TextBlock> {}
export interface ThinkingBlock extends z.infer<typeof ThinkingBlock> {}
export interface RedactedThinkingBlock extends z.infer<typeof RedactedThinkingBlock> {}
export interface ToolUseBlock extends z.infer<typeof ToolUseBlock> {}
export interface ToolResultBlock extends z.infer<typeof ToolResultBlock> {}
export interface ImageBlock extends z.infer<typeof ImageBlock> {}
export interface DocumentBlock extends z.infer<typeof DocumentBlock> {}
export interface ServerToolUseBlock extends z.infer<typeof ServerToolUseBlock> {}
export interface AdvisorToolResultBlock extends z.infer<typeof AdvisorToolResultBlock> {}
export interface FallbackBlock extends z.infer<typeof FallbackBlock> {}
export interface CompactionBlock extends z.infer<typeof CompactionBlock> {}
export interface ToolReferenceBlock extends z.infer<typeof ToolReferenceBlock> {}
export interface OtherBlock extends z.infer<typeof OtherBlock> {}
export type KnownBlock = z.infer<typeof KnownBlock>;
export type ContentBlock = z.infer<typeof ContentBlock>;
export type Content = z.infer<typeof Content>;
