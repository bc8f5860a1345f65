import { expect, test } from "vitest";
import { lineage, readTimeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { caseTest, openCase } from "../cases/open-case.js";

caseTest("B036", "the resumed session continues the first, four records copied", async () => {
  const first = await openCase("B036");
  const second = await openCase("B036.resumed");
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    expect(lineage(order)).toMatchObject([
      {
        sessionId: second.sessionId,
        continues: first.sessionId,
        copied: 4,
        divergesAfter: expect.stringMatching(/004$/),
        onlyEarlier: 0,
      },
    ]);
  }
});

test("sessions that share nothing have no lineage", async () => {
  const read = (seed: number) =>
    readTimeline(transcript({ cliVersion: "2.1.285", seed }).prompt("go").reply("Done.").toString());
  expect(lineage([await read(1), await read(2)])).toEqual([]);
});
