import { expect, test } from "vitest";
import { budgetDeviations, claims, missing, readTimeline, survival } from "../../src/index.js";
import { transcript } from "../../src/testing.js";

test("a skill that one compaction lost counts once, until it is invoked again", async () => {
  const session = transcript({ cliVersion: "2.1.285", ambient: false })
    .prompt("Begin.")
    .skill("gone", "Gone.")
    .reply("1")
    .exit()
    .resume();
  for (const turn of ["2", "3", "4"]) session.prompt("On.").reply(turn).compact({ keep: 0 });
  const counted = async () => {
    const timeline = await readTimeline(session.toString());
    const skill = survival(timeline).find(({ item, by }) => item === "skill" && by === "all");
    const claim = claims(timeline).find(({ id }) => id === "lab.skill-lost-in-other-process");
    return {
      survived: [skill?.survived, skill?.n],
      claim: [claim?.verdict, claim?.n],
      budget: budgetDeviations(timeline).map(({ boundary, observed }) => [boundary, observed]),
      // What a boundary does not bring back of what was invoked before it: each time.
      missing: missing(timeline).flatMap(({ item, boundary }) => (item === "skill" ? [boundary] : [])),
    };
  };
  expect(await counted()).toEqual({
    survived: [0, 1],
    claim: ["held", 1],
    budget: [[1, "drop"]],
    missing: [1, 2, 3],
  });
  session.prompt("Again.").skill("gone", "Gone.").reply("5").compact({ keep: 0 });
  expect(await counted()).toMatchObject({
    survived: [1, 2],
    budget: [
      [1, "drop"],
      [4, "keep"],
    ],
  });
});
