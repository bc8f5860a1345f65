import { expect, test } from "vitest";
import { readTimeline } from "../../src/index.js";
import { transcript } from "../../src/testing.js";

test.each([
  [1, "1 kept message is not in the file."],
  [2, "2 kept messages are not in the file."],
])("kept messages that are not in the file are counted: %i", async (absent, message) => {
  const session = transcript({ cliVersion: "2.1.285" }).prompt("Add tax.").reply("Done.").compact({ keep: 2 });
  const lines = session.toString().trimEnd().split("\n");
  const kept = lines.flatMap((line) => JSON.parse(line).compactMetadata?.preservedMessages?.uuids ?? []);
  expect(kept).toHaveLength(2);
  const left = lines.filter((line) => !kept.slice(-absent).includes(JSON.parse(line).uuid));
  const { issues } = await readTimeline(left.join("\n"));
  expect(issues.filter(({ code }) => code === "kept-absent").map((issue) => issue.message)).toEqual([message]);
});
