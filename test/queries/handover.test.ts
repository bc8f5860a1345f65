import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Event, readTimeline } from "../../src/index.js";
import { folded } from "../../src/queries/handover/quote.js";
import { handoverWindow } from "../../src/queries/handover/window.js";
import { type HandoverRow, handover } from "../../src/queries/handover.js";
import { type Transcript, transcript } from "../../src/testing.js";
import { findSecrets, redactText } from "../../src/timeline/secrets.js";
import { anySession } from "../properties/compacted-session.js";

const start = (): Transcript => transcript({ cliVersion: "2.1.285", ambient: false });
const note = async (built: Transcript): Promise<HandoverRow[]> => handover(await readTimeline(built.toString()));
const ofTopic = (rows: HandoverRow[], topic: HandoverRow["topic"]): string[] =>
  rows.filter((row) => row.topic === topic).map((row) => row.text);

describe("what is in progress", () => {
  test("of a turn that is not finished: its prompt, and its last call as the next step", async () => {
    const rows = await note(
      start().prompt("Add tax.").reply("First the tests.").tool("Bash", { command: "npm test" }, "ok"),
    );
    expect(ofTopic(rows, "in-progress")).toEqual(["Add tax."]);
    expect(ofTopic(rows, "next-step")).toEqual(["npm test"]);
  });

  test("of a finished turn: the closing sentence of the last reply", async () => {
    const rows = await note(start().prompt("Add tax.").reply("Tax is in. The rounding is left."));
    expect(ofTopic(rows, "in-progress")).toEqual([]);
    expect(ofTopic(rows, "next-step")).toEqual(["The rounding is left."]);
  });
});

describe("what is said", () => {
  test("a change of mind takes the place of the decision about the same thing, else of the last one", async () => {
    const rows = await note(
      start()
        .prompt("Decided: the font is Inter.")
        .reply("Noted.")
        .prompt("Decided: the colour is blue.")
        .reply("Noted.")
        .prompt("Changed my mind: the font is Lora.")
        .reply("Noted.")
        .prompt("Scratch that.")
        .reply("Noted."),
    );
    expect(rows.filter((row) => row.topic === "decision").map((row) => [row.text, row.superseded])).toEqual([
      ["Decided: the font is Inter.", true],
      ["Decided: the colour is blue.", false],
      ["Changed my mind: the font is Lora.", true],
      ["Scratch that.", false],
    ]);
  });

  test("a later decision under the same label takes the place of the earlier one", async () => {
    const rows = await note(
      start().prompt("Colour decided: blue.").reply("Ok.").prompt("Colour decided: green.").reply("Ok."),
    );
    expect(rows.filter((row) => row.superseded).map((row) => row.text)).toEqual(["Colour decided: blue."]);
  });

  test("what is not decided is no decision", async () => {
    const rows = await note(
      start().prompt("I have not decided on the font. It is undecided: Inter or Lora.").reply("Ok."),
    );
    expect(ofTopic(rows, "decision")).toEqual([]);
  });

  test("on its way to a call the model promises nothing, unless it puts it off", async () => {
    const rows = await note(
      start()
        .prompt("go")
        .reply("I'll read the file. I'll check the page after the merge.")
        .tool("Bash", { command: "cat a" }, "ok")
        .reply("Done. I’ll write the notes."),
    );
    expect(ofTopic(rows, "promise")).toEqual(["I'll check the page after the merge.", "I’ll write the notes."]);
  });

  test("what is waited for, on the user and on others", async () => {
    const rows = await note(
      start()
        .prompt("I'll send you the logo.")
        .reply("Waiting for Sam about the font. Please confirm the colour. Waiting for your answer."),
    );
    expect(ofTopic(rows, "waiting-other")).toEqual(["Waiting for Sam about the font."]);
    expect(ofTopic(rows, "waiting-user")).toEqual([
      "I'll send you the logo.",
      "Please confirm the colour.",
      "Waiting for your answer.",
    ]);
  });

  test("a question counts while it has no answer", async () => {
    expect(ofTopic(await note(start().prompt("Which font?").reply("Inter. Shall I use it?")), "question")).toEqual([
      "Shall I use it?",
    ]);
    expect(
      ofTopic(await note(start().prompt("a").reply("Shall I?").prompt("Yes.").reply("Done.")), "question"),
    ).toEqual([]);
    expect(ofTopic(await note(start().prompt("a").reply("Done.").prompt("And the font?")), "question")).toEqual([
      "And the font?",
    ]);
  });

  test("a question that was put through a tool waits on the user while it has no result", async () => {
    const ask = { questions: [{ question: "Which font?", header: "Font", options: [] }] };
    const open = await note(start().prompt("go").tool("AskUserQuestion", ask, "", { open: true }));
    expect(ofTopic(open, "waiting-user")).toEqual(["Which font?"]);
    expect(ofTopic(await note(start().prompt("go").tool("AskUserQuestion", ask, "Inter")), "waiting-user")).toEqual([]);
  });

  test("a list of the summary counts under its heading, and an item that says none does not", async () => {
    const summary = "Pending tasks:\n- Write the notes. They are short.\n- None.\n\nDone:\n- The tests.";
    const rows = await note(start().prompt("a").reply("b").compact({ summary, keep: 0 }).prompt("c").reply("d"));
    expect(ofTopic(rows, "open-thread")).toEqual(["Write the notes."]);
    expect(rows.find((row) => row.topic === "open-thread")?.who).toBe("summary");
  });

  test("what stands in a code block is not said", async () => {
    expect(ofTopic(await note(start().prompt("Look:\n```\nDecided: blue\n```").reply("Ok.")), "decision")).toEqual([]);
  });

  test("issues and merge requests are named once, where they were named last", async () => {
    const rows = await note(
      start().prompt("See #12, group/app!45 and Task #3.").reply("#12 is https://github.com/a/b/issues/12."),
    );
    const references = rows.filter((row) => row.topic === "reference");
    expect(references.map((row) => [row.text, row.who])).toEqual([
      ["group/app!45", "user"],
      ["https://github.com/a/b/issues/12", "model"],
      ["#12", "model"],
    ]);
  });
});

describe("what was done", () => {
  test("an error, and what fixed it, is a thing learned", async () => {
    const rows = await note(
      start()
        .prompt("go")
        .tool("Bash", { command: "npm test" }, "Exit code 1\nNo such  script", { isError: true })
        .tool("Bash", { command: "ls" }, "a")
        .tool("Bash", { command: "npm test --workspace app" }, "ok")
        .tool("Bash", { command: "make" }, "no rule", { isError: true }),
    );
    const learned = rows.filter((row) => row.topic === "learned");
    expect(learned.map((row) => row.text)).toEqual(["Exit code 1 No such script", "npm test --workspace app"]);
    expect(learned[0]?.why).toContain(`line ${learned[0]?.evidence[2]?.line}`);
  });

  test("files that were written, the latest first; one that was only read, or not written, is none", async () => {
    const rows = await note(
      start()
        .prompt("go")
        .write("/w/a.ts", "a")
        .write("/w/b.ts", "b")
        .read("/w/c.ts", "c")
        .edit("/w/a.ts", "a", "c")
        .edit("/w/d.ts", "x", "y"),
    );
    expect(ofTopic(rows, "file")).toEqual(["/w/a.ts", "/w/b.ts"]);
  });

  test("the to-dos that are open in the last list, and of tasks made one by one", async () => {
    const todo = (content: string, status: string) => ({ content, status, activeForm: content });
    const rows = await note(
      start()
        .prompt("go")
        .tool("TodoWrite", { todos: [todo("Old", "pending")] }, "ok")
        .tool(
          "TodoWrite",
          { todos: [todo("Done", "completed"), todo("Next", "pending"), todo("Now", "in_progress")] },
          "ok",
        )
        .tool("TaskCreate", { subject: "Ship", description: "x" }, "Task #1 created successfully: Ship")
        .tool("TaskCreate", { subject: "Tell", description: "x" }, "Task #2 created successfully: Tell")
        .tool("TaskUpdate", { taskId: "1", status: "completed" }, "Updated task #1 status"),
    );
    expect(ofTopic(rows, "todo")).toEqual(["Now", "Next", "Tell"]);
  });

  test("of a to-do list that is too long to be kept, the first items", async () => {
    const todos = Array.from({ length: 20 }, (_, at) => ({
      content: `Step ${at}`,
      status: "pending",
      activeForm: `On ${at}`,
    }));
    const text = start().prompt("go").tool("TodoWrite", { todos }, "ok").toString();
    const head = ofTopic(handover(await readTimeline(text)), "todo");
    const all = ofTopic(handover(await readTimeline(text, { payload: "full" })), "todo");
    expect(all).toEqual(todos.map((one) => one.content));
    expect(head.length).toBeGreaterThan(0);
    expect(all.slice(0, head.length)).toEqual(head);
  });

  test("the plan: its first line and its file", async () => {
    const plan = { type: "plan_file_reference", planFilePath: "/plans/a.md", planContent: "# The plan\n\nStep one." };
    const rows = await note(start().prompt("go").raw({ type: "attachment", uuid: "p", attachment: plan }).reply("Ok."));
    expect(ofTopic(rows, "plan")).toEqual(["The plan", "/plans/a.md"]);
  });
});

describe("a hand-over note", () => {
  test("nothing of a subagent, of a stray row, or from before the boundary is in it", async () => {
    const built = start()
      .prompt("Decided: OUTSIDE one.")
      .reply("OUTSIDE: I will look at it.")
      .compact({ keep: 0, summary: "Decided: inside." })
      .prompt("go")
      .subagent("look", (agent) => agent.prompt("Decided: OUTSIDE two.").reply("I will look at OUTSIDE."))
      .raw({
        type: "user",
        uuid: "stray",
        parentUuid: "absent",
        sessionId: "other",
        message: { role: "user", content: "Decided: OUTSIDE three." },
      })
      .raw({
        type: "user",
        uuid: "side",
        isSidechain: true,
        message: { role: "user", content: "Decided: OUTSIDE four." },
      })
      .reply("Done.");
    const rows = await note(built);
    expect(ofTopic(rows, "decision")).toEqual(["Decided: inside."]);
    expect(JSON.stringify(rows)).not.toContain("OUTSIDE");
  });

  test("each row is a short quote from its line, within the window, without a secret, and says why", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySession({ faults: ["copy", "late-flush", "stray-session"] }),
        phrases,
        async (built, said) => {
          for (const [prompt, reply] of said)
            built.prompt(prompt).reply(reply).tool("Bash", { command: reply }, prompt, { isError: true });
          const timeline = await readTimeline(built.toString(), { payload: "full" });
          const window = handoverWindow(timeline);
          const events = [window.boundary, window.summary, ...window.kept, ...window.rest].filter(
            (one) => one !== null,
          );
          for (const row of handover(timeline)) {
            expect(row.text.length).toBeLessThanOrEqual(240);
            expect(row.text).toBe(folded(row.text));
            expect(findSecrets(row.text)).toEqual([]);
            expect(row.why === null).toBe(row.grade === "observed");
            const there = events.filter((event) => event.place.line === row.line);
            expect(there.flatMap(textsOf).some((text) => folded(redactText(text)).includes(row.text))).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

const phrase = fc
  .array(
    fc.constantFrom(
      "Decided: blue.",
      "Changed my mind: green.",
      "I will check it later.",
      "Waiting for Sam.",
      "Which font?",
      "See #12.",
      "PASSWORD=hunter22",
      "Next step: ship.",
      "\n- ",
      "\t",
      "a long way to go ".repeat(30),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(" "));
const phrases = fc.array(fc.tuple(phrase, phrase), { maxLength: 4 });

/** Every text of an event that a person could look up on its line, tool inputs decoded. */
function textsOf(event: Event): string[] {
  switch (event.kind) {
    case "tool-call": {
      const input = JSON.parse(event.input.text) as Record<string, unknown>;
      return [event.name ?? "", ...Object.values(input).filter((one): one is string => typeof one === "string")];
    }
    case "tool-result":
      return [event.text.text, event.file?.path ?? ""];
    case "command":
      return [event.name];
    default:
      return "text" in event ? [event.text ?? ""] : [];
  }
}
