import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** A span as the wire has it, its attributes by name. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  /** Milliseconds. */
  start: number;
  end: number;
  status: number;
  attributes: Record<string, unknown>;
  events: { name: string; at: number; attributes: Record<string, unknown> }[];
}

/** A point of a metric: of a sum its value, of a histogram its count and sum. */
export interface ReceivedPoint {
  name: string;
  unit: string;
  attributes: Record<string, unknown>;
  start: number;
  at: number;
  value: number | null;
  count: number | null;
  sum: number | null;
  /** Upper bounds of the buckets. */
  bounds: number[] | null;
  buckets: number[] | null;
  monotonic: boolean | null;
}

export interface Request {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Receiver {
  url: string;
  requests: Request[];
  spans(): ReceivedSpan[];
  points(): ReceivedPoint[];
  close(): Promise<void>;
}

type Answer = { status: number; body?: string; headers?: Record<string, string> } | "hang";

/** A collector that takes OTLP over HTTP with JSON, as the protocol has it; `answer` decides what it says to each request. */
export async function otlpReceiver(
  answer: (request: Request, at: number) => Answer = () => ({ status: 200 }),
): Promise<Receiver> {
  const requests: Request[] = [];
  const taken: Request[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
      const one = { path: request.url ?? "", headers: request.headers, body };
      requests.push(one);
      const given = answer(one, requests.length - 1);
      if (given === "hang") return;
      if (given.status === 200) taken.push(one);
      response
        .writeHead(given.status, { "content-type": "application/json", ...given.headers })
        .end(given.body ?? "{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () => taken.filter(({ path }) => path === "/v1/traces").flatMap(({ body }) => spansOf(JSON.parse(body))),
    points: () => taken.filter(({ path }) => path === "/v1/metrics").flatMap(({ body }) => pointsOf(JSON.parse(body))),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of the wire, taken apart here and nowhere else.
type Wire = any;

const spansOf = ({ resourceSpans }: Wire): ReceivedSpan[] =>
  resourceSpans.flatMap(({ scopeSpans }: Wire) =>
    scopeSpans.flatMap(({ spans }: Wire) =>
      spans.map((span: Wire) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
        name: span.name,
        kind: span.kind,
        start: milliseconds(span.startTimeUnixNano),
        end: milliseconds(span.endTimeUnixNano),
        status: span.status.code,
        attributes: attributesOf(span.attributes),
        events: span.events.map((event: Wire) => ({
          name: event.name,
          at: milliseconds(event.timeUnixNano),
          attributes: attributesOf(event.attributes),
        })),
      })),
    ),
  );

const pointsOf = ({ resourceMetrics }: Wire): ReceivedPoint[] =>
  resourceMetrics.flatMap(({ scopeMetrics }: Wire) =>
    scopeMetrics.flatMap(({ metrics }: Wire) =>
      metrics.flatMap(({ name, unit, sum, histogram }: Wire) =>
        (sum ?? histogram).dataPoints.map((point: Wire) => ({
          name,
          unit,
          attributes: attributesOf(point.attributes),
          start: milliseconds(point.startTimeUnixNano),
          at: milliseconds(point.timeUnixNano),
          value: point.asInt ?? point.asDouble ?? null,
          count: point.count ?? null,
          sum: point.sum ?? null,
          bounds: point.explicitBounds ?? null,
          buckets: point.bucketCounts ?? null,
          monotonic: sum?.isMonotonic ?? null,
        })),
      ),
    ),
  );

const milliseconds = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1_000_000n);

const attributesOf = (list: Wire[]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, plainOf(value)]));

const plainOf = (value: Wire): unknown =>
  value.arrayValue !== undefined
    ? (value.arrayValue.values ?? []).map(plainOf)
    : (value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue));
