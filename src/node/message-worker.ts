import { parentPort } from "node:worker_threads";
import { TranscriptError } from "../read/transcript-error.js";
import { reasonOf } from "./file-source.js";
import { toColumns } from "./message-columns.js";
import type { Asked, Told } from "./message-reader.js";
import { sessionMessages } from "./session-messages.js";

/** The other end of `messageReader`: reads the sessions that it is sent. */
parentPort?.on("message", async ({ id, question }: Asked) => {
  parentPort?.postMessage(await told(id, question));
});

async function told(id: number, question: Asked["question"]): Promise<Told> {
  try {
    return { id, columns: toColumns(await sessionMessages(question)) };
  } catch (error) {
    if (TranscriptError.isInstance(error)) return { id, code: error.code, problem: error.message };
    return { id, code: "unreadable-file", problem: reasonOf(question.main, error) };
  }
}
