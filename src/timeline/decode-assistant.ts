import type { Cuts, RawEntry, ReadEntry } from "../read/entry-batch.js";
import { withoutHalfPair } from "../read/without-half-pair.js";
import type { Session } from "./decoding-session.js";
import type { Event, EventBase, Reply, ToolCall, UsageCounters } from "./event.js";
import { listOf, numberOf, objectOf, textOf, wholeTextOf } from "./fields.js";
import { type Payload, payload } from "./payload.js";
import { repeated } from "./repeated.js";

/** Which message an assistant row belongs to, who wrote it, and what it used: all that counting needs. */
export function requestOf({ entry, cuts, place }: ReadEntry, session: Session): Request {
  const message = objectOf(entry.message);
  const id = wholeTextOf(message?.id, cuts) ?? textOf(entry.requestId) ?? place.uuid;
  const usage = usageOf(message?.usage);
  if (usage !== null && !isSameUsage(usage, session.usage)) session.usage = usage;
  const isError = entry.isApiErrorMessage === true;
  return requestBy(id, wholeTextOf(message?.model, cuts), isError, usage === null ? null : session.usage, session);
}

type Request<Usage = Reply["usage"]> = Pick<Reply, "messageId" | "model" | "synthetic"> & { usage: Usage };

/** The same by what the row says; what errors say is written by the program itself. */
export function requestBy<Usage>(
  id: string | null,
  name: string | null,
  isError: boolean,
  usage: Usage,
  session: Session,
): Request<Usage> {
  const messageId = id === session.messageId ? session.messageId : id;
  session.messageId = messageId;
  const model = repeated(name, session);
  const synthetic = model === "<synthetic>" || isError;
  return { messageId, model: synthetic ? null : model, usage, synthetic };
}

/** Decodes an assistant row: the reply with its usage, then its tool calls. */
export function decodeAssistant(read: ReadEntry, base: EventBase, session: Session): Event[] {
  const { entry, cuts } = read;
  const message = objectOf(entry.message);
  const { messageId, model, usage, synthetic } = requestOf(read, session);
  const types: string[] = [];
  const calls: ToolCall[] = [];
  let text = "";
  let thinkingChars = 0;
  const content = message?.content;
  for (const one of typeof content === "string" ? [{ type: "text", text: content }] : listOf(content)) {
    const block = objectOf(one);
    const type = wholeTextOf(block?.type, cuts);
    if (block === null || type === null) continue;
    types.push(type);
    if (type === "text") {
      const part = wholeTextOf(block.text, cuts) ?? "";
      text = text === "" ? part : `${text}\n${part}`;
    } else if (type === "thinking") thinkingChars += lengthOf(textOf(block.thinking) ?? "", cuts);
    else if (type === "tool_use") calls.push(toolCall(block, messageId, base, session, cuts));
  }
  const { place, parent, at, chain, segment, cliVersion, sessionId, process, cwd, branch, entrypoint } = base;
  const reply: Reply = {
    kind: "reply",
    messageId,
    model,
    text,
    blocks: types.length === 1 ? oneBlock(types[0] as string) : types,
    thinkingChars,
    usage,
    stopReason: repeated(wholeTextOf(message?.stop_reason, cuts), session),
    synthetic,
    apiError: entry.isApiErrorMessage === true ? (textOf(entry.error) ?? "unknown") : null,
    cacheMiss: wholeTextOf(objectOf(objectOf(message?.diagnostics)?.cache_miss_reason)?.type, cuts),
    skill: textOf(entry.attributionSkill),
    place,
    parent,
    at,
    chain,
    segment,
    cliVersion,
    sessionId,
    process,
    cwd,
    branch,
    entrypoint,
  };
  return calls.length === 0 ? [reply] : [reply, ...calls];
}

const lengthOf = (text: string, cuts: Cuts | undefined): number =>
  cuts === undefined ? text.length : cuts.chars(text);

const single = new Map<string, string[]>();

/** Most rows hold one block of a few types: they share one list. */
function oneBlock(type: string): string[] {
  let list = single.get(type);
  if (list === undefined) {
    list = Object.freeze([type]) as string[];
    if (single.size < 100) single.set(type, list);
  }
  return list;
}

function toolCall(
  block: RawEntry,
  messageId: string | null,
  base: EventBase,
  session: Session,
  cuts: Cuts | undefined,
): ToolCall {
  const id = wholeTextOf(block.id, cuts);
  const name = repeated(wholeTextOf(block.name, cuts), session);
  const input = objectOf(block.input);
  const skillName = name === "Skill" ? wholeTextOf(input?.skill ?? input?.command, cuts) : null;
  const { place, parent, at, chain, segment, cliVersion, sessionId, process, cwd, branch, entrypoint } = base;
  const call: ToolCall = {
    kind: "tool-call",
    id,
    name,
    input: inputOf(input, session.payloadChars, cuts),
    path: wholeTextOf(input?.file_path ?? input?.notebook_path ?? input?.path, cuts),
    skill: skillName === null ? null : { name: skillName, args: wholeTextOf(input?.args, cuts) },
    messageId,
    place,
    parent,
    at,
    chain,
    segment,
    cliVersion,
    sessionId,
    process,
    cwd,
    branch,
    entrypoint,
  };
  if (id !== null) session.calls.set(id, call);
  return call;
}

/**
 * The input as JSON, cut to its head. Long strings are cut first, so that a Write of a large file is not put together only
 * to be thrown away; `chars` counts what was left out, its escapes aside.
 */
function inputOf(input: RawEntry | null, limit: number, cuts: Cuts | undefined): Payload {
  if (input === null) return payload("", limit);
  let leftOut = 0;
  // Of a long text that stands behind the first `limit` characters nothing is kept.
  let left = limit;
  const isLong = (text: string): boolean => text.length > limit || (cuts !== undefined && cuts.span(text) !== null);
  const shortened = (text: string): string | null => {
    const length = lengthOf(text, cuts);
    const kept = length <= limit ? length : left;
    left = Math.max(0, left - kept);
    leftOut += length - kept;
    if (kept === length) return wholeTextOf(text, cuts);
    return cuts === undefined ? withoutHalfPair(text, kept) : cuts.head(text, kept);
  };
  try {
    const json = inOnePiece(JSON.stringify(holdsText(input, isLong) ? withTexts(input, shortened) : input));
    const kept = payload(json, limit);
    return leftOut === 0 ? kept : { text: kept.text, chars: kept.chars + leftOut, whole: false };
  } catch {
    // Nested deeper than the engine can follow: what is nested is left out.
    left = limit;
    const flat = Object.entries(input).filter(([, value]) => typeof value !== "object");
    return { ...payload(JSON.stringify(withTexts(Object.fromEntries(flat), shortened)), limit), whole: false };
  }
}

/** An engine keeps what it put together as its pieces, four or so of a short JSON, until a character is asked for. */
const inOnePiece = (text: string): string => (text.charCodeAt(0) > 0 ? text : "");

function holdsText(value: unknown, wanted: (text: string) => boolean): boolean {
  if (typeof value === "string") return wanted(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => holdsText(one, wanted));
  for (const name in value) if (holdsText((value as RawEntry)[name], wanted)) return true;
  return false;
}

/** A copy of a JSON value with other texts. */
function withTexts(value: unknown, change: (text: string) => string | null): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change));
  const copy: RawEntry = { ...value };
  for (const name of Object.keys(copy)) copy[name] = withTexts(copy[name], change);
  return copy;
}

const isSameUsage = (a: UsageCounters, b: UsageCounters | null): boolean =>
  b !== null &&
  a.output === b.output &&
  a.input === b.input &&
  a.cacheRead === b.cacheRead &&
  a.cacheWrite === b.cacheWrite &&
  a.cacheWrite5m === b.cacheWrite5m &&
  a.cacheWrite1h === b.cacheWrite1h &&
  a.lastIterationContext === b.lastIterationContext;

function usageOf(value: unknown): UsageCounters | null {
  const usage = objectOf(value);
  if (usage === null) return null;
  const split = objectOf(usage.cache_creation);
  return {
    input: numberOf(usage.input_tokens),
    output: numberOf(usage.output_tokens),
    cacheRead: numberOf(usage.cache_read_input_tokens),
    cacheWrite: numberOf(usage.cache_creation_input_tokens),
    cacheWrite5m: numberOf(split?.ephemeral_5m_input_tokens),
    cacheWrite1h: numberOf(split?.ephemeral_1h_input_tokens),
    lastIterationContext: lastIterationContext(usage.iterations),
  };
}

/** Context of the last iteration that is a request of the conversation itself; null unless several iterations are listed. */
function lastIterationContext(iterations: unknown): number | null {
  const list = listOf(iterations);
  if (list.length < 2) return null;
  for (let i = list.length - 1; i >= 0; i--) {
    const one = objectOf(list[i]);
    if (one === null || one.type === "compaction" || one.type === "advisor_message") continue;
    return (
      (numberOf(one.input_tokens) ?? 0) +
      (numberOf(one.cache_read_input_tokens) ?? 0) +
      (numberOf(one.cache_creation_input_tokens) ?? 0)
    );
  }
  return null;
}
