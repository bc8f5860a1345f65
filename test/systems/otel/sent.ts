import type { Timeline } from "../../../src/index.js";
import { exportOtel } from "../../../src/systems.js";
import { inFolder } from "../../cli/run-captured.js";
import { otlpReceiver, type ReceivedSpan } from "./otlp-receiver.js";

/** Sends timelines, or the files of a folder, and gives what arrived. */
export async function sent(source: Timeline[] | Record<string, string>, options: { names?: boolean } = {}) {
  const receiver = await otlpReceiver();
  try {
    const done = Array.isArray(source)
      ? await exportOtel(source, { url: receiver.url, ...options })
      : await inFolder(source, (folder) => exportOtel(folder, { url: receiver.url, ...options }));
    return { done, spans: receiver.spans(), points: receiver.points(), requests: receiver.requests };
  } finally {
    await receiver.close();
  }
}

/** True of spans of that operation. */
export const operation = (name: string) => (span: ReceivedSpan) => span.attributes["gen_ai.operation.name"] === name;
export const sum = (values: unknown[]): number => values.reduce<number>((all, value) => all + (value as number), 0);
