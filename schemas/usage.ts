import * as z from "zod";
import { anything, count, text, textOrNull } from "./fields.js";

/** Cache writes by the time they are kept. The two add up to `cache_creation_input_tokens`, or leave a rest unsplit. */
export const CacheCreation = z.looseObject({
  /** Tokens written to the cache for five minutes. */
  ephemeral_5m_input_tokens: count,
  /** Tokens written to the cache for an hour. */
  ephemeral_1h_input_tokens: count,
});

/** One request inside an API message. */
export const UsageIteration = z.looseObject({
  /** `message`, `advisor_message`, `fallback_message`, `compaction`. Only the first is the conversation's context. */
  type: text,
  /** Model of this request (2.1.227). */
  model: textOrNull,
  /** Tokens. */
  input_tokens: count,
  /** Tokens. */
  output_tokens: count,
  /** Tokens read from the cache. */
  cache_read_input_tokens: count,
  /** Tokens written to the cache. */
  cache_creation_input_tokens: count,
  /** The cache writes of this request, split by time kept. */
  cache_creation: CacheCreation.nullable().optional(),
});

/**
 * Token counts of one API message, repeated on each of its rows. Count a message once, by `message.id`, and take its
 * last row: up to 2.1.99 the earlier rows hold snapshots of a running stream.
 */
export const Usage = z.looseObject({
  /** Tokens sent and not read from the cache. */
  input_tokens: count,
  /** Tokens of the reply. */
  output_tokens: count,
  /** Tokens read from the cache. */
  cache_read_input_tokens: count,
  /** Tokens written to the cache. */
  cache_creation_input_tokens: count,
  /** The same, split by time kept (1.0.98). An absent split says nothing; it isn't zero. */
  cache_creation: CacheCreation.nullable().optional(),
  /** Requests inside this message; the last of type `message` tells the context size (2.1.38). */
  iterations: z.array(UsageIteration).nullable().optional(),
  /** Parts of the output (2.1.228). */
  output_tokens_details: z
    .looseObject({
      /** Tokens of thinking. */
      thinking_tokens: count,
    })
    .nullable()
    .optional(),
  /** Tools that ran on the server. */
  server_tool_use: z
    .looseObject({
      /** Number of searches. */
      web_search_requests: count,
      /** Number of pages fetched. */
      web_fetch_requests: count,
    })
    .nullable()
    .optional(),
  /** `standard`, `priority`, `batch`. */
  service_tier: textOrNull,
  /** `standard`, `fast` (2.1.41). */
  speed: textOrNull,
  /** Where the model ran, such as `global` or `not_available`. */
  inference_geo: textOrNull,
  /** Seen as null only. */
  fallback_credit: anything,
});

export interface CacheCreation extends z.infer<typeof CacheCreation> {}
export interface UsageIteration extends z.infer<typeof UsageIteration> {}
export interface Usage extends z.infer<typeof Usage> {}
