import fc from "fast-check";
import { expect, test } from "vitest";
import { boundaries, missing, readTimeline, returned, type Timeline, tools, turns, usage } from "../../../src/index.js";
import { sessionSpans } from "../../../src/systems/otel/session-spans.js";
import { type Transcript, transcript } from "../../../src/testing.js";
import { read, readFiles } from "../../properties/answers.js";
import { anySession } from "../../properties/compacted-session.js";
import type { ReceivedSpan } from "./otlp-receiver.js";
import { operation, sent, sum } from "./sent.js";

const session = () =>
  transcript({ cliVersion: "2.1.285" })
    .prompt("Add tax.")
    .skill("deploy", "Always tag first.")
    .read("/home/dev/tide/src/cart.ts", "export const cart = 1;")
    .tool("Bash", { command: "npm test" }, "failed", { isError: true })
    .reply("Done.")
    .compact({ trigger: "manual", preTokens: 90_000, postTokens: 20_000, durationMs: 30_000 })
    .prompt("Go on.")
    .subagent("look", (agent) => agent.read("/home/dev/tide/a.ts", "x").reply("Seen."))
    .reply("All done.");

test("every span has its parent in its trace, and there is one for each turn, request and call", async () => {
  const timeline = await readFiles(session().files());
  const { done, spans } = await sent([timeline]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(ids.size).toBe(spans.length);
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(roots.map(({ name }) => name)).toEqual(["invoke_workflow"]);
  for (const { parentSpanId } of spans) if (parentSpanId !== undefined) expect(ids).toContain(parentSpanId);
  expect(spans.filter(operation("invoke_agent"))).toHaveLength(turns(timeline).length);
  expect(spans.filter(operation("chat"))).toHaveLength(usage(timeline).length);
  expect(spans.filter(operation("execute_tool"))).toHaveLength(tools(timeline).length);
  expect(done).toMatchObject({ sessions: 1, spans: spans.length, compactions: 1, untimed: 0, repeated: 0 });
});

test("requests and calls stand in their turn, and what a subagent did in the call that started it", async () => {
  const { spans } = await sent([await readFiles(session().files())]);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const parent = (span: ReceivedSpan | undefined) => byId.get(span?.parentSpanId ?? "");
  const [first, second] = spans.filter(
    (span) => operation("invoke_agent")(span) && span.attributes["tidemark.chain"] === undefined,
  );
  const bash = spans.find(({ name }) => name === "execute_tool Bash");
  expect(parent(bash)).toBe(first);
  expect(bash).toMatchObject({ status: 2, attributes: { "error.type": "_OTHER", "tidemark.tool.state": "paired" } });
  const inside = spans.filter(({ attributes }) => attributes["tidemark.chain"] !== undefined);
  expect(inside.map(({ name }) => name.split(" ")[0]).sort()).toEqual(["chat", "chat", "execute_tool"]);
  for (const span of inside) {
    expect(parent(span)?.name).toMatch(/^execute_tool (?:Task|Agent)$/);
    expect(parent(parent(span))).toBe(second);
  }
  for (const chat of spans.filter(operation("chat"))) expect(chat.kind).toBe(3);
});

test("a request says what its row says: tokens with those of the cache, model, and that the context was compacted", async () => {
  const timeline = await readTimeline(session().toString());
  const { spans, points } = await sent([timeline]);
  const rows = usage(timeline);
  for (const row of rows) {
    const [span] = spans.filter(({ attributes }) => attributes["gen_ai.response.id"] === row.messageId);
    expect(span?.attributes).toMatchObject({
      "gen_ai.provider.name": "anthropic",
      "gen_ai.conversation.id": timeline.sessionId,
      "gen_ai.response.model": row.model,
      "gen_ai.usage.output_tokens": row.output,
      "gen_ai.usage.cache_read.input_tokens": row.cacheRead,
      "tidemark.context_tokens": row.context,
    });
    expect(span?.attributes["gen_ai.conversation.compacted"]).toBe(row.boundary > 0 ? true : undefined);
    expect(span?.attributes["gen_ai.usage.input_tokens"]).toBe(
      sum([row.input, row.cacheRead, row.cacheWrite5m ?? 0, row.cacheWrite1h ?? 0, row.cacheWriteUnsplit ?? 0]),
    );
    expect(span?.end).toBe(
      Math.max(
        ...timesOf(
          timeline,
          row.evidence.map(({ line }) => line),
        ),
      ),
    );
  }
  const output = points.filter(({ name }) => name === "gen_ai.client.inference.usage.output_tokens");
  expect(sum(output.map(({ value }) => value))).toBe(sum(rows.map((row) => row.output)));
});

const timesOf = ({ events }: Timeline, lines: number[]): number[] =>
  events.flatMap(({ place, at }) => (lines.includes(place.line) && at !== null ? [at] : []));

test("a compaction is an event of its session, with its sizes and the numbers of rows", async () => {
  const timeline = await readTimeline(session().toString());
  const { spans, points } = await sent([timeline]);
  const [root] = spans.filter(operation("invoke_workflow"));
  const [row] = boundaries(timeline);
  const items = returned(timeline);
  const lost = missing(timeline);
  expect(root?.events).toHaveLength(1);
  expect(root?.events[0]).toMatchObject({
    name: "tidemark.compaction",
    at: row?.at,
    attributes: {
      "tidemark.boundary": 1,
      "tidemark.boundary.uuid": row?.uuid,
      "tidemark.compaction.trigger": "manual",
      "tidemark.compaction.pre_tokens": 90_000,
      "tidemark.compaction.post_tokens": 20_000,
      "tidemark.compaction.dropped_tokens": 70_000,
      "tidemark.compaction.duration": 30,
      "tidemark.returned.count": items.length,
      "tidemark.returned.skill": items.filter(({ item }) => item === "skill").length,
      "tidemark.missing.count": lost.length,
      "tidemark.missing.summary-only": lost.filter(({ reason }) => reason === "summary-only").length,
    },
  });
  const value = (name: string) => sum(points.filter((point) => point.name === name).map((point) => point.value));
  expect(value("tidemark.compactions")).toBe(1);
  expect(value("tidemark.compaction.dropped_tokens")).toBe(70_000);
  expect(value("tidemark.returned")).toBe(items.length);
  expect(value("tidemark.missing")).toBe(lost.length);
});

test("what the record does not say is not sent: no size, no token, no end", async () => {
  const old = transcript({ cliVersion: "2.0.20" }).prompt("go").reply("Done.").compact();
  const rows = old.rows().map((row) => {
    const { preTokens: _, ...rest } = (row.compactMetadata ?? {}) as Record<string, unknown>;
    return row.compactMetadata === undefined ? row : { ...row, compactMetadata: rest };
  });
  const timeline = await readTimeline(rows.map((row) => JSON.stringify(row)).join("\n"));
  expect(boundaries(timeline)[0]).toMatchObject({ preTokens: null, postTokens: null });
  const { spans, points } = await sent([timeline]);
  const names = Object.keys(spans.find(operation("invoke_workflow"))?.events[0]?.attributes ?? {});
  expect(names.filter((name) => name.includes("tokens"))).toEqual([]);
  expect(points.some(({ name }) => name === "tidemark.compaction.dropped_tokens")).toBe(false);
});

test("a call without a result ends where it starts, and says that it is open", async () => {
  const lines = transcript({ cliVersion: "2.1.285" }).prompt("go").tool("Bash", { command: "ls" }, "a").lines();
  const timeline = await readTimeline(lines.filter((line) => !line.includes("tool_result")).join("\n"));
  const { spans } = await sent([timeline]);
  const [call] = spans.filter(operation("execute_tool"));
  expect(call).toMatchObject({ status: 0, attributes: { "tidemark.tool.state": "open" } });
  expect(call?.end).toBe(call?.start);
  expect(call?.attributes).not.toHaveProperty("tidemark.tool.duration");
});

test("lines without a time, or with one beyond the protocol, are counted and not sent with another time", async () => {
  const rows = transcript({ cliVersion: "2.1.285" }).prompt("go").reply("Done.").rows();
  const without = rows.map(({ timestamp: _, ...row }) => JSON.stringify(row)).join("\n");
  expect(await sent([await readTimeline(without)])).toMatchObject({ done: { spans: 0, untimed: 3 }, spans: [] });
  const early = rows.map((row) => JSON.stringify({ ...row, timestamp: "1969-12-31T23:59:59.000Z" })).join("\n");
  expect(await sent([await readTimeline(early)])).toMatchObject({ done: { spans: 0, untimed: 3 }, spans: [] });
});

test("a copied file is sent once, and has the same ids alone", async () => {
  const text = session().toString();
  const { done, spans } = await sent({ "a/5e55.jsonl": text, "b/5e55.jsonl": text });
  const alone = await sent({ "c/other.jsonl": text });
  expect(done.repeated).toBe(done.spans - 1);
  const ids = (some: ReceivedSpan[]) => some.map(({ traceId, spanId }) => traceId + spanId).sort();
  expect(ids(alone.spans)).toEqual(ids(spans));
});

test.each(["2.1.100", "2.1.285"])(
  "a fork of %s gives what it copied the same ids, parents and times, and adds its own",
  async (cliVersion) => {
    const original = transcript({ cliVersion })
      .prompt("one")
      .read("/home/dev/a.ts", "a")
      .reply("Done.")
      .compact()
      .prompt("two")
      .reply("Yes.");
    const fork = original.fork().prompt("three").reply("Other.");
    const [first, second] = [await readTimeline(original.toString()), await readTimeline(fork.toString())];
    const [alone, copied] = [sessionSpans(first, false), sessionSpans(second, false)];
    const [root, ...below] = alone;
    for (const span of below) {
      const same = copied.find(({ spanId }) => spanId === span.spanId);
      expect(same).toMatchObject({ traceId: span.traceId, parentId: span.parentId, start: span.start, end: span.end });
    }
    const { spans, done } = await sent([second, first]);
    const roots = spans.filter(operation("invoke_workflow"));
    expect(roots).toHaveLength(1);
    expect(roots[0]).toMatchObject({ spanId: root?.spanId, start: root?.start });
    expect(roots[0]?.events).toHaveLength(1);
    expect(roots[0]?.attributes["tidemark.session.ids"]).toEqual([original.sessionId, fork.sessionId].sort());
    expect(spans.filter(operation("chat"))).toHaveLength(usage([first, second]).length);
    expect(done.repeated).toBe(below.length);
  },
);

const secret = "ghp_012345678901234567890123456789abcdef";
const texts = [
  "Prompt-text",
  "Reply-text",
  "Body-text",
  "File-text",
  "Result-text",
  "Summary-text",
  "Title-text",
  "Hook-text",
];

/** Texts everywhere, names that are nobody's business, and secrets where names stand. */
const private_ = () =>
  transcript({ cliVersion: "2.1.285", cwd: "/home/somebody/secret-project" })
    .hook("SessionStart:startup", { command: "remind.sh", stdout: "Hook-text" })
    .prompt("Prompt-text")
    .skill("company-skill", "Body-text")
    .read("/home/somebody/secret-project/plan.ts", "File-text")
    .tool("mcp__companydb__query", { sql: "Prompt-text" }, "Result-text")
    .tool(secret, { x: 1 }, "Result-text")
    .reply("Reply-text", { model: secret })
    .compact({ summary: "Summary-text" })
    .raw({ type: "custom-title", customTitle: "Title-text", sessionId: "5e55" })
    .prompt("Prompt-text")
    .reply("Reply-text");

test("no text and no name that people gave is sent", async () => {
  const { requests, spans } = await sent([await readTimeline(private_().toString())]);
  const wire = requests.map(({ body }) => body).join("\n");
  for (const word of [...texts, "company", "somebody", "secret-project", "plan.ts", secret])
    expect(wire).not.toContain(word);
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(["execute_tool mcp", "execute_tool other"]));
});

test("with names, files, skills and tools are named, and texts, secrets and home folders are still not sent", async () => {
  const { requests, spans } = await sent([await readTimeline(private_().toString())], { names: true });
  const wire = requests.map(({ body }) => body).join("\n");
  for (const word of [...texts, "somebody", secret]) expect(wire).not.toContain(word);
  const [root] = spans.filter(operation("invoke_workflow"));
  expect(root?.attributes["tidemark.project"]).toBe("secret-project");
  expect(root?.events[0]?.attributes["tidemark.returned.names"]).toContain("skill company-skill");
  expect(spans.map(({ name }) => name)).toContain("execute_tool mcp__companydb__query");
});

test("a session in the home directory itself does not name its owner as the project", async () => {
  const { requests } = await sent(
    [
      await readTimeline(
        transcript({ cliVersion: "2.1.285", cwd: "/home/somebody" }).prompt("go").reply("x").toString(),
      ),
    ],
    { names: true },
  );
  expect(requests.map(({ body }) => body).join("\n")).not.toContain("somebody");
});

test("names beyond a hundred are one point of a metric", async () => {
  const many = transcript({ cliVersion: "2.1.285" }).prompt("go");
  for (let at = 0; at < 130; at++) many.reply("x", { model: `model-${at}` });
  const timeline = await readTimeline(many.toString());
  const { points } = await sent([timeline]);
  const output = points.filter(({ name }) => name === "gen_ai.client.inference.usage.output_tokens");
  expect(output).toHaveLength(101);
  expect(sum(output.map(({ value }) => value))).toBe(sum(usage(timeline).map((row) => row.output)));
});

test("of any session, spans have parents, distinct ids by thing, and do not end before they start", async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (built: Transcript) => {
      const spans = sessionSpans(await read(built.lines()), true);
      const ids = new Set(spans.map(({ spanId }) => spanId));
      for (const { parentId, start, end } of spans) {
        expect(parentId === null || ids.has(parentId)).toBe(true);
        if (start !== null) expect(end).toBeGreaterThanOrEqual(start);
      }
      expect(spans.filter(({ parentId }) => parentId === null).length).toBe(Math.min(1, spans.length));
      // Again from the same bytes: nothing depends on when or where it was read.
      expect(sessionSpans(await read(built.lines()), true)).toEqual(spans);
    }),
    { numRuns: 60 },
  );
});
