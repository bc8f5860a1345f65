import type { EachOptions } from "../../node/each-session.js";
import { openTimelines } from "../../node/open-timelines.js";
import type { FolderProblem } from "../../node/walk-folder.js";
import { TranscriptError } from "../../read/transcript-error.js";
import { checkCount } from "../../read/wrong-use.js";
import type { Timeline } from "../../timeline/timeline.js";
import { openCollector } from "./collector.js";
import { conversationSpans } from "./conversation-spans.js";
import type { SessionSpan } from "./session-span.js";
import { sessionSpans } from "./session-spans.js";
import { spanTotals } from "./span-totals.js";

/** What `exportOtel` sends, and where. */
export interface ExportOtelOptions extends Omit<EachOptions, "onError"> {
  /** Base address of a collector that takes OTLP over HTTP with JSON, such as `http://localhost:4318`. */
  url: string;
  /**
   * True sends names too: of files, skills and MCP tools, and of the project's folder, without secrets and home folders;
   * default false. Texts are never sent.
   */
  names?: boolean;
  /** Milliseconds for one batch, with what the exporter tries again; default 10,000. */
  timeoutMs?: number;
}

/** What an export to a collector did. */
export interface ExportedOtel {
  sessions: number;
  /** Spans sent; the same request in two files is sent once. */
  spans: number;
  /** Compactions sent, as events of spans. */
  compactions: number;
  /** Spans and compactions without a time in the record, or with one that the protocol can't hold: they are not sent, but counted in the metrics. */
  untimed: number;
  /** Spans that were there already, from another file or the same: not sent again. */
  repeated: number;
  /** What the collector says it did not take, in its own words. */
  refused: string[];
  /** Files and folders that could not be read. */
  problems: FolderProblem[];
}

/** As the SDK's own processor has it. */
const batchSize = 512;

/**
 * Sends sessions to an OpenTelemetry collector: spans for sessions, turns, requests and tool calls, compactions as events
 * with their sizes and how many things came back and did not, and sums over all of it as metrics.
 *
 * The source is a folder of transcripts, opened as by `openTimelines`, or timelines. Ids come from the record, so the same
 * thing has the same id in a copied or forked file, and in the next export. Times are those of lines. Nothing goes
 * anywhere but to `url`: what the environment names as an endpoint is not used; headers, certificates and compression
 * (`OTEL_EXPORTER_OTLP_HEADERS`, …) are, by the official exporters. While it runs, the diagnostic log of
 * `@opentelemetry/api` is taken to hear what a collector refuses.
 *
 * Throws a `TranscriptError` where the folder is not there, the address is none, the packages are not installed, or the
 * collector does not take a batch (`not-sent`); what was sent before stays there, and has the same ids the next time.
 *
 * Known gaps: where two files hold a request, the first by path counts, also where the other holds more of it; requests of
 * compactions are not recorded; `forkSession` of the agent SDK gives new uuids, so such a fork is a conversation of its
 * own; metrics are sums over what the files hold now, which shrink when old files are deleted, with a later start.
 *
 * @example
 * const url = "http://localhost:4318/v1/traces";
 * await exportOtel([timeline], { url }).catch((error) => error.code); // => "wrong-option"
 */
export async function exportOtel(
  source: string | Iterable<Timeline> | AsyncIterable<Timeline>,
  options: ExportOtelOptions,
): Promise<ExportedOtel> {
  const { url, names = false, timeoutMs = 10_000, signal, ...each } = options;
  checkCount("timeoutMs", timeoutMs, 1);
  const done: ExportedOtel = {
    sessions: 0,
    spans: 0,
    compactions: 0,
    untimed: 0,
    repeated: 0,
    refused: [],
    problems: [],
  };
  const onError = (problem: FolderProblem): void => void done.problems.push(problem);
  const onPartial = (message: string): void => void done.refused.push(message);
  const collector = await openCollector(url, { signal, timeoutMs, onPartial });
  const from = typeof source === "string" ? openTimelines(source, { ...each, signal, onError }) : source;
  const sent = new Set<string>();
  const conversations = conversationSpans();
  const totals = spanTotals();
  let batch: SessionSpan[] = [];

  try {
    for await (const timeline of from) {
      signal?.throwIfAborted();
      const [conversation, ...spans] = sessionSpans(timeline, names);
      done.sessions++;
      if (conversation === undefined) continue;
      conversations.add(conversation, timeline.forkedFrom !== null);
      for (const span of spans) await put(span);
    }
    for (const span of conversations.spans()) await put(span);
    await flush();
    const found = totals.totals();
    if (found.length > 0) await collector.sendTotals(found, totals.since());
    return done;
  } catch (error) {
    if (TranscriptError.isInstance(error) && error.code === "not-sent")
      throw new TranscriptError("not-sent", `${error.message}; ${done.spans} spans were sent before`);
    throw error;
  } finally {
    await collector.close();
  }

  async function put(span: SessionSpan): Promise<void> {
    const key = `${span.traceId}${span.spanId}`;
    if (sent.has(key)) {
      done.repeated++;
      return;
    }
    sent.add(key);
    totals.add(span);
    if (span.start === null) {
      done.untimed += 1 + span.compactions.length;
      return;
    }
    done.untimed += span.compactions.filter(({ at }) => at === null).length;
    batch.push(span);
    if (batch.length >= batchSize) await flush();
  }

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const full = batch;
    batch = [];
    await collector.sendSpans(full);
    done.spans += full.length;
    for (const { compactions } of full) done.compactions += compactions.filter(({ at }) => at !== null).length;
  }
}
