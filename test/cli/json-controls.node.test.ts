import { expect, test } from "vitest";
import { demoEntries, linesOf } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const steering = "\u007f\u009b31m\u009d0;\u202e\u2066\u2028\u061c\u200f";

test("--json writes characters that steer a terminal as escapes of the same text", async () => {
  const entries = demoEntries().map((entry) => ({ ...entry, sessionId: `${steering}id` }));
  await inFolder({ "session.jsonl": linesOf(entries) }, async (path) => {
    const { out } = await runCaptured(["boundaries", `${path}/session.jsonl`, "--json"]);
    expect(out).not.toMatch(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
    const [row] = JSON.parse(out) as { sessionId: string }[];
    expect(row?.sessionId).toBe(`${steering}id`);
  });
});
