import type { SessionFiles } from "../node/folder-sessions.js";
import { openSession } from "../node/open-timeline.js";
import { emptinessOf } from "../node/stored-queries.js";
import { TranscriptError } from "../read/transcript-error.js";
import { readTimeline } from "../timeline/read-timeline.js";
import type { Timeline } from "../timeline/timeline.js";
import { emptyProblem } from "./empty-problem.js";
import { standardInput } from "./standard-input.js";
import type { Terminal } from "./terminal.js";

/** Opens a session that was named on the command line. Throws a `TranscriptError` where it has no entry. */
export async function openNamed(session: SessionFiles, terminal: Terminal, signal: AbortSignal): Promise<Timeline> {
  const { main, agents } = session;
  if (session !== standardInput) {
    const paths = agents.map(({ path }) => path);
    return orEmptyProblem(main.path, await openSession(main.path, paths, { signal }));
  }
  if ("isTTY" in terminal.stdin && terminal.stdin.isTTY)
    throw new TranscriptError(
      "unreadable-file",
      "-: standard input is a terminal; give it a transcript, such as with < session.jsonl",
    );
  let head: Uint8Array | undefined;
  const timeline = await readTimeline(chunks(), { signal });
  return orEmptyProblem(main.path, timeline, head);

  async function* chunks(): AsyncGenerator<Uint8Array | string> {
    for await (const chunk of terminal.stdin) {
      head ??= Buffer.from(chunk).subarray(0, 4);
      yield chunk;
    }
  }
}

function orEmptyProblem(file: string, timeline: Timeline, head?: Uint8Array): Timeline {
  const emptiness = emptinessOf(timeline);
  if (emptiness === null) return timeline;
  throw new TranscriptError("unreadable-file", emptyProblem(file, emptiness, head));
}
