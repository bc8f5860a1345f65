import { contextOf } from "../timeline/clusters.js";
import type { Reply } from "../timeline/event.js";
import { eventsOf } from "../timeline/events-of.js";
import { runsOf } from "../timeline/runs.js";
import { several } from "../timeline/several.js";
import type { Timeline } from "../timeline/timeline.js";
import { standsIn, wholeOf } from "../timeline/whole.js";
import { holdsMore, linesByMessage, type MessageLines, type Tokens, tokensOf } from "./message-tokens.js";
import { type Row, rowOf } from "./row.js";

/** What one request used, once per distinct message. */
export interface UsageRow extends Row, Tokens {
  /** `message.id`, else `requestId`, else the row's uuid. */
  messageId: string;
  model: string | null;
  /** `"main"` or the id of a subagent. */
  chain: string;
  /** Size of the request: input, cache read and cache write, of the conversation's last iteration where several are listed; null where nothing was counted. */
  context: number | null;
  run: number | null;
  /** Compactions of the chain before the message. */
  boundary: number;
}

/**
 * Lists what each request used: of the lines of one message the one with the most output tokens, the last on a tie;
 * of copies in several timelines the one that holds more of the message.
 *
 * Rows that the program wrote itself (errors, `<synthetic>`) are no requests. Over several timelines a message that was
 * copied by a resume or a fork counts once. Roll-ups in the results of subagents are never added.
 *
 * Known gaps: compaction requests themselves are not recorded; what a subagent used is counted from its own file, and not
 * from the copies of its messages in progress records; prices are not known here.
 *
 * @example
 * usage(timeline).every((row) => row.output !== null); // => true
 */
export function usage(timelines: Timeline | Iterable<Timeline>): UsageRow[] {
  const messages = new Map<string, MessageLines<Reply> & { timeline: Timeline }>();
  for (const timeline of several(timelines)) {
    const stands = standsIn(timeline);
    for (const [messageId, found] of linesByMessage(eventsOf(wholeOf(timeline), "reply"))) {
      if (!stands(found.lines[0] as Reply)) continue;
      const known = messages.get(messageId);
      if (known === undefined || holdsMore(extentOf(found), extentOf(known)))
        messages.set(messageId, { timeline, best: found.best, lines: found.lines });
    }
  }
  return [...messages].map(([messageId, { timeline, best, lines }]) => {
    const { tokens, judgement } = tokensOf(best.usage);
    const others = lines.length === 1 ? [] : lines.filter((line) => line !== best);
    return {
      messageId,
      model: best.model,
      chain: best.chain,
      ...tokens,
      context: contextOf(best),
      run: runsOf(timeline).of(best),
      boundary: lines[0]?.segment ?? best.segment,
      ...rowOf(timeline, best, judgement, ...others),
    };
  });
}

const extentOf = ({ best, lines }: MessageLines<Reply>) => ({
  output: best.usage?.output ?? null,
  lines: lines.length,
});
