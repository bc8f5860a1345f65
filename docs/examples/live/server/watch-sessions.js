import { relative } from "node:path";
import { followFolder } from "tidemark/node";
import { sessionState } from "./session-state.js";

/** A session that is being written is shown anew at most so often: its rows are worked out each time. */
const everyMs = 250;

/** Follows a folder, and tells the state of each session that was written since then, and again when it changes. */
export async function watchSessions(folder, { since, signal, onState, onRemoved }) {
  const changed = new Map();
  let timer = null;

  const tell = () => {
    timer = null;
    for (const [file, timeline] of changed) onState(relative(folder, file), sessionState(timeline));
    changed.clear();
  };

  try {
    for await (const event of followFolder(folder, { since, signal })) {
      // A subagent has a file of its own; the page shows conversations.
      if (event.type === "session" || event.type === "lines") {
        if (event.timeline.files[0]?.chain !== "main") continue;
        changed.set(event.file, event.timeline);
        timer ??= setTimeout(tell, everyMs);
      } else if (event.type === "removed") {
        changed.delete(event.file);
        onRemoved(relative(folder, event.file));
      } else if (event.type === "error") process.stderr.write(`live: ${event.message}\n`);
    }
  } finally {
    clearTimeout(timer);
  }
}
