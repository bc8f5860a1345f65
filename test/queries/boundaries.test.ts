import { expect, test } from "vitest";
import { boundaries, branches, hooks, readTimeline } from "../../src/index.js";

const row = (uuid: string, parentUuid: string | null, fields: object) =>
  JSON.stringify({ uuid, parentUuid, version: "2.1.285", timestamp: "2026-10-01T10:00:00.000Z", ...fields });
const said = (uuid: string, parentUuid: string, content: string) =>
  row(uuid, parentUuid, { type: "user", message: { role: "user", content } });
const attached = (uuid: string, parentUuid: string, attachment: object) =>
  row(uuid, parentUuid, { type: "attachment", attachment });
const queued = { type: "queued_command", prompt: "Do it.", source_uuid: "prompt", commandMode: "prompt" };
const first = row("first", null, { type: "user", message: { role: "user", content: "Begin." } });

/** The two records of one queued prompt, in either order: whichever comes second, others can name it. */
const twice: [first: string, second: string, lines: [string, string]][] = [
  ["queued", "prompt", [attached("queued", "first", queued), said("prompt", "queued", "Do it.")]],
  ["prompt", "queued", [said("prompt", "first", "Do it."), attached("queued", "prompt", queued)]],
];

/** A compaction that names its logical parent, and keeps both records. */
const compaction = (logicalParentUuid: string): string[] => [
  row("boundary", null, {
    type: "system",
    subtype: "compact_boundary",
    logicalParentUuid,
    compactMetadata: {
      trigger: "auto",
      preservedMessages: { anchorUuid: "summary", uuids: ["queued", "prompt"] },
    },
  }),
  row("summary", "boundary", { type: "user", message: { role: "user", content: "S" }, isCompactSummary: true }),
];

test.each(twice)("a boundary may name either record of a queued prompt: %s, then %s", async (_, second, lines) => {
  const timeline = await readTimeline([first, ...lines, ...compaction(second)].join("\n"));
  expect(timeline.events.filter(({ kind }) => kind === "prompt")).toHaveLength(2);
  expect(boundaries(timeline)).toMatchObject([{ logicalParent: "in-file", preserved: 2 }]);
  const codes = timeline.issues.map(({ code }) => code);
  expect(codes).not.toContain("logical-parent-absent");
  expect(codes).not.toContain("kept-absent");
});

test.each(twice)(
  "the second record may stand behind the boundary that names it: %s, then %s",
  async (_, second, lines) => {
    const [early, late] = lines;
    const timeline = await readTimeline([first, early, ...compaction(second), late].join("\n"));
    expect(boundaries(timeline)).toMatchObject([{ logicalParent: "later-in-file" }]);
  },
);

test.each(twice)(
  "what hangs under the second record of a queued prompt has its parents: %s, then %s",
  async (_, second, lines) => {
    const rewound = [
      said("one", second, "One way."),
      said("other", second, "Another way."),
      attached("hook", second, { type: "hook_success", hookName: "Stop", hookEvent: "Stop", command: "check" }),
    ];
    const timeline = await readTimeline([first, ...lines, ...rewound].join("\n"));
    expect(branches(timeline).map(({ prompt }) => prompt)).toEqual(["One way.", "Another way."]);
    expect(hooks(timeline)).toMatchObject([{ ownerRule: "parentUuid" }]);
  },
);

const answered = (uuid: string, parentUuid: string, input: number) =>
  row(uuid, parentUuid, {
    type: "assistant",
    message: { id: uuid, role: "assistant", content: [], usage: { input_tokens: input, output_tokens: 1 } },
  });
const cleared = row("micro", "one", {
  type: "system",
  subtype: "microcompact_boundary",
  microcompactMetadata: { trigger: "auto", preTokens: 900, tokensSaved: 400 },
});

test("a microcompaction stands where it is written, with the requests around it and what it saved", async () => {
  const lines = [first, answered("one", "first", 1000), cleared, answered("two", "micro", 600), ...compaction("two")];
  const timeline = await readTimeline(lines.join("\n"));
  expect(boundaries(timeline)).toMatchObject([
    { kind: "microcompact", droppedTokens: 400, lastRequestBefore: 1000, firstRequestAfter: 600 },
    { kind: "compact", lastRequestBefore: 600, firstRequestAfter: null },
  ]);
});
