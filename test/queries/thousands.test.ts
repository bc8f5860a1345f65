import { expect, test } from "vitest";
import {
  branches,
  chain,
  claims,
  conflicts,
  context,
  contextChange,
  forecastScore,
  readTimeline,
  returned,
  skills,
  survival,
  trace,
  turns,
} from "../../src/index.js";

// Each of these would run for minutes where the time grows with the square of what the session holds.
const timeout = 60_000;

const version = "2.1.285";
const row = (uuid: string, fields: object) => JSON.stringify({ parentUuid: null, uuid, version, ...fields });
const user = (uuid: string, content: string, more: object = {}) =>
  row(uuid, { type: "user", message: { role: "user", content }, ...more });
const reply = (uuid: string, text: string) => {
  const usage = { input_tokens: 100, output_tokens: 1 };
  const message = { id: `msg-${uuid}`, role: "assistant", model: "m", content: [{ type: "text", text }], usage };
  return row(uuid, { type: "assistant", message });
};
const attachment = (uuid: string, fields: object) => row(uuid, { type: "attachment", attachment: fields });
const file = (uuid: string, path: string, content: string) =>
  attachment(uuid, { type: "file", filename: path, content: { type: "text", file: { filePath: path, content } } });
const boundary = (at: number, summary: string, kept: string[] = []) => [
  row(`boundary-${at}`, {
    type: "system",
    subtype: "compact_boundary",
    compactMetadata: {
      trigger: "auto",
      preTokens: 1_000,
      preservedMessages: { anchorUuid: `summary-${at}`, uuids: kept },
    },
  }),
  user(`summary-${at}`, summary, { parentUuid: `boundary-${at}`, isCompactSummary: true }),
];

test("thousands of boundaries, each with another text of one file and a kept message", { timeout }, async () => {
  const count = 4_000;
  const path = "/home/dev/notes.md";
  const sameHead = "All of them begin alike.\n".repeat(20);
  const lines: string[] = [];
  for (let at = 1; at <= count; at++)
    lines.push(
      user(`prompt-${at}`, `Go on with ${at}.`),
      reply(`reply-${at}`, `Part ${at} is done.`),
      ...boundary(at, `- Line number ${at - 1} of the notes\n`, [`reply-${at}`]),
      file(`file-${at}`, path, `${sameHead}Line number ${at} of the notes`),
    );
  const timeline = await readTimeline(lines.join("\n"));
  const files = returned(timeline).filter(({ item }) => item === "file");
  expect(files).toHaveLength(count);
  expect(files.slice(1).every(({ relation }) => relation === "changed")).toBe(true);
  expect(conflicts(timeline)).toHaveLength(count - 1);
  expect(context(timeline, undefined, { history: "full" })).toHaveLength(4 * count);
  expect(context(timeline, { line: 3 * count }).at(-1)?.line).toBe(3 * count);
  expect(trace(timeline, ["of the notes"]).filter(({ carrier }) => carrier === "attachment/file")).toHaveLength(
    2 * count - 1,
  );
  const rows = contextChange(timeline);
  expect(rows.filter(({ part }) => part === "preserved")).toHaveLength(count);
  expect(forecastScore(timeline).find(({ item }) => item === "file")).toMatchObject({ boundaries: count });
  expect(survival(timeline).find(({ item, by }) => item === "file" && by === "all")).toMatchObject({ n: count - 1 });
  expect(claims(timeline).find(({ id }) => id === "docs.five-files")).toMatchObject({ held: count });
});

test("thousands of skills that one boundary re-attaches", { timeout }, async () => {
  const count = 8_000;
  const lines: string[] = [];
  const body = (at: number) => `Base directory for this skill: /skills/s${at}\n\nDo what ${at} says.`;
  for (let at = 0; at < count; at++) {
    const call = { type: "tool_use", id: `call-${at}`, name: "Skill", input: { skill: `s${at}` } };
    const message = { id: `msg-${at}`, role: "assistant", model: "m", content: [call] };
    const result = { type: "tool_result", tool_use_id: `call-${at}`, content: `Launching skill: s${at}` };
    const done = { success: true, commandName: `s${at}` };
    lines.push(
      row(`call-${at}`, { type: "assistant", message }),
      row(`result-${at}`, { type: "user", message: { role: "user", content: [result] }, toolUseResult: done }),
      user(`body-${at}`, body(at), { isMeta: true, sourceToolUseID: `call-${at}` }),
    );
  }
  const kept = Array.from({ length: count / 2 }, (_, at) => ({ name: `s${at}`, content: body(at) }));
  lines.push(...boundary(1, "Skills ran."), attachment("back", { type: "invoked_skills", skills: kept }));
  const fates = skills(await readTimeline(lines.join("\n"))).map(({ fate }) => fate);
  expect(fates.filter((fate) => fate === "kept")).toHaveLength(count / 2);
  expect(fates.filter((fate) => fate === "lost")).toHaveLength(count / 2);
});

test("thousands of instruction files that a delta replaces one by one", { timeout }, async () => {
  const count = 4_000;
  const files = (text: string) =>
    Array.from({ length: count }, (_, at) => ({ path: `/home/dev/r${at}/CLAUDE.md`, type: "Project", content: text }));
  const lines = [
    attachment("start", { type: "instructions", files: files("Old.") }),
    user("prompt", "Go on."),
    ...boundary(1, "Rules."),
    ...files("Old.").map((one, at) => attachment(`held-${at}`, { type: "instructions", files: [one] })),
    ...files("New.").map((one, at) =>
      attachment(`delta-${at}`, { type: "instructions", changed: true, isDelta: true, files: [one] }),
    ),
  ];
  const timeline = await readTimeline(lines.join("\n"));
  expect(returned(timeline).filter(({ source }) => source === "held")).toHaveLength(count);
  expect(conflicts(timeline)).toHaveLength(count);
});

test("tens of thousands of versions beside the chain that is asked for", { timeout }, async () => {
  const count = 40_000;
  const lines = Array.from({ length: count }, (_, at) =>
    row(`row-${at}`, { type: "user", message: { role: "user", content: "Go." }, agentId: "a", version: `2.1.${at}` }),
  );
  const narrowed = chain(await readTimeline([user("main", "Go."), ...lines].join("\n")), "main");
  expect(narrowed.versions).toEqual([version]);
  expect(narrowed.events).toHaveLength(1);
});

test("a chain of 200,000 links, also where it is a circle, has its answers", { timeout }, async () => {
  const count = 200_000;
  const parent = (at: number) => ({ parentUuid: at === 0 ? null : `row-${at - 1}` });
  const lines = Array.from({ length: count }, (_, at) =>
    row(`row-${at}`, { type: "user", message: { role: "user", content: "Go." }, ...parent(at) }),
  );
  const rewound = user("other", "Another way.", { parentUuid: "row-0" });
  const timeline = await readTimeline([...lines, rewound].join("\n"));
  expect(timeline.issues.filter(({ code }) => code.includes("parent"))).toEqual([]);
  expect(branches(timeline)).toMatchObject([
    { prompt: "Go.", active: false, messages: count - 1 },
    { prompt: "Another way.", active: true, messages: 1 },
  ]);
  expect(context(timeline)).toHaveLength(2);
  const circle = [row("row-0", { type: "user", message: { role: "user", content: "Go." }, ...parent(count) })];
  const turning = await readTimeline([...circle, ...lines.slice(1)].join("\n"));
  expect(turning.issues.map(({ code }) => code)).toContain("cyclic-parent");
  expect(turns(turning)).toHaveLength(count);
});
