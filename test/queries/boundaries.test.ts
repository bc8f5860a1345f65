import { expect, test } from "vitest";
import { boundaries, readTimeline } from "../../src/index.js";

test("a boundary whose logical parent is the second row of a queued prompt has it in the file", async () => {
  const row = (uuid: string, fields: object) =>
    JSON.stringify({ parentUuid: null, uuid, version: "2.1.285", ...fields });
  const queued = { type: "queued_command", prompt: "Do it.", source_uuid: "prompt", commandMode: "prompt" };
  const lines = [
    row("queued", { type: "attachment", attachment: queued }),
    row("prompt", { type: "user", message: { role: "user", content: "Do it." } }),
    row("boundary", { type: "system", subtype: "compact_boundary", logicalParentUuid: "prompt", compactMetadata: {} }),
    row("summary", { type: "user", message: { role: "user", content: "S" }, isCompactSummary: true }),
  ];
  const timeline = await readTimeline(lines.join("\n"));
  expect(timeline.events.filter(({ kind }) => kind === "prompt")).toHaveLength(1);
  expect(boundaries(timeline)).toMatchObject([{ logicalParent: "in-file" }]);
});
