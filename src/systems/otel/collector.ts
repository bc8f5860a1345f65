import type { HrTime } from "@opentelemetry/api";
import type { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import type { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
// biome-ignore lint/correctness/useImportExtensions: a JSON file, of which the bundler takes this one word.
import { version } from "../../../package.json";
import { optionalPeer } from "../../node/optional-peer.js";
import { TranscriptError } from "../../read/transcript-error.js";
import type { SessionSpan } from "./session-span.js";
import type { Total } from "./span-totals.js";

type Spans = Parameters<OTLPTraceExporter["export"]>[0];
type Metrics = Parameters<OTLPMetricExporter["export"]>[0];
type Metric = Metrics["scopeMetrics"][number]["metrics"][number];
type Result = Parameters<Parameters<OTLPTraceExporter["export"]>[1]>[0];

/** Where spans and metrics go: one collector, by OTLP over HTTP with JSON. */
export interface Collector {
  sendSpans(spans: SessionSpan[]): Promise<void>;
  /** Sums since a time, as they are now. */
  sendTotals(totals: Total[], since: number | null): Promise<void>;
  close(): Promise<void>;
}

export interface CollectorOptions {
  signal?: AbortSignal;
  /** Milliseconds for one batch, with what is tried again. */
  timeoutMs: number;
  /** Is told what a collector took only in part. */
  onPartial: (message: string) => void;
}

/** The newest ones that run on every Node that this library does; later ones need Node 22.15. */
const packages = [
  "@opentelemetry/api@1.9",
  "@opentelemetry/resources@2",
  "@opentelemetry/sdk-metrics@2",
  "@opentelemetry/exporter-trace-otlp-http@0.223",
  "@opentelemetry/exporter-metrics-otlp-http@0.223",
].join(" ");

/** Loads the packages of OpenTelemetry, and makes the exporters for a URL; nothing is sent yet. */
export async function openCollector(url: string, options: CollectorOptions): Promise<Collector> {
  const base = baseOf(url);
  const { signal, timeoutMs, onPartial } = options;
  const [api, resources, sdk, traces, metrics] = await optionalPeer(packages, () =>
    Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-metrics"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/exporter-metrics-otlp-http"),
    ]),
  );
  const urls = { traces: `${base}v1/traces`, metrics: `${base}v1/metrics` };
  const ofTraces = new traces.OTLPTraceExporter({ url: urls.traces, timeoutMillis: timeoutMs });
  const ofMetrics = new metrics.OTLPMetricExporter({ url: urls.metrics, timeoutMillis: timeoutMs });
  const resource = resources.resourceFromAttributes({ "service.name": "tidemark", "service.version": version });
  const scope = { name: "tidemark", version };
  // The exporters tell of a part that was refused nowhere but in this log.
  const tell = (text: string, ...more: unknown[]): void => {
    if (text.includes("Partial Success")) onPartial(more.join(" "));
  };
  const ignore = (): void => {};
  api.diag.setLogger({ warn: tell, error: ignore, info: ignore, debug: ignore, verbose: ignore }, warnings(api));

  return {
    sendSpans: (spans) =>
      send(urls.traces, signal, (done) =>
        ofTraces.export(
          spans.map((span) => spanOf(span)),
          done,
        ),
      ),
    sendTotals: (totals, since) => {
      const endTime = hrTime(Date.now());
      const startTime = since === null ? endTime : hrTime(since);
      const found = totals.map((total) => metricOf(total, startTime, endTime));
      const all: Metrics = { resource, scopeMetrics: [{ scope, metrics: found }] };
      return send(urls.metrics, signal, (done) => ofMetrics.export(all, done));
    },
    async close() {
      api.diag.disable();
      if (signal?.aborted) return;
      await Promise.all([ofTraces.shutdown(), ofMetrics.shutdown()]);
    },
  };

  function spanOf(span: SessionSpan): Spans[number] {
    const { traceId, spanId, parentId } = span;
    const { start, end } = span as { start: number; end: number };
    const context = (id: string) => ({ traceId, spanId: id, traceFlags: api.TraceFlags.SAMPLED });
    return {
      name: span.name,
      kind: span.kind === "client" ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL,
      spanContext: () => context(spanId),
      ...(parentId !== null && { parentSpanContext: context(parentId) }),
      startTime: hrTime(start),
      endTime: hrTime(end),
      duration: hrTime(end - start),
      status: { code: span.failed ? api.SpanStatusCode.ERROR : api.SpanStatusCode.UNSET },
      attributes: span.attributes,
      links: [],
      events: span.compactions.flatMap(({ at, attributes }) =>
        at === null ? [] : [{ name: "tidemark.compaction", time: hrTime(at), attributes }],
      ),
      ended: true,
      resource,
      instrumentationScope: scope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  }

  function metricOf({ name, about, unit, bounds, points }: Total, startTime: HrTime, endTime: HrTime): Metric {
    const isFraction = bounds !== null;
    const valueType = isFraction ? api.ValueType.DOUBLE : api.ValueType.INT;
    const descriptor = { name, description: about, unit, valueType };
    const common = { descriptor, aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE };
    const times = { startTime, endTime };
    if (bounds === null)
      return {
        ...common,
        dataPointType: sdk.DataPointType.SUM,
        isMonotonic: true,
        dataPoints: points.map(({ attributes, sum }) => ({ ...times, attributes, value: sum })),
      };
    return {
      ...common,
      dataPointType: sdk.DataPointType.HISTOGRAM,
      dataPoints: points.map(({ attributes, sum, count, min, max, buckets }) => ({
        ...times,
        attributes,
        value: { buckets: { boundaries: [...bounds], counts: buckets }, sum, count, min, max },
      })),
    };
  }
}

const warnings = (api: typeof import("@opentelemetry/api")) => ({
  logLevel: api.DiagLogLevel.WARN,
  suppressOverrideMessage: true,
});

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1_000_000)];

/** Ends with the answer of the collector, or with the signal; a refusal becomes an error that names the place. */
function send(url: string, signal: AbortSignal | undefined, start: (done: (result: Result) => void) => void) {
  return new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    start(({ error }) => {
      signal?.removeEventListener("abort", abort);
      if (error === undefined) resolve();
      else reject(new TranscriptError("not-sent", `${url}: ${reasonOf(error)}`));
    });
  });
}

/** What the exporter says; it gives no more than the status of an answer, or the code of a connection that failed. */
function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  const last = (error as AggregateError).errors?.[0] as Error | undefined;
  const message = error.message || last?.message || String(code ?? error.name);
  if (typeof code === "number") return `the collector answered ${code} ${message}`;
  return `${message}; see that a collector there takes OTLP over HTTP with JSON (mostly port 4318)`;
}

/** The URL with a slash at its end; without what may be a secret in it, it is named in errors. */
function baseOf(url: string): string {
  const refuse = (why: string) =>
    new TranscriptError("wrong-option", `${why}; name the collector as in http://localhost:4318`);
  if (!URL.canParse(url)) throw refuse("The address of the collector is no URL");
  const { protocol, username, password, search, hash, pathname, origin } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw refuse(`The address of the collector begins with ${protocol}, not with http:// or https://`);
  if (username !== "" || password !== "" || search !== "" || hash !== "")
    throw refuse("The address of the collector holds more than a place; give keys as OTEL_EXPORTER_OTLP_HEADERS");
  if (/\/v1\/(?:traces|metrics)\/?$/.test(pathname))
    throw refuse("The address of the collector ends with the path of one signal, which is added for each");
  return `${origin}${pathname.replace(/\/*$/, "/")}`;
}
