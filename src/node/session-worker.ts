import { parentPort } from "node:worker_threads";
import { TranscriptError } from "../read/transcript-error.js";
import { reasonOf } from "./file-source.js";
import { type SessionQuestion, type SessionTask, sessionTasks } from "./session-tasks.js";
import type { Asked, Told } from "./session-threads.js";

/** The other end of `sessionThreads`: answers for the sessions that it is sent. */
parentPort?.on("message", async (asked: Asked) => {
  parentPort?.postMessage(await told(asked));
});

async function told({ id, task: name, question }: Asked): Promise<Told> {
  const task = sessionTasks[name] as SessionTask<SessionQuestion, unknown, unknown>;
  try {
    return { id, packed: task.pack(await task.answer(question)) };
  } catch (error) {
    if (TranscriptError.isInstance(error)) return { id, code: error.code, problem: error.message };
    return { id, code: "unreadable-file", problem: reasonOf(question.main, error) };
  }
}
