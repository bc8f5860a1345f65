import { describe, expect, it } from "vitest";
import { returned } from "../../src/queries/returned.js";
import { skills } from "../../src/queries/skills.js";
import { transcript } from "../../src/testing.js";
import { readTimeline } from "../../src/timeline/read-timeline.js";

const attached = (attachment: Record<string, unknown>) => ({
  parentUuid: null,
  type: "attachment",
  attachment,
  uuid: crypto.randomUUID(),
  version: "2.1.285",
});
const start = () => transcript({ cliVersion: "2.1.285", ambient: false }).prompt("go");

describe("the relation of what came back to earlier copies", () => {
  const path = "/home/dev/project/notes.md";
  const afterReading = async (text: string, content: string, more: Record<string, unknown> = {}) => {
    const lines = { numLines: content.split("\n").length, startLine: 1, totalLines: text.split("\n").length };
    const file = { filePath: path, content, ...lines };
    const session = start().read(path, text).reply("Read.").disk(path, null).compact({ keep: 0 });
    session.raw(attached({ type: "file", filename: path, content: { type: "text", file }, ...more }));
    return returned(await readTimeline(session.toString())).filter((row) => row.item === "file");
  };

  it("does not claim a difference of a part of a file from a longer text that only a tool showed", async () => {
    const whole = "one\ntwo\nthree\nfour";
    const [row, ...others] = await afterReading(whole, "one\ntwo");
    expect(others).toEqual([]);
    expect(row).toMatchObject({ relation: "changed", source: "disk", grade: "inferred" });
    expect(row?.why).not.toContain("differs from every earlier copy");
    const [cut] = await afterReading(whole, "one\ntwo\nthr\n", { truncated: true });
    expect(cut).toMatchObject({ relation: "changed", source: "disk", grade: "inferred" });
  });

  it("proves a difference of a whole file", async () => {
    expect(await afterReading("one\ntwo\nthree", "one\nTWO\nthree")).toMatchObject([
      { relation: "changed", source: "disk", grade: "derived" },
    ]);
  });

  it("takes a whole body with the mark of a cut after it for a prefix, as the skill is called truncated", async () => {
    const session = start().skill("deploy", "Tag first.", { by: "model" }).reply("Yes.").compact({ keep: 0 });
    const mark = "\n\n[... skill content truncated for compaction; use Read on the skill path]";
    const lines = session.prompt("On.").reply("Done.").lines();
    const at = lines.findIndex((line) => line.includes("invoked_skills"));
    lines[at] = lines[at]?.replaceAll("Tag first.", `Tag first.${JSON.stringify(mark).slice(1, -1)}`) ?? "";
    const timeline = await readTimeline(lines.join("\n"));
    const body = timeline.events.find((event) => event.kind === "skill-body");
    const text = body?.kind === "skill-body" ? body.text : "";
    expect(text).toMatch(/Tag first\.$/);
    expect(returned(timeline).filter((row) => row.item === "skill")).toMatchObject([
      { relation: "prefix", source: "invocation", sourceChars: text.length },
    ]);
    expect(skills(timeline)).toMatchObject([{ boundary: 1, fate: "truncated", keptChars: text.length }]);
  });
});
