import { describe, expect, test } from "vitest";
import { claims, readTimeline, returned } from "../../src/index.js";
import { transcript } from "../../src/testing.js";

const began = () => transcript({ cliVersion: "2.1.285", ambient: false }).prompt("Begin.");
const skillFile = "/home/dev/project/.claude/skills/deploy/SKILL.md";

async function answers(session: { toString(): string }) {
  const timeline = await readTimeline(session.toString());
  const claim = claims(timeline).find(({ id }) => id === "lifecycle.snapshot-not-source");
  const back = returned(timeline).flatMap(({ item, changedSince, evidence }) =>
    item === "skill" ? { changedSince, lines: evidence.map(({ line }) => line) } : [],
  );
  const writes = timeline.events.filter((event) => event.kind === "tool-result" && event.file?.action === "edit");
  return { cases: claim?.n, lines: claim?.evidence.map(({ line }) => line), back, write: writes[0]?.place.line };
}

describe("an edit of a skill's file after its invocation", () => {
  test("is a case where it is on record, and the line of the edit proves it", async () => {
    const session = began()
      .skill("deploy", "Deploy it.")
      .read(skillFile, "Deploy it.")
      .edit(skillFile, "Deploy", "Ship")
      .reply("Done.")
      .compact({ keep: 0 });
    const { cases, lines, back, write } = await answers(session);
    expect(cases).toBe(1);
    expect(lines).toContain(write);
    expect(back).toEqual([{ changedSince: true, lines: expect.arrayContaining([write]) }]);
  });

  test("is none where the skill was only invoked again, and a note that it is loaded changes nothing", async () => {
    const session = began().skill("deploy", "Deploy it.").reply("Done.").prompt("Again.");
    session.skill("deploy", "Deploy it.", { stub: true }).reply("Done.").compact({ keep: 0 });
    const { cases, back } = await answers(session.prompt("On.").reply("Yes.").compact({ keep: 0 }));
    expect(cases).toBe(0);
    expect(back.map(({ changedSince }) => changedSince)).toEqual([false, false]);
  });

  test("is none where the text was sent again after it", async () => {
    const session = began()
      .skill("deploy", "Deploy it.")
      .read(skillFile, "Deploy it.")
      .edit(skillFile, "Deploy", "Ship")
      .reply("Done.");
    session.prompt("Again.").skill("deploy", "Ship it.", { stub: false }).reply("Done.").compact({ keep: 0 });
    const { cases, back } = await answers(session);
    expect([cases, back.map(({ changedSince }) => changedSince)]).toEqual([0, [false]]);
  });
});
