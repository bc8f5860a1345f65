import { expect, test } from "vitest";
import { handover, readTimeline, tools, usage } from "../../src/index.js";
import { transcript } from "../../src/testing.js";

const cliVersion = "2.1.285";

test("a tool input that is nested too deep to be written costs its nested part only", async () => {
  const text = transcript({ cliVersion })
    .prompt("go")
    .tool("Bash", { command: "@@", description: "deep" }, "done")
    .reply("Done.")
    .toString()
    .replace('"@@"', "[".repeat(20_000) + "]".repeat(20_000));
  const timeline = await readTimeline(text);
  expect(tools(timeline)).toMatchObject([{ tool: "Bash", state: "paired" }]);
  const call = timeline.events.find((event) => event.kind === "tool-call");
  expect(call).toMatchObject({ input: { text: '{"description":"deep"}', whole: false } });
});

test("counters whose sum is no number give no size of a context", async () => {
  const text = transcript({ cliVersion })
    .prompt("go")
    .reply("Done.")
    .toString()
    .replace(/"(input_tokens|cache_read_input_tokens)":\d+/g, '"$1":1e308');
  const [row] = usage(await readTimeline(text));
  expect(row).toMatchObject({ input: 1e308, context: null });
});

test("a long line without a question is looked at once", async () => {
  const question = "Which of them is it?**";
  const long = transcript({ cliVersion }).prompt("word ".repeat(200_000));
  const asked = transcript({ cliVersion }).prompt(question);
  expect(handover(await readTimeline(long.toString())).filter(({ topic }) => topic === "question")).toEqual([]);
  expect(handover(await readTimeline(asked.toString())).filter(({ topic }) => topic === "question")).toHaveLength(1);
}, 20_000);
