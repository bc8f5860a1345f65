import { expect, test, vi } from "vitest";
import { readTimeline } from "../../../src/index.js";
import { exportOtel } from "../../../src/systems.js";
import { transcript } from "../../../src/testing.js";
import { runCaptured } from "../../cli/run-captured.js";
import { otlpReceiver, type Receiver } from "./otlp-receiver.js";

const demo = "fixtures/demo";

async function withReceiver<T>(answer: Parameters<typeof otlpReceiver>[0], ask: (receiver: Receiver) => Promise<T>) {
  const receiver = await otlpReceiver(answer);
  try {
    return await ask(receiver);
  } finally {
    await receiver.close();
  }
}

const long = async (requests: number) => {
  const session = transcript({ cliVersion: "2.1.285" }).prompt("go");
  for (let at = 0; at < requests; at++) session.reply("x");
  return readTimeline(session.toString());
};

test("export --otel sends to the collector, and says how much", async () => {
  await withReceiver(undefined, async ({ url, spans, requests }) => {
    const { code, out, err } = await runCaptured(["export", demo, "--otel", url]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(`1 session: ${spans().length} spans and 2 compactions sent\n`);
    expect(requests.map(({ path }) => path)).toEqual(["/v1/traces", "/v1/metrics"]);
    const { out: json } = await runCaptured(["export", demo, "--otel", `${url}/`, "--json"]);
    expect(JSON.parse(json)).toMatchObject({ sessions: 1, compactions: 2, refused: [], problems: [] });
  });
});

test("a batch holds at most 512 spans, and none is lost between batches", async () => {
  const timeline = await long(1_200);
  await withReceiver(undefined, async ({ url, spans, requests }) => {
    const { spans: sent } = await exportOtel([timeline], { url });
    const sizes = requests
      .filter(({ path }) => path === "/v1/traces")
      .map(({ body }) => body.split('"spanId"').length - 1);
    expect(sizes).toEqual([512, 512, 178]);
    expect(new Set(spans().map(({ spanId }) => spanId)).size).toBe(sent);
    expect(sent).toBe(1_202);
  });
});

test("what the environment names as an endpoint gets nothing; its headers go to the collector that was named", async () => {
  await withReceiver(undefined, (other) =>
    withReceiver(undefined, async ({ url, requests }) => {
      vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", other.url);
      vi.stubEnv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", `${other.url}/v1/traces`);
      vi.stubEnv("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", `${other.url}/v1/metrics`);
      vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=abc");
      try {
        await exportOtel([await long(1)], { url });
        // Without --otel nothing is sent to anybody.
        await runCaptured(["report", "fixtures/demo/session.jsonl"]);
      } finally {
        vi.unstubAllEnvs();
      }
      expect(other.requests).toEqual([]);
      expect(requests.map(({ headers }) => headers["x-key"])).toEqual(["abc", "abc"]);
    }),
  );
});

test("a collector that is busy is asked again", async () => {
  const busyOnce = (_: unknown, at: number) =>
    at === 0 ? { status: 503, headers: { "retry-after": "0" } } : { status: 200 };
  await withReceiver(busyOnce, async ({ url, requests }) => {
    await exportOtel([await long(1)], { url });
    expect(requests.map(({ path }) => path)).toEqual(["/v1/traces", "/v1/traces", "/v1/metrics"]);
  });
});

test("a collector that refuses is an error that says what it answered, and what was sent before", async () => {
  const secondRefused = (_: unknown, at: number) => (at === 1 ? { status: 400 } : { status: 200 });
  const timeline = await long(600);
  await withReceiver(secondRefused, async ({ url }) => {
    await expect(exportOtel([timeline], { url })).rejects.toMatchObject({
      code: "not-sent",
      message: expect.stringMatching(/\/v1\/traces: the collector answered 400 .*; 512 spans were sent before$/),
    });
  });
});

test("a collector that is not there, or does not answer, is one line on standard error and code 2", async () => {
  const gone = await withReceiver(undefined, async ({ url }) => url);
  await expect(exportOtel([await long(1)], { url: gone, timeoutMs: 200 })).rejects.toMatchObject({
    code: "not-sent",
    message: expect.stringContaining("see that a collector there takes OTLP"),
  });
  await withReceiver(
    () => "hang",
    async ({ url }) => {
      await expect(exportOtel([await long(1)], { url, timeoutMs: 200 })).rejects.toMatchObject({ code: "not-sent" });
    },
  );
  await withReceiver(
    () => ({ status: 401 }),
    async ({ url }) => {
      const { code, out, err } = await runCaptured(["export", demo, "--otel", url]);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/^tidemark: http:.* the collector answered 401 .*\n$/);
    },
  );
});

test("what a collector took only in part is told, and the code is 2", async () => {
  const body = JSON.stringify({ partialSuccess: { rejectedSpans: 3, errorMessage: "too old" } });
  const partly = ({ path }: { path: string }) => ({ status: 200, ...(path === "/v1/traces" && { body }) });
  await withReceiver(partly, async ({ url }) => {
    const { code, err } = await runCaptured(["export", demo, "--otel", url]);
    expect(code).toBe(2);
    expect(err).toMatch(/^tidemark: the collector did not take all: .*"rejectedSpans":3,"errorMessage":"too old"/);
  });
});

test("an abort ends the export while a batch is on its way", async () => {
  const ended = new AbortController();
  const reason = new Error("stop");
  const hang = () => {
    setImmediate(() => ended.abort(reason));
    return "hang" as const;
  };
  await withReceiver(hang, async ({ url }) => {
    await expect(exportOtel([await long(1)], { url, signal: ended.signal })).rejects.toBe(reason);
  });
});

test.each([
  ["localhost:4318", /begins with localhost:, not with http:/],
  ["4318", /no URL/],
  ["http://user:key@localhost:4318", /OTEL_EXPORTER_OTLP_HEADERS/],
  ["http://localhost:4318/?key=abc", /OTEL_EXPORTER_OTLP_HEADERS/],
  ["http://localhost:4318/v1/traces", /added for each/],
])("%s is wrong use", async (url, message) => {
  const { code, out, err } = await runCaptured(["export", demo, "--otel", url]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(message);
  expect(err).not.toMatch(/user:key|abc/);
  expect(err.split("\n")).toHaveLength(2);
});

test.each([
  [["--otel", "http://localhost:4318", "--out", "rows"]],
  [["--otel", "http://localhost:4318", "--table", "usage"]],
  [["--names", "--out", "rows"]],
])("%j do not go together", async (options) => {
  expect(await runCaptured(["export", demo, ...options])).toMatchObject({ code: 2, out: "" });
});
