import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSecrets, handover, type Timeline, turns } from "../../src/index.js";
import type { Row } from "../../src/testing.js";
import { read } from "./answers.js";
import { anySession, compactedSession } from "./compacted-session.js";

const runs = { numRuns: 80 };
const linesOf = (rows: Row[]): string[] => rows.map((row) => JSON.stringify(row));

/** What a user record can be; a record is exactly one of them. */
const classes: ReadonlySet<string> = new Set([
  "prompt",
  "command",
  "shell",
  "shell-output",
  "local-output",
  "tool-result",
  "skill-body",
  "meta",
  "summary",
  "notification",
  "interruption",
]);

const lastTurn = (timeline: Timeline) => turns(timeline).findLast((row) => row.chain === "main");

describe("who said what", () => {
  test("P1: every user record is in exactly one class", async () => {
    await fc.assert(
      fc.asyncProperty(anySession(), async (session) => {
        const rows = session.rows();
        const timeline = await read(linesOf(rows));
        for (const row of rows) {
          if (row.type !== "user") continue;
          const kinds = new Set(
            timeline.events.flatMap((event) => (event.place.uuid === row.uuid ? [event.kind] : [])),
          );
          expect(kinds.size).toBe(1);
          for (const kind of kinds) expect(classes).toContain(kind);
        }
        const ofUser = new Set(timeline.events.flatMap((event) => (classes.has(event.kind) ? [event.place.line] : [])));
        const carried = rows.filter((row) => (row.attachment as Row | undefined)?.type === "queued_command");
        expect(ofUser.size).toBe(rows.filter((row) => row.type === "user").length + carried.length);
      }),
      runs,
    );
  });

  test("P1: what nobody typed is no typed prompt, and each typed prompt is one", async () => {
    const step = fc.constantFrom(
      "typed",
      "queued",
      "scheduled",
      "notification",
      "command",
      "shell",
      "skill",
      "compact",
    );
    await fc.assert(
      fc.asyncProperty(
        compactedSession({ versions: ["2.1.215", "2.1.285", "2.1.332"], maxSteps: 0 }),
        fc.array(step, { maxLength: 10 }),
        async (session, steps) => {
          const before = await read(session.lines());
          const typed = (of: Timeline) =>
            of.events.flatMap((event) => (event.kind === "prompt" && event.typed ? [event.text] : []));
          const expected: string[] = [];
          for (const [at, kind] of steps.entries()) {
            const text = `Say ${at}.`;
            if (kind === "typed" || kind === "queued") expected.push(text);
            if (kind === "typed") session.prompt(text);
            else if (kind === "queued") session.queued(text);
            else if (kind === "scheduled") session.prompt(text, { source: "scheduled" });
            else if (kind === "notification") session.taskNotification(text);
            else if (kind === "command") session.command("/model", text);
            else if (kind === "shell") session.shell("ls", text);
            else if (kind === "skill") session.skill("review", text, { by: "user" });
            else session.compact({ trigger: "manual", summary: text });
          }
          const after = await read(session.lines());
          expect(typed(after)).toEqual([...typed(before), ...expected]);
        },
      ),
      runs,
    );
  });

  test("P1: a queued prompt counts once, however often and wherever its record stands", async () => {
    await fc.assert(
      fc.asyncProperty(
        compactedSession({ versions: ["2.1.285", "2.1.332"], maxSteps: 5 }),
        fc.array(fc.constantFrom("as it is", "attached again", "as a user record"), { minLength: 1, maxLength: 4 }),
        async (session, forms) => {
          for (const [at] of forms.entries()) session.prompt(`Start ${at}.`).queued(`Meanwhile ${at}.`).reply("Done.");
          const rows = session.rows();
          const queued = rows.filter((row) => (row.attachment as Row | undefined)?.type === "queued_command");
          const again = forms.flatMap((form, at): Row[] => {
            const row = queued[queued.length - forms.length + at] as Row;
            const attachment = row.attachment as { prompt: string; source_uuid: string };
            if (form === "as it is") return [];
            if (form === "attached again") return [{ ...row, uuid: `again-${at}` }];
            const message = { role: "user", content: attachment.prompt };
            const { attachment: _, ...envelope } = row;
            return [{ ...envelope, type: "user", uuid: attachment.source_uuid, message, promptSource: "queued" }];
          });
          const timeline = await read(linesOf([...rows, ...again]));
          const texts = timeline.events.flatMap((event) => (event.kind === "prompt" ? [event.text] : []));
          for (const [at] of forms.entries())
            expect(texts.filter((text) => text === `Meanwhile ${at}.`)).toHaveLength(1);
        },
      ),
      runs,
    );
  });

  test("P3: the text of this turn lies after the last typed prompt of the main chain; while there is none the turn is open", async () => {
    const after = fc.constantFrom("reply", "tool", "subagent", "copies", "notes", "error");
    await fc.assert(
      fc.asyncProperty(anySession(), fc.array(after, { maxLength: 6 }), async (session, steps) => {
        session.resume().prompt("And now?");
        const texts: string[] = [];
        let calls = false;
        for (const [at, kind] of steps.entries()) {
          if (kind === "reply") {
            session.reply(`Answer ${at}.`);
            texts.push(`Answer ${at}.`);
          } else if (kind === "tool") session.tool("Bash", { command: "ls" }, "a.ts");
          else if (kind === "subagent") session.subagent("look", (agent) => agent.prompt("look").reply("Seen inside."));
          else if (kind === "copies") session.fault("copy", 2);
          else if (kind === "notes") session.raw({ type: "last-prompt", lastPrompt: "And now?" });
          else session.raw(failure(`failure-${at}`, session.lastUuid, session.sessionId));
          calls = kind === "reply" ? false : calls || kind === "tool" || kind === "subagent";
        }
        const turn = lastTurn(await read(session.lines()));
        expect(turn).toMatchObject({ prompt: "And now?", text: texts.join("\n\n") });
        if (texts.length === 0) expect(turn?.state).toBe("open");
        else if (!calls) expect(turn?.state).toBe("closed");
      }),
      runs,
    );
  });

  const failure = (uuid: string, parentUuid: string | null, sessionId: string): Row => ({
    type: "assistant",
    uuid,
    parentUuid,
    sessionId,
    timestamp: "2026-10-01T12:00:00.000Z",
    isApiErrorMessage: true,
    message: {
      id: uuid,
      model: "<synthetic>",
      role: "assistant",
      content: [{ type: "text", text: "API Error: overloaded" }],
      stop_reason: "stop_sequence",
      usage: { input_tokens: 0, output_tokens: 0 },
    },
  });

  test("P5: a note holds no value that the filter for secrets marks, wherever in a session the value was said", async () => {
    // Made up, and put together here so that no scanner takes it for a real one.
    const secret = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    const where = fc.constantFrom("prompt", "reply", "decision", "command", "path", "todo", "summary");
    await fc.assert(
      fc.asyncProperty(compactedSession(), fc.array(where, { minLength: 1, maxLength: 6 }), async (session, places) => {
        expect(findSecrets(`token ${secret}`)).toHaveLength(1);
        for (const place of places) {
          if (place === "prompt") session.prompt(`Use ${secret} for the push.`);
          else if (place === "reply") session.reply(`I will use ${secret} after the merge.`);
          else if (place === "decision") session.prompt(`Decision: ${secret} stays. TOKEN=${secret}`).reply("Noted.");
          else if (place === "command")
            session.tool("Bash", { command: `push --token ${secret}` }, "ok", { open: true });
          else if (place === "path") session.write(`/home/dev/project/${secret}.txt`, secret);
          else if (place === "todo") {
            const todos = [{ content: `Rotate ${secret}`, status: "pending", activeForm: `Rotating ${secret}` }];
            session.tool("TodoWrite", { todos }, "ok");
          } else session.compact({ summary: `Next: rotate ${secret}.` });
        }
        const timeline = await read(session.lines());
        const cuts = timeline.events.filter((event) => event.kind === "boundary" && event.chain === "main").length;
        for (const before of [undefined, ...Array.from({ length: cuts }, (_, at) => at + 1)]) {
          const note = handover(timeline, before === undefined ? {} : { before });
          expect(JSON.stringify(note)).not.toContain(secret);
          for (const row of note) expect(findSecrets(row.text)).toEqual([]);
        }
      }),
      runs,
    );
  });
});
