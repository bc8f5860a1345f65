import * as plain from "../node.js";
import { tellsAwait } from "../timeline/forgotten-await.js";
import { htmlFacts } from "./html-table.js";
import { showing } from "./media.js";
import { pageWidth, terminalWidth, textFacts } from "./text-table.js";
import { timelineFacts } from "./timeline-facts.js";

/** What gives timelines in `tidemark/node`, with timelines that show what they hold; they are the same objects. */
export const openTimeline = (path: string, options?: plain.OpenOptions): Promise<plain.Timeline> =>
  tellsAwait(plain.openTimeline(path, options).then(summarised));

export const readTimeline = (source: plain.Source, options?: plain.TimelineOptions): Promise<plain.Timeline> =>
  tellsAwait(plain.readTimeline(source, options).then(summarised));

export const segment = narrowing(plain.segment);
export const between = narrowing(plain.between);
export const chain = narrowing(plain.chain);
export const redact = narrowing(plain.redact);

export const openTimelines = (root?: string, options?: plain.OpenFolderOptions): AsyncGenerator<plain.Timeline> =>
  each(plain.openTimelines(root, options));

export const followTimeline = (path: string, options?: plain.FollowOptions): AsyncGenerator<plain.Timeline> =>
  each(plain.followTimeline(path, options));

async function* each(timelines: AsyncIterable<plain.Timeline>): AsyncGenerator<plain.Timeline> {
  for await (const timeline of timelines) yield summarised(timeline);
}

function narrowing<Given extends unknown[]>(
  narrow: (timeline: plain.Timeline, ...given: Given) => plain.Timeline,
): (timeline: plain.Timeline, ...given: Given) => plain.Timeline {
  return (timeline, ...given) => summarised(narrow(timeline, ...given));
}

const title = "Timeline";

const summarised = (timeline: plain.Timeline): plain.Timeline =>
  showing(
    timeline,
    () => {
      const facts = timelineFacts(timeline);
      return { "text/html": htmlFacts(title, facts), "text/plain": textFacts(title, facts, pageWidth) };
    },
    () => textFacts(title, timelineFacts(timeline), terminalWidth()),
  );
