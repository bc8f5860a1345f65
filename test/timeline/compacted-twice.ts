import { transcript } from "../../src/testing.js";

/** A session with two compactions that keep a turn, a line that is no JSON, and a subagent. */
export const compactedTwice = () =>
  transcript({ cliVersion: "2.1.285" })
    .prompt("One")
    .reply("First.")
    .compact({ keep: "turn", summary: "Sum of one." })
    .fault("unreadable-line")
    .prompt("Two")
    .reply("Second.")
    .subagent("look", (agent) => agent.prompt("look").reply("Seen."))
    .compact({ keep: "turn", summary: "Sum of two." })
    .prompt("Three")
    .reply("Third.");
